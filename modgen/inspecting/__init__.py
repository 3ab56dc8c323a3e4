"""Inspect modules: contents, undefined names, changes between versions, saves that do not fit."""
