"""Goals of lessons: conditions on a turn, and the facts about turns that they compare."""
