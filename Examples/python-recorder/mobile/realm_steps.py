"""The steps within one open realm."""

import uuid

from realm.values import Date
from sync.steps import plain
from wire.steps import Steps

from .access import CLASSES
from .urls import is_management


class RealmSteps(Steps):
    def __init__(self, copy, clock, names):
        super().__init__(copy.realm, None, clock)
        self._copy, self._names = copy, names
        self._editor = copy.editor

    def _write(self, step):
        outcomes = super()._write(step)
        if step.get("cancel", False):
            self._copy.cancelled()
        return outcomes

    def _create(self, step):
        if is_management(self._copy.path) and step["type"] in CLASSES:
            now = Date(self._clock.now())
            given = {"id": uuid.uuid4().hex, "createdAt": now, "updatedAt": now} | self._decode(step["value"])
            self._bind(step, self._editor.create(step["type"], given))
        else:
            super()._create(step)

    def _value(self, step):
        row = self._object(step)
        type = self._realm.type_of(row, step["property"])
        if type.is_class and self._realm.classes[type.element].embedded:
            return plain(row.values[step["property"]])
        return super()._value(step)
