"""The base class of every error that modgen and its rulebooks raise on purpose.

This module imports next to nothing, so that any other module can import it at no cost.
"""

import errno


class ModgenError(Exception):
    """Something is wrong with the input; the message is plain text for the user to read.

    Every public exception of `modgen` and `modgen_rules` derives from this class. Many also
    derive from `ValueError`.
    """


FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""The error numbers of a disk that is full, also for this user or for a file of this size."""


def told(problem: OSError) -> str:
    """An error of the system as a sentence that begins with the file's name, if it has one."""
    where = f"{problem.filename}: " if problem.filename else ""
    if problem.errno in FULL:
        return f"{where}the disk is full; make room and try again"
    return f"{where}{(problem.strerror or str(problem)).lower()}"
