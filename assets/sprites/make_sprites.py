# SPDX-License-Identifier: MIT
# Draws the Phasebox sprites from signed distance functions and writes them as RGBA PNG files beside itself.
"""Run `python3 make_sprites.py`; it needs nothing but the Python standard library.

How a sprite comes about
  A sprite is a stack of layers. A layer is a signed distance function (negative inside,
  in pixels, x to the right, y down, pixel centres at .5) and a colour. Every layer is
  evaluated on a 4x4 grid of samples per pixel; a sample near the outline counts in part, so
  that edges get all shades of alpha rather than seventeen of them.

  The shading needs the distance to the outline that is really nearest, which a union of
  distance functions does not give on the inside. So it is measured by an exact Euclidean
  distance transform of the sample grid: the first two pixels from the outline are the rim,
  and a blurred plateau of that distance is the height field lit from the top left.

  Alpha is straight. A fully transparent pixel has the colour of the nearest visible pixel,
  so that linear filtering shows no fringe.
"""

import math
import os
import struct
import zlib

SS = 4  # samples per pixel along one axis
INF = 1e20

# ------------------------------------------------------------------------------ palette


def rgb(text):
    return tuple(int(text[i:i + 2], 16) / 255.0 for i in (0, 2, 4))


BLUE = rgb("6C98D2")
DEEP_BLUE = rgb("4C6FA6")
TEAL = rgb("58A6B6")
DEEP_TEAL = rgb("458A9D")
SAND = rgb("C6C78C")
DEEP_SAND = rgb("9C9E68")
LAVENDER = rgb("A292D6")
SLATE = rgb("8493AB")
DEEP_SLATE = rgb("566379")
ROSE = rgb("C98BC0")
DEEP_ROSE = rgb("9C6494")
TAUPE = rgb("A79C9F")
DEEP_TAUPE = rgb("837880")
MIST = rgb("CBD4E2")
PALE = rgb("DCE8FA")
NEUTRAL = rgb("E6E8EC")
WHITE = (1.0, 1.0, 1.0)

LIGHT_TINT = rgb("F6F4FF")  # light areas drift towards this colour ...
SHADE_TINT = rgb("232B45")  # ... dark ones towards that one


