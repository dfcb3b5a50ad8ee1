"""What leaves the notebook: one HTML file, a worksheet, a static site."""
