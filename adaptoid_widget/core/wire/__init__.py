"""What crosses the wire: snapshots of a session, the fields of intents, and what screen readers say."""