def mix(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def clamp01(t):
    return 0.0 if t < 0.0 else 1.0 if t > 1.0 else t


def smoothstep(lo, hi, x):
    t = clamp01((x - lo) / (hi - lo))
    return t * t * (3.0 - 2.0 * t)


# ------------------------------------------------------------------- distance functions


def disc(cx, cy, r):
    return lambda x, y: math.hypot(x - cx, y - cy) - r


def ellipse(cx, cy, rx, ry):
    """Approximate, exact on the outline; the gradient is normalised."""
    def f(x, y):
        px, py = (x - cx) / rx, (y - cy) / ry
        k = math.hypot(px, py)
        g = math.hypot(px / rx, py / ry)
        return k * (k - 1.0) / g if g > 1e-9 else -min(rx, ry)
    return f


def annulus(cx, cy, r_in, r_out):
    mid, half = 0.5 * (r_in + r_out), 0.5 * (r_out - r_in)
    return lambda x, y: abs(math.hypot(x - cx, y - cy) - mid) - half


def box(cx, cy, hx, hy, r=0.0):
    def f(x, y):
        dx, dy = abs(x - cx) - hx + r, abs(y - cy) - hy + r
        return math.hypot(max(dx, 0.0), max(dy, 0.0)) + min(max(dx, dy), 0.0) - r
    return f


def capsule(ax, ay, bx, by, ra, rb=None):
    """A stroke from a to b whose radius goes from ra to rb: the hull of two discs."""
    rb = ra if rb is None else rb
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    k = (ra - rb) / length
    c = math.sqrt(1.0 - k * k)

    def f(x, y):
        px, py = x - ax, y - ay
        along, across = px * ux + py * uy, abs(px * uy - py * ux)
        t = along * c - across * k  # position along the tangent line
        if t < 0.0:
            return math.hypot(along, across) - ra
        if t > length * c:
            return math.hypot(along - length, across) - rb
        return across * c + along * k - ra
    return f


def arc(cx, cy, radius, start, sweep, half_width):
    """A round-capped stroke along a circle; angles in degrees, clockwise from the right."""
    mid = math.radians(start + 0.5 * sweep)
    half = math.radians(0.5 * abs(sweep))
    cm, sm = math.cos(mid), math.sin(mid)
    ex, ey = radius * math.cos(half), radius * math.sin(half)

    def f(x, y):
        px, py = x - cx, y - cy
        u, v = px * cm + py * sm, abs(py * cm - px * sm)
        if math.atan2(v, u) <= half:
            return abs(math.hypot(u, v) - radius) - half_width
        return math.hypot(u - ex, v - ey) - half_width
    return f


def polygon(points, r=0.0):
    """Any simple polygon, grown by r, which rounds its convex corners."""
    edges = []
    for i, (ax, ay) in enumerate(points):
        bx, by = points[i - 1]
        edges.append((ax, ay, bx, by, bx - ax, by - ay, (bx - ax) ** 2 + (by - ay) ** 2))

    def f(x, y):
        best, inside = INF, False
        for ax, ay, bx, by, ex, ey, ee in edges:
            px, py = x - ax, y - ay
            t = (px * ex + py * ey) / ee
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            qx, qy = px - ex * t, py - ey * t
            d = qx * qx + qy * qy
            if d < best:
                best = d
            if (ay > y) != (by > y) and px < ex * py / ey:
                inside = not inside
        return (-math.sqrt(best) if inside else math.sqrt(best)) - r
    return f


def union(*fs):
    return lambda x, y: min(f(x, y) for f in fs)


def cut(f, *others):
    """f without the others."""
    return lambda x, y: max(f(x, y), max(-g(x, y) for g in others))


def both(*fs):
    return lambda x, y: max(f(x, y) for f in fs)


def blend(k, f, g):
    """Union with a fillet of about k pixels."""
    def h(x, y):
        a, b = f(x, y), g(x, y)
        e = max(k - abs(a - b), 0.0) / k
        return min(a, b) - e * e * k * 0.25
    return h


def grow(f, r):
    return lambda x, y: f(x, y) - r


def mirror(f, axis):
    """Both f and its reflection in the vertical line x = axis (f describes the right half)."""
    return lambda x, y: f(axis + abs(x - axis), y)


# ------------------------------------------------------------------------ point helpers


def fit(points, x0, y0, x1, y1):
    """Scales and moves the points so that they fill the box exactly."""
    lx, hx = min(p[0] for p in points), max(p[0] for p in points)
    ly, hy = min(p[1] for p in points), max(p[1] for p in points)
    return [(x0 + (x - lx) * (x1 - x0) / (hx - lx), y0 + (y - ly) * (y1 - y0) / (hy - ly))
            for x, y in points]


def fit_rounded(points, w, h, r, margin=1.0):
    """A polygon with corners of radius r that fills a w x h sprite but for the margin."""
    m = margin + r
    return fit(points, m, m, w - m, h - m)


def smooth_closed(points, steps):
    """A closed Catmull-Rom curve through the points, as a polygon."""
    n, out = len(points), []
    for i in range(n):
        p0, p1, p2, p3 = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        for s in range(steps):
            t = s / steps
            out.append(tuple(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                       + (3 * b - 3 * c + d - a) * t ** 3)
                for a, b, c, d in zip(p0, p1, p2, p3)))
    return out


# ----------------------------------------------------------------------------- the raster


def edt_1d(f):
    """Lower envelope of parabolas (Felzenszwalb and Huttenlocher)."""
    n = len(f)
    v, z, k = [0] * n, [0.0] * (n + 1), 0
    z[0], z[1] = -INF, INF
    for q in range(1, n):
        fq = f[q] + q * q
        s = (fq - f[v[k]] - v[k] * v[k]) / (2.0 * (q - v[k]))
        while s <= z[k]:
            k -= 1
            s = (fq - f[v[k]] - v[k] * v[k]) / (2.0 * (q - v[k]))
        k += 1
        v[k], z[k], z[k + 1] = q, s, INF
    out, k = [0.0] * n, 0
    for q in range(n):
        while z[k + 1] < q:
            k += 1
        out[q] = (q - v[k]) ** 2 + f[v[k]]
    return out


