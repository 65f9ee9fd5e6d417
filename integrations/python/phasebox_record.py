# SPDX-License-Identifier: MIT
"""Writes the boxes of a running game as a box recording for Phasebox: by hand, or all sprites of a
pygame group, all shapes of a pymunk space, all sprites of an arcade list. See ../README.md."""
import itertools
import numbers
import operator
import sys
import weakref

_NEW = 10**12  # the first id of what is no whole number


class _Refused(Exception):
    """Why a box is left out."""


def _bits(value):
    value = operator.index(value)
    if not -(1 << 31) <= value < 1 << 32 and value >> 32 != 0xFFFFFFFF:
        raise _Refused("category and mask have 32 bits")
    return value & 0xFFFFFFFF


class Recorder:
    """At most so many frames. With the rule "either" one of two masks is enough."""

    def __init__(self, path, frames=600, rule="both"):
        self._file, self._frames, self._number = None, frames, 0
        self._new_id = itertools.count(_NEW).__next__
        self._values, self._objects = {}, {}  # ids: by value; by address, each with a weak reference
        self._held, self._held_before = {}, {}  # ids by address, each with its object: this frame, the last one
        self._seen, self._said = set(), set()
        self.left_out = 0  # boxes
        self._attempt(self._open, path, rule)

    def _open(self, path, rule):
        self._file = open(path, "w", encoding="ascii")
        self._file.write("# rule: either\n" * (rule == "either") +
                         "frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n")

    def frame(self):
        """Begins the next frame, and hands over the one before; after the last one nothing more is written."""
        self._number += 1
        self._seen.clear()
        self._held_before, self._held = self._held, {}
        if self._file:
            self._attempt(self._file.flush)
        if self._number > self._frames:
            self.close()

    def box(self, thing, min_x, min_y, max_x, max_y, static=False, category=1, mask=-1, group=0):
        """`thing` is what id_of takes. Sets are 32 bits; two of one group always meet (above 0) or never (below 0)."""
        if self._file:
            self._attempt(self._write, thing, (min_x, min_y, max_x, max_y), static, category, mask, group)

    def id_of(self, thing):
        """The id in the file: of a whole number itself, of other numbers, strings and tuples one by value, of
        any other object one by identity."""
        if hasattr(type(thing), "__index__"):
            thing = operator.index(thing)
        is_number = isinstance(thing, numbers.Real)
        if thing is None or is_number and thing != thing:
            raise _Refused("None and NaN are no ids")
        if is_number and abs(thing) < _NEW and thing == int(thing):
            return int(thing)
        if isinstance(thing, tuple):
            thing = tuple(map(self.id_of, thing))
        elif not isinstance(thing, (numbers.Number, str, bytes)):
            return self._object_id(thing)
        if thing not in self._values:
            self._values[thing] = self._new_id()
        return self._values[thing]

    def _object_id(self, thing):
        place, objects = id(thing), self._objects
        known, number = objects.get(place, (None, 0))
        if known and known() is thing:
            return number
        try:
            known = weakref.ref(thing, lambda dead: objects.get(place, (0,))[0] is dead and objects.pop(place))
            kept, entry = objects, (known, self._new_id())
        except TypeError:  # a list has no weak references: it is held until a frame comes without it
            kept = self._held
            entry = kept.get(place) or self._held_before.get(place) or (thing, self._new_id())
        kept[place] = entry
        return entry[1]

    def _write(self, thing, edges, static, category, mask, group):
        number, edges, group = self.id_of(thing), [float(edge) for edge in edges], operator.index(group)
        if not all(abs(edge) < 3.4e38 for edge in edges):
            raise _Refused("an edge is not finite")
        if edges[0] > edges[2] or edges[1] > edges[3]:
            raise _Refused("max is less than min")
        if not -(1 << 31) <= group < 1 << 31:
            raise _Refused("a group has 32 bits")
        row = (self._number, number, *edges, bool(static), _bits(category), _bits(mask), group)
        if number in self._seen:
            raise _Refused("its id is in the frame already")
        self._seen.add(number)
        self._file.write("%d,%d,%r,%r,%r,%r,%d,%d,%d,%d\n" % row)

    def _attempt(self, call, *arguments):
        """A game goes on when its recorder fails."""
        try:
            call(*arguments)
        except OSError as error:
            self._say(f"the recording ends: {error}")
            self.close()
        except _Refused as error:
            self._leave_out(str(error), str(error))
        except Exception as error:  # what a game hands over may raise anything
            self._leave_out(type(error), f"{type(error).__name__}: {error}")

    def _leave_out(self, kind, why):
        self.left_out += 1
        self._say(f"left out in frame {self._number} (said once): {why}", kind)

    def _say(self, text, kind=None):
        """Each kind is said once."""
        if (kind or text) not in self._said:
            self._said.add(kind or text)
            print("phasebox_record:", text, file=sys.stderr)

    def close(self):
        file, self._file = self._file, None
        if file:
            self._attempt(file.close)

    def _record(self, things, arguments):
        """One frame; what fails leaves out one box."""
        self.frame()
        for thing in things if self._file else ():
            self._attempt(lambda: self.box(*arguments(thing)))

    def pygame(self, group):
        def sides(sprite):  # a rect may have a negative size
            r = sprite.rect
            return sprite, min(r.left, r.right), min(r.top, r.bottom), max(r.left, r.right), max(r.top, r.bottom)
        self._attempt(self._record, group, sides)

    def arcade(self, sprites):
        self._attempt(self._record, sprites, lambda s: (s, s.left, s.bottom, s.right, s.top))

    def pymunk(self, space):
        """Two shapes of one group, or of one body, never meet."""
        def shape(s):
            shapes = getattr(s.body, "shapes", (s,))
            is_static = s.body is space.static_body or s.body.body_type == 2
            if not is_static and len({other.filter.group for other in shapes}) > 1:
                raise _Refused("its body has shapes of several groups")
            own = _NEW - (1 << 30) - self.id_of(s.body) if len(shapes) > 1 and not is_static else 0
            return (s, s.bb.left, s.bb.bottom, s.bb.right, s.bb.top, is_static, s.filter.categories,
                    s.filter.mask, -s.filter.group or own)

        if any(not c.collide_bodies for c in getattr(space, "constraints", ())):
            self._say("pairs that a constraint keeps apart are recorded as any others")
        self._attempt(lambda: self._record(space.shapes, shape))
