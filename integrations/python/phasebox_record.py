# SPDX-License-Identifier: MIT
"""Writes the boxes of a running game as a box recording for Phasebox: by hand, or all sprites of a
pygame group, all shapes of a pymunk space, all sprites of an arcade list. See ../README.md."""
import math
import struct
import sys


_FLOATS = struct.Struct("4f")


class Recorder:
    """At most so many frames. With the rule "either" one of two masks is enough."""

    def __init__(self, path, frames=600, rule="both"):
        self._file, self._frames, self._number = open(path, "w", encoding="ascii"), frames, 0
        self._ids, self._said = {}, set()
        self.left_out = 0  # boxes that have no size in numbers
        if rule == "either":
            self._file.write("# rule: either\n")
        self._file.write("frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n")

    def frame(self):
        """Begins the next frame, and hands over the one before; after the last one nothing more is written."""
        if not self._file.closed:
            self._file.flush()
        self._number += 1
        if self._number > self._frames:
            self.close()

    def box(self, thing, min_x, min_y, max_x, max_y, static=False, category=1, mask=0xFFFFFFFF, group=0):
        """`thing` is a whole number, or any object, which then keeps a number of its own. Sets are
        32 bits; two of one group always meet (above 0) or never (below 0)."""
        if self._file.closed:
            return
        box = [float(edge) for edge in (min_x, min_y, max_x, max_y)]
        if not all(math.isfinite(edge) and abs(edge) < 3.4e38 for edge in box):
            self.left_out += 1
            return
        edges = (min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3]))
        # Nine digits give every 32-bit float back exactly.
        sides = "%.9g,%.9g,%.9g,%.9g" % _FLOATS.unpack(_FLOATS.pack(*edges))
        self._file.write(f"{self._number},{self._id(thing)},{sides},{int(static)},"
                         f"{category & 0xFFFFFFFF},{mask & 0xFFFFFFFF},{group}\n")

    def _id(self, thing):
        if isinstance(thing, int):
            return thing
        if id(thing) not in self._ids:  # kept, so that no other object gets its address
            self._ids[id(thing)] = (len(self._ids), thing)
        return self._ids[id(thing)][0]

    def _warn(self, what):
        """What no column can say is said once."""
        if what not in self._said:
            print("phasebox_record:", what, file=sys.stderr)
        self._said.add(what)

    def close(self):
        self._file.close()

    def pygame(self, group):
        self.frame()
        for sprite in group:
            self.box(sprite, sprite.rect.left, sprite.rect.top, sprite.rect.right, sprite.rect.bottom)

    def pymunk(self, space):
        """Two shapes of one group, or of one body, never meet."""
        self.frame()
        if any(not c.collide_bodies for c in getattr(space, "constraints", ())):
            self._warn("pairs that a constraint keeps apart are recorded as any others")
        for s in space.shapes:
            shapes = getattr(s.body, "shapes", (s,))
            if len(shapes) > 1 and len({other.filter.group for other in shapes}) > 1:
                self._warn("bodies whose shapes have several groups are left out")
                continue
            own = -(1 << 30) - self._id(s.body) if len(shapes) > 1 else 0
            self.box(s, s.bb.left, s.bb.bottom, s.bb.right, s.bb.top, s.body is space.static_body or
                     s.body.body_type == 2, s.filter.categories, s.filter.mask, -s.filter.group or own)

    def arcade(self, sprites):
        self.frame()
        for s in sprites:
            self.box(s, s.left, s.bottom, s.right, s.top)