def depth_grid(dist, gw, gh):
    """For every sample its distance in pixels to the outline, 0 outside the shape."""
    rows = [[0.0] * (gw + 2)]  # one sample of outside all around
    for j in range(gh):
        rows.append([0.0] + [1e9 if dist[j * gw + i] <= 0.0 else 0.0 for i in range(gw)] + [0.0])
    rows.append([0.0] * (gw + 2))
    cols = [edt_1d(list(c)) for c in zip(*rows)]
    rows = [edt_1d(list(r)) for r in zip(*cols)]
    return [max(math.sqrt(rows[j + 1][i + 1]) - 0.5, 0.0) / SS
            for j in range(gh) for i in range(gw)]


def blur_rows(rows, r):
    """One box blur of half-width r along every row; the outside is 0."""
    out = []
    for row in rows:
        n, acc, line = len(row), sum(row[:r]), []
        for i in range(n):
            acc += row[i + r] if i + r < n else 0.0
            line.append(acc / (2 * r + 1))
            acc -= row[i - r] if i - r >= 0 else 0.0
        out.append(line)
    return out


def blur(grid, gw, gh, r):
    rows = [grid[j * gw:(j + 1) * gw] for j in range(gh)]
    for _ in range(2):
        rows = blur_rows(rows, r)
        rows = [list(c) for c in zip(*blur_rows([list(c) for c in zip(*rows)], r))]
    return [v for row in rows for v in row]


class Layer:
    def __init__(self, f, colour, rim=2.0, rim_strength=0.30, bevel=1.0, slope=6.0, sheen=1.0,
                 opacity=1.0):
        self.f, self.colour = f, colour
        self.rim, self.rim_strength = rim, rim_strength  # width in pixels, darkness
        self.bevel, self.slope = bevel, slope  # strength and width of the rounded edge
        self.sheen = sheen  # strength of the light running over the whole sprite
        self.opacity = opacity


def flat(f, colour, opacity=1.0):
    """A marking: the colour as it is, but for the light over the whole sprite."""
    return Layer(f, colour, rim=0.0, bevel=0.0, opacity=opacity)


def shade(colour, light):
    if light >= 0.0:
        return mix(colour, LIGHT_TINT, min(light, 1.0))
    return mix(colour, SHADE_TINT, min(-light, 1.0))


def draw(w, h, layers):
    """Returns rows of (r, g, b, a) tuples of ints."""
    gw, gh = w * SS, h * SS
    n = gw * gh
    xs = [(i + 0.5) / SS for i in range(gw)]
    ys = [(j + 0.5) / SS for j in range(gh)]
    colour = [(0.0, 0.0, 0.0)] * n  # premultiplied while the layers pile up
    alpha = [0.0] * n
    for layer in layers:
        f = layer.f
        dist = [f(x, y) for y in ys for x in xs]
        need_depth = layer.rim > 0.0 or layer.bevel > 0.0
        depth = depth_grid(dist, gw, gh) if need_depth else None
        if layer.bevel > 0.0:
            height = [smoothstep(-layer.slope * 0.4, layer.slope, d) if d > 0.0 else 0.0
                      for d in depth]
            height = blur(height, gw, gh, max(1, round(layer.slope * SS * 0.22)))
        for j in range(gh):
            for i in range(gw):
                k = j * gw + i
                cover = clamp01(0.5 - dist[k] * SS) * layer.opacity
                if cover <= 0.0:
                    continue
                # the light over the whole sprite: top left to bottom right
                run = (w - 2.0 * xs[i] + h - 2.0 * ys[j]) / (w + h)
                light = (0.15 if run > 0.0 else 0.13) * run * layer.sheen
                if layer.bevel > 0.0:
                    left = height[k - 1] if i else 0.0
                    right = height[k + 1] if i < gw - 1 else 0.0
                    up = height[k - gw] if j else 0.0
                    down = height[k + gw] if j < gh - 1 else 0.0
                    slant = (right - left + down - up) * 0.5 * SS * 0.7071 * layer.slope
                    light += 0.13 * layer.bevel * max(-1.2, min(1.2, slant))
                c = shade(layer.colour, light)
                if layer.rim > 0.0:
                    t = 1.0 - smoothstep(layer.rim - 0.45, layer.rim + 0.45, depth[k])
                    c = mix(c, SHADE_TINT, layer.rim_strength * t)
                rest = 1.0 - cover
                p = colour[k]
                colour[k] = (c[0] * cover + p[0] * rest, c[1] * cover + p[1] * rest,
                             c[2] * cover + p[2] * rest)
                alpha[k] = cover + alpha[k] * rest
    rows = []
    for y in range(h):
        row = []
        for x in range(w):
            r = g = b = a = 0.0
            for v in range(SS):
                base = (y * SS + v) * gw + x * SS
                for k in range(base, base + SS):
                    p = colour[k]
                    r, g, b, a = r + p[0], g + p[1], b + p[2], a + alpha[k]
            a8 = int(a / (SS * SS) * 255.0 + 0.5)
            if a8 == 0:
                row.append((0, 0, 0, 0))
            else:
                row.append((to_byte(r / a), to_byte(g / a), to_byte(b / a), a8))
        rows.append(row)
    return bleed(rows, w, h)


