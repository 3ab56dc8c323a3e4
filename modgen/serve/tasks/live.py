"""Sends a game to the page while it is read: boards, pictures, and then step after step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from modgen.log.page import PIECE_SCALE, Recording
from modgen.log.story import Story
from modgen.serve.worker import Task
from modgen.vassal.module import Module
from modgen.vassal.replacing import atomic

AT_ONCE = 100
"""The most steps of an event."""


class Live:
    """The steps of one game, sent up to a given step. `number` is the game's, from 0."""

    def __init__(self, task: Task, number: int, story: Story, module: Module | None) -> None:
        self.task = task
        self.number = number
        self.story = story
        self.sent = 0
        self._looks = 0
        self._recording = Recording(story, module, self._keep) if module else None
        board: dict[str, Any] = {"maps": [], "start": []}
        if self._recording is not None:
            board = {"maps": self._recording.boards, "start": self._recording.start}
            board["scale"] = 1 / PIECE_SCALE
            self._send_looks()
        task.emit("board", game=number, last=len(story.timeline), **board)

    def _keep(self, name: str, data: bytes) -> str:
        """Store a picture among the job's results and return its name."""
        path = self.task.folder / f"{self.number}-{name}"
        with atomic(path) as part:
            part.write_bytes(data)
        return path.name

    def _send_looks(self) -> None:
        if self._recording is None:
            return
        looks = self._recording.looks(self._looks)
        if looks:
            self.task.emit("looks", game=self.number, first=self._looks, looks=looks)
            self._looks += len(looks)

    def send(self, end: int) -> None:
        """Send all steps up to a number that were not sent yet."""
        last = min(end, len(self.story.timeline))
        while self.sent < last:
            first, until = self.sent, min(self.sent + AT_ONCE, last)
            steps = self._recording.steps(first, until) if self._recording else self._told(until)
            self._send_looks()
            self.task.emit("steps", game=self.number, first=first, steps=steps)
            self.sent = until

    def _told(self, until: int) -> list[object]:
        """Steps in words only, for a log whose module is not known."""
        told: list[object] = []
        for moment in self.story.timeline.moments[self.sent : until]:
            if not moment.changes and moment.number not in self.story.timeline.undone:
                told.append(" ".join(self.story.spoken(moment)))
                continue
            line = self.story.line(moment)
            chat = [text for text in line.chat if text != line.text] if line.text else []
            flag = 2 if line.undoes else int(line.undone)
            told.append([[], line.side, line.text or " ".join(line.chat), chat, flag])
        return told


def result(task: Task, path: Path) -> dict[str, object]:
    """What the page shows of a result: its name and its size in bytes."""
    return {"name": path.name, "size": path.stat().st_size}
