# SPDX-License-Identifier: MIT
"""Writes the boxes of a running game as a box recording for Phasebox: by hand, or all sprites of a
pygame group, all shapes of a pymunk space, all sprites of an arcade list. See ../README.md."""
import struct


def _float32(number):
    """The shortest text of the nearest 32-bit float that reads back as the same."""
    number = struct.unpack("f", struct.pack("f", number))[0]
    return next(t for t in (f"{number:.{d}g}" for d in range(6, 18))
                if struct.pack("f", float(t)) == struct.pack("f", number))


class Recorder:
    def __init__(self, path, frames=600):
        self._file, self._frames, self._number = open(path, "w", encoding="ascii"), frames, 0
        self._ids = {}
        self._file.write("frame,id,min_x,min_y,max_x,max_y,static,category,mask\n")

    def frame(self):
        """Begins the next frame; after the last one nothing more is written."""
        self._number += 1
        if self._number > self._frames:
            self.close()

    def box(self, thing, min_x, min_y, max_x, max_y, static=False, category=1, mask=0xFFFF):
        """`thing` is a whole number, or any object, which then keeps a number of its own."""
        if self._file.closed:
            return
        if not isinstance(thing, int):
            if id(thing) not in self._ids:  # kept, so that no other object gets its address
                self._ids[id(thing)] = (len(self._ids), thing)
            thing = self._ids[id(thing)][0]
        edges = ",".join(map(_float32, (min_x, min_y, max_x, max_y)))
        self._file.write(f"{self._number},{thing},{edges},{int(static)},{category & 0xFFFF},"
                         f"{mask & 0xFFFF}\n")

    def close(self):
        self._file.close()

    def pygame(self, group):
        self.frame()
        for sprite in group:
            self.box(sprite, sprite.rect.left, sprite.rect.top, sprite.rect.right, sprite.rect.bottom)

    def pymunk(self, space):
        self.frame()
        for s in space.shapes:
            self.box(s, s.bb.left, s.bb.bottom, s.bb.right, s.bb.top, s.body is space.static_body or
                     s.body.body_type == 2, s.filter.categories, s.filter.mask)

    def arcade(self, sprites):
        self.frame()
        for s in sprites:
            self.box(s, s.left, s.bottom, s.right, s.top)
