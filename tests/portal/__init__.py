"""The portal's tests: a package, so that its office is made once for all of them."""
