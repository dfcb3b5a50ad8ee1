"""What `dev.py` and the build share: standard library only, since they run before anything is installed."""
