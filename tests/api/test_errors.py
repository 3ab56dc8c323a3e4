"""Every error that the packages raise on purpose is a ModgenError."""

import importlib
import inspect
import pkgutil

import modgen
import modgen_rules
from modgen.errors import ModgenError


def _classes() -> set[type[Exception]]:
    classes = set()
    for package in (modgen, modgen_rules):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if info.name == "modgen.__main__":
                continue
            module = importlib.import_module(info.name)
            for name, value in vars(module).items():
                own = getattr(value, "__module__", "").startswith(("modgen.", "modgen_rules."))
                if inspect.isclass(value) and issubclass(value, Exception) and own:
                    classes |= set() if name.startswith("_") else {value}
    return classes


def test_every_public_exception_derives_from_modgen_error() -> None:
    classes = _classes()
    assert len(classes) >= 16
    assert {c.__name__ for c in classes if not issubclass(c, ModgenError)} == set()
