"""The folder of a device: its files are all that outlives a process."""

import os
import tempfile

from .partition import Partition


class Disk:
    """Numbers its files, so that their names tell the order in which they were begun, and nothing else."""

    def __init__(self):
        self._folder = None  # made for the first partition: a realm that records nothing leaves no file
        self._open = {}

    def begin(self, name, key):
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="python-recorder-")
        files = self._files()
        number = int(os.path.splitext(files[-1])[0]) + 1 if files else 1
        partition = self._opened(f"{number:010}.sqlite")
        partition.begin(name, key)
        return partition

    def partitions(self):
        """All that are there, of whatever pool, in the order in which they were begun."""
        return [partition for partition in map(self._opened, self._files()) if partition.key is not None]

    def of(self, key):
        """Those of one pool."""
        return [partition for partition in self.partitions() if partition.key == key]

    def delete(self, partition):
        self._open = {file: other for file, other in self._open.items() if other is not partition}
        partition.delete()

    def end_process(self):
        """Nothing of it stays in memory; the next process finds the files."""
        for partition in self._open.values():
            partition.close()
        self._open = {}

    def close(self):
        self.end_process()
        if self._folder is not None:
            self._folder.cleanup()

    def _files(self):
        if self._folder is None:
            return []
        return sorted(file for file in os.listdir(self._folder.name) if file.endswith(".sqlite"))

    def _opened(self, file):
        if file not in self._open:
            self._open[file] = Partition(os.path.join(self._folder.name, file))
        return self._open[file]
