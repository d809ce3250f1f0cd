"""What templates say numbers and days with."""
