"""One board on a screen: intents in, snapshots out."""
