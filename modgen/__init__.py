"""One description of a board wargame: a VASSAL module, printed sheets, a rules checker."""

__version__ = "0.1.0"
