"""Findings, clauses and reports."""