def to_byte(v):
    return int(clamp01(v) * 255.0 + 0.5)


def bleed(rows, w, h):
    """Gives every fully transparent pixel the colour of the nearest visible one."""
    seen = [(x, y) for y in range(h) for x in range(w) if rows[y][x][3]]
    edge = [(x, y) for x, y in seen
            if any(not (0 <= x + dx < w and 0 <= y + dy < h) or not rows[y + dy][x + dx][3]
                   for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))]
    out = [list(row) for row in rows]
    for y in range(h):
        for x in range(w):
            if not rows[y][x][3]:
                ex, ey = min(edge, key=lambda e: ((e[0] - x) ** 2 + (e[1] - y) ** 2, e))
                out[y][x] = rows[ey][ex][:3] + (0,)
    return out


def png(rows):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0)
    raw = b"".join(b"\0" + bytes(v for px in row for v in px) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9))
            + chunk(b"IEND", b""))


# ---------------------------------------------------------------------------- the sprites


def circle():
    body = disc(32, 32, 31)
    return 64, 64, [
        Layer(body, BLUE, slope=9),
        flat(annulus(32, 32, 20.2, 21.4), DEEP_BLUE, 0.55),
        flat(capsule(32, 5.5, 32, 10.5, 1.3), DEEP_BLUE, 0.75),  # shows how the disc is turned
    ]


def ring():
    return 64, 64, [Layer(annulus(32, 32, 15.5, 31), TEAL, slope=7)]


def crescent():
    # opens to the top right, wide enough that the horns still touch the top and the right side
    return 64, 64, [Layer(grow(cut(disc(32, 32, 30), disc(41.5, 22.5, 27.2)), 1.0), SAND)]


def star():
    pts = []
    for i in range(10):
        a = math.radians(-90 + 36 * i)
        r = 1.0 if i % 2 == 0 else 0.47
        pts.append((r * math.cos(a), r * math.sin(a)))
    return 64, 64, [Layer(polygon(fit_rounded(pts, 64, 64, 2.5), 2.5), LAVENDER, slope=8)]


def gear():
    teeth, outer, root = 8, 31.0, 23.5
    step = 2.0 * math.pi / teeth

    def tooth(x, y):
        a = math.atan2(y - 32, x - 32)
        a -= step * math.floor(a / step + 0.5)
        d = math.hypot(x - 32, y - 32)
        u, v = d * math.cos(a), abs(d * math.sin(a))
        side = (v - 6.6 + (u - root) * 0.27) / math.sqrt(1.0 + 0.27 ** 2)
        top = d - outer
        r = 1.6  # round the outer corners
        sx, sy = side + r, top + r
        return max(math.hypot(max(sx, 0.0), max(sy, 0.0)) + min(max(sx, sy), 0.0) - r, 12.0 - u)

    body = cut(blend(3.0, disc(32, 32, root), tooth), disc(32, 32, 8))
    return 64, 64, [
        Layer(body, SLATE, slope=6),
        Layer(annulus(32, 32, 12.2, 18.8), DEEP_SLATE, rim=0.0, bevel=0.0, opacity=0.45),
    ]


