"""The office for programs: everything the public pages show as JSON, and uploads with a token."""
