"""The search over the rules of `core`. Importing this is light; `backends.backend` loads what it runs on."""
