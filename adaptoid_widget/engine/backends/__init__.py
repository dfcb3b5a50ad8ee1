"""The search and the rules, compiled or interpreted, behind one interface."""
