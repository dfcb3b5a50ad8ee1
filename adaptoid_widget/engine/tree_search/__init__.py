"""The functions of the search that compiled and interpreted code share, on integers and arrays."""
