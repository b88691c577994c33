"""The scenes; each module lists its own in `SCENES`, from picture name to the function that builds it."""
