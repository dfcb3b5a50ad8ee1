"""The figures that `adaptoid-widget bench` prints."""
