"""The base class of every error that modgen and its rulebooks raise on purpose.

This module imports nothing, so that any other module can import it at no cost.
"""


class ModgenError(Exception):
    """Something is wrong with the input; the message is plain text for the user to read.

    Every public exception of `modgen` and `modgen_rules` derives from this class. Many also
    derive from `ValueError`.
    """
