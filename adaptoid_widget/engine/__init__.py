"""The search over the rules of `core`. Importing this is light; numba comes with `engine.compiled_rules`."""
