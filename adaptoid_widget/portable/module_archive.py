"""The compiled modules of a page as a folder of MicroPython, without a copy in its slow file system."""

import io
import json
import os
import sys

import vfs

FOLDER, FILE = 0x4000, 0x8000
NOT_FOUND = 2


class ModuleArchive:
    """A file system with the files of an archive, as `tools/setup/compile_page_modules.py` writes them."""

    def __init__(self, path):
        self._files = {}
        content = bytearray(os.stat(path)[6])
        with open(path, "rb") as file:
            file.readinto(content)
        os.remove(path)
        start = content.find(b"\n") + 1
        view = memoryview(content)
        files = json.loads(content[:start])
        for name, *_ in files:
            self._files["/" + name] = []
            folder = name.rfind("/")
            while folder > 0 and "/" + name[:folder] not in self._files:
                self._files["/" + name[:folder]] = None
                folder = name.rfind("/", 0, folder)
        # the first sections of all files, then the second ones, then the third ones
        for section in (1, 2, 3):
            for file in files:
                end = start + file[section]
                self._files["/" + file[0]].append(view[start:end])
                start = end

    def mount(self, readonly, make):
        """Called by MicroPython."""

    def umount(self):
        """Called by MicroPython."""

    def stat(self, path):
        """What is at a path, for imports."""
        if path not in self._files:
            raise OSError(NOT_FOUND)
        return (FOLDER if self._files[path] is None else FILE, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path, mode):
        """The file at a path."""
        return io.BytesIO(b"".join([bytes(section) for section in self._files[path]]))


def mount(root, path):
    """Let programs import the modules of an archive, which goes from MicroPython's own file system."""
    vfs.mount(ModuleArchive(path), root)
    sys.path.insert(0, root)