def ship():
    axis = 28
    hull_pts = [(28, 1), (30.2, 5), (32.6, 12), (34.4, 20), (35.2, 30), (35, 44), (33.5, 54),
                (28, 55.5)]
    hull_pts += [(56 - x, y) for x, y in reversed(hull_pts[1:-1])]
    hull = polygon(fit(hull_pts, 21.3, 1.8, 34.7, 56), 0.8)
    wing = polygon([(30, 24), (35, 26), (51.5, 46), (51.5, 54), (34, 48.5), (30, 50)], 1.0)
    pod = capsule(53, 43.5, 53, 57.5, 2.0)
    nozzle = polygon([(30.2, 53), (34.0, 53), (35.2, 61), (29.8, 61)], 1.0)
    wings, pods, nozzles = mirror(wing, axis), mirror(pod, axis), mirror(nozzle, axis)
    stripe = both(mirror(box(43.75, 44, 2.25, 14), axis), grow(wings, -1.8))
    return 56, 64, [
        Layer(nozzles, DEEP_SLATE, rim=1.2),
        Layer(wings, DEEP_BLUE, slope=4),
        flat(stripe, LAVENDER, 0.9),
        Layer(pods, SLATE, rim=1.0, slope=2.5),
        Layer(hull, MIST, rim_strength=0.36, slope=6),
        flat(mirror(capsule(31.6, 36, 31.6, 46, 0.7), axis), DEEP_SLATE, 0.6),
        Layer(ellipse(28, 22.5, 3.5, 7.2), DEEP_TEAL, rim=1.0, bevel=0.8, slope=3),
        flat(ellipse(26.9, 19.6, 1.0, 2.8), PALE, 0.75),
    ]


def asteroid():
    radii = [29, 31, 27.5, 30.5, 29, 24, 27, 31, 30, 31.5, 27, 25.5, 30.5]
    turn = 2.0 * math.pi / len(radii)
    pts = [(r * math.cos(i * turn + 0.2), r * math.sin(i * turn + 0.2)) for i, r in enumerate(radii)]
    body = polygon(fit_rounded(smooth_closed(pts, 3), 64, 64, 1.5), 1.5)
    layers = [Layer(body, TAUPE, slope=9, bevel=1.2)]
    for cx, cy, r in ((23, 22, 7.2), (43.5, 37, 8.6), (24, 44.5, 4.6), (42, 16.5, 3.6),
                      (12.5, 33, 2.8), (36, 53, 2.6)):
        lift = 0.55 + r * 0.07
        layers += [
            flat(disc(cx + lift, cy + lift, r), mix(TAUPE, WHITE, 0.45), 0.8),  # lit far lip
            flat(disc(cx, cy, r), mix(DEEP_TAUPE, SHADE_TINT, 0.28)),  # near wall in shadow
            flat(both(disc(cx, cy, r), disc(cx + 2 * lift, cy + 2 * lift, r)), DEEP_TAUPE),
        ]
    return 64, 64, layers


def arrow():
    pts = [(0, 12), (33, 12), (29, 0), (32, 0), (62, 19), (32, 38), (29, 38), (33, 26), (0, 26)]
    return 64, 40, [Layer(polygon(fit_rounded(pts, 64, 40, 2.0), 2.0), TEAL, slope=6)]


STROKE = 7.5  # half the width of the letters' strokes


def letter_c():
    s = STROKE
    x, r = 1 + s, 21.5
    top, bottom = 1 + s + r, 63 - s - r
    body = union(arc(x + r, top, r, 180, 140, s), capsule(x, top, x, bottom, s),
                 arc(x + r, bottom, r, 180, -140, s))
    return 56, 64, [Layer(body, BLUE, slope=6)]


def letter_r():
    s = STROKE
    x, y, r = 1 + s, 1 + s, 14.2
    cx = 54.5 - s - r
    body = union(capsule(x, y, x, 63 - s, s), capsule(x, y, cx, y, s), arc(cx, y + r, r, -90, 180, s),
                 capsule(x, y + 2 * r, cx, y + 2 * r, s), capsule(29, y + 2 * r, 55 - s, 63 - s, s))
    return 56, 64, [Layer(body, LAVENDER, slope=6)]


def letter_d():
    s = STROKE
    x, y = 1 + s, 1 + s
    r = 32 - y
    cx = 55 - s - r
    body = union(capsule(x, y, x, 64 - y, s), capsule(x, y, cx, y, s), arc(cx, 32, r, -90, 180, s),
                 capsule(x, 64 - y, cx, 64 - y, s))
    return 56, 64, [Layer(body, ROSE, slope=6)]


