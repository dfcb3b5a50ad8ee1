"""A notebook as one HTML file: its prose, code and saved outputs as an article, its boards and lessons alive."""
