#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pairs of boxes from Python by ctypes: pairs.py [libphasebox.so] [broadphase]"""
import ctypes as c
import sys


class Frame(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("count", c.c_size_t),
                ("boxes", c.POINTER(c.c_float)), ("box_stride", c.c_size_t),
                ("categories", c.c_void_p), ("category_stride", c.c_size_t),
                ("masks", c.c_void_p), ("mask_stride", c.c_size_t),
                ("is_static", c.c_void_p), ("static_stride", c.c_size_t),
                ("ids", c.POINTER(c.c_uint64)), ("id_stride", c.c_size_t),
                ("groups", c.c_void_p), ("group_stride", c.c_size_t), ("rule", c.c_uint32)]


class Pair(c.Structure):
    _fields_ = [("a", c.c_uint64), ("b", c.c_uint64)]


class Broadphase:
    """Boxes are (min x, min y, max x, max y); ids are whole numbers."""

    def __init__(self, library, method):
        self._lib, self._handle, self._room = library, c.c_void_p(), 64
        library.phasebox_error.restype = c.c_char_p
        library.phasebox_destroy.argtypes = [c.c_void_p]
        self._check(library.phasebox_create(method.encode(), None, c.byref(self._handle)))

    def _check(self, status):
        if status:
            raise ValueError(self._lib.phasebox_error().decode())

    def pairs(self, boxes, ids):
        flat = (c.c_float * (4 * len(boxes)))(*(edge for box in boxes for edge in box))
        names = (c.c_uint64 * len(ids))(*ids)
        frame = Frame(struct_size=c.sizeof(Frame), count=len(boxes), boxes=flat, ids=names)
        found, count = (Pair * self._room)(), c.c_size_t()
        status = self._lib.phasebox_find_pairs(self._handle, c.byref(frame), found,
                                               c.c_size_t(self._room), c.byref(count))
        if count.value > self._room:  # they did not fit: ask again, with room
            self._room = count.value
            found = (Pair * self._room)()
            status = self._lib.phasebox_pairs(self._handle, found, c.c_size_t(self._room),
                                              c.byref(count))
        self._check(status)
        return sorted((p.a, p.b) for p in found[:count.value])

    def __del__(self):
        if self._handle:
            self._lib.phasebox_destroy(self._handle)


if __name__ == "__main__":
    lib = c.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libphasebox.so.0")
    method = sys.argv[2] if len(sys.argv) > 2 else "aabb-tree"
    boxes = [(0, 0, 10, 10), (5, 5, 15, 15), (15, 0, 25, 10), (8, 8, 20, 9)]
    for a, b in Broadphase(lib, method).pairs(boxes, [100, 101, 102, 103]):
        print(a, b)
