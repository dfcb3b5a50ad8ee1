"""Players in other processes and on other machines."""
