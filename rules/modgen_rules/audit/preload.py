"""Imported once by the server from which worker processes are forked, so that they begin warm."""

import modgen_rules.audit.work
import modgen_rules.general.book  # noqa: F401
