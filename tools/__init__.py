"""Programs for the developers of adaptoid-widget. They are not part of the wheel, and the package uses none of them."""
