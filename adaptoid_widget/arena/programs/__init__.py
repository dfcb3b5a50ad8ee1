"""Players that are programs: processes, pipes, and the protocol between them."""