def boomerang():
    # two arms of a bent stroke, thick at the elbow and thinner towards the tips
    def stroke(t):
        u = 1.0 - t
        x = u ** 3 * 7.9 + 3 * u * u * t * 18.5 + 3 * u * t * t * 23.5 + t ** 3 * 32
        y = u ** 3 * 48.1 + 3 * u * u * t * 30 + 3 * u * t * t * 11 + t ** 3 * 11
        return x, y, 6.9 + 3.1 * t
    steps = 14
    nodes = [stroke(i / steps) for i in range(steps + 1)]
    half = union(*(capsule(a[0], a[1], b[0], b[1], a[2], b[2]) for a, b in zip(nodes, nodes[1:])))
    body = lambda x, y: half(32 - abs(x - 32), y)
    inner = grow(body, -2.0)
    bands = [both(inner, mirror(polygon(p), 32)) for p in (
        [(40, 40), (64, 29), (64, 32.6), (40, 43.6)], [(40, 34.4), (64, 23.4), (64, 25.4), (40, 36.4)])]
    return 64, 56, [Layer(body, SAND, slope=6)] + [flat(b, DEEP_SAND, 0.8) for b in bands]


def heart():
    lobe = capsule(46, 18, 32, 55, 17, 4)
    return 64, 60, [Layer(mirror(lobe, 32), ROSE, slope=9)]


def lightning():
    pts = [(21, 0), (34, 0), (26, 22), (38, 22), (9, 62), (15, 34), (2, 34)]
    return 40, 64, [Layer(polygon(fit_rounded(pts, 40, 64, 1.8), 1.8), LAVENDER, slope=6)]


def plus():
    body = blend(3.0, box(28, 28, 27, 9, 3.5), box(28, 28, 9, 27, 3.5))
    return 56, 56, [Layer(body, DEEP_TEAL, slope=6)]


def missile():
    axis = 8
    hull = union(box(8, 23, 4, 13, 0.8),
                 both(disc(-7.8, 13.2, 19.8), disc(23.8, 13.2, 19.8), lambda x, y: y - 14))
    fin = polygon([(10, 26.5), (11.5, 26.5), (14.2, 32), (14.2, 37.2), (10, 34.6)], 0.8)
    tail = polygon([(6.4, 35), (9.6, 35), (10.2, 38.2), (5.8, 38.2)], 0.8)
    nose = both(hull, lambda x, y: y - 11)
    return 16, 40, [
        Layer(tail, DEEP_SLATE, rim=0.8, slope=2),
        Layer(mirror(fin, axis), DEEP_ROSE, rim=1.0, slope=2),
        Layer(hull, MIST, rim=1.3, rim_strength=0.36, bevel=1.2, slope=3),
        Layer(nose, ROSE, rim=1.3, bevel=1.2, slope=3),
        flat(both(hull, box(8, 17, 4, 1.0)), DEEP_SLATE, 0.55),
    ]


def bullet():
    return 8, 8, [Layer(disc(4, 4, 3), PALE, rim=0.7, rim_strength=0.26, bevel=0.6, slope=2)]


def square():
    body = box(16, 16, 17, 17)  # larger than the sprite: not one pixel is translucent
    return 32, 32, [Layer(body, NEUTRAL, rim_strength=0.16, bevel=0.5, slope=5, sheen=0.6)]


def solid():
    return 8, 8, [Layer(box(4, 4, 5, 5), WHITE, rim=0.0, bevel=0.0, sheen=0.0)]


def window():
    # Shown fifty times as large as its neighbors: large and plain, so that no pixel is seen.
    inner = box(128, 128, 114, 114)
    return 256, 256, [Layer(lambda x, y: -inner(x, y), DEEP_SLATE, rim=0.0, bevel=0.0, sheen=0.0)]


SPRITES = (circle, ring, crescent, star, gear, ship, asteroid, arrow, letter_c, letter_r, letter_d,
           boomerang, heart, lightning, plus, missile, bullet, square, solid, window)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    for make in SPRITES:
        name = make.__name__ + ".png"
        width, height, layers = make()
        data = png(draw(width, height, layers))
        with open(os.path.join(here, name), "wb") as out:
            out.write(data)
        print("%-14s %2dx%2d %5d bytes" % (name, width, height, len(data)))


if __name__ == "__main__":
    main()
