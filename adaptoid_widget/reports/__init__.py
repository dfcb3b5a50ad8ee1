"""What many learners did."""
