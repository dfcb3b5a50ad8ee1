"""The anywidget: Board, its players, analysis and saved output."""
