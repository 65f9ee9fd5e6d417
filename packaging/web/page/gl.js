// SPDX-License-Identifier: MIT
// OpenGL ES 3.0 as the module calls it, by WebGL 2: objects have numbers, and pointers lead into its memory.

/** @param {WebGL2RenderingContext} gl @param {() => WebAssembly.Memory} memory @param {(bytes: number) => number} allocate */
function glFunctions(gl, memory, allocate) {
  /** @type {any[]} */
  const objects = [null];
  /** @type {Map<string, number>} */
  const texts = new Map();
  const ints = () => new Int32Array(memory().buffer), bytes = () => new Uint8Array(memory().buffer);
  /** Numbers of objects that have gone. @type {number[]} */
  const unused = [];
  /** @param {any} object */
  const numbered = (object) => {
    const number = unused.pop() ?? objects.length;
    objects[number] = object;
    return number;
  };
  /** @param {number} number @param {(object: any) => void} free */
  const remove = (number, free) => {
    if (!objects[number]) return;
    free(objects[number]);
    objects[number] = null;
    unused.push(number);
  };
  /** @param {number} n @param {number} to @param {() => any} make */
  const make = (n, to, make) => { for (let k = 0; k < n; ++k) ints()[(to >> 2) + k] = numbered(make()); };
  /** @param {number} n @param {number} from @param {(object: any) => void} free */
  const free = (n, from, free) => {
    for (let k = 0; k < n; ++k) remove(ints()[(from >> 2) + k], free);
  };
  /** @param {number} at @param {number} [size] */
  const text = (at, size) => {
    const all = bytes();
    return new TextDecoder().decode(all.slice(at, size === undefined ? all.indexOf(0, at) : at + size));
  };
  /** @param {string} what @param {number} size @param {number} written @param {number} to */
  const giveText = (what, size, written, to) => {
    const coded = new TextEncoder().encode(what).subarray(0, Math.max(0, size - 1));
    bytes().set(coded, to);
    bytes()[to + coded.length] = 0;
    if (written) ints()[written >> 2] = coded.length;
  };
  const kLogLength = 0x8B84;
  const about = gl.getExtension('WEBGL_debug_renderer_info');
  /** @param {number} name */
  const stringOf = (name) => {
    if (name === gl.VERSION) return 'OpenGL ES 3.0 (' + gl.getParameter(name) + ')';
    return String(gl.getParameter(name === gl.RENDERER && about ? about.UNMASKED_RENDERER_WEBGL : name) ?? '');
  };
  /** What has a number or nothing but numbers. */
  const plain = ['activeTexture', 'blendEquation', 'blendEquationSeparate', 'blendFunc', 'blendFuncSeparate',
    'blitFramebuffer', 'checkFramebufferStatus', 'clear', 'clearColor', 'depthFunc', 'depthMask', 'disable',
    'drawArraysInstanced', 'drawElements', 'enable', 'enableVertexAttribArray', 'generateMipmap',
    'renderbufferStorage', 'renderbufferStorageMultisample', 'scissor', 'texParameteri', 'vertexAttribDivisor',
    'viewport'];
  /** @type {Record<string, (...values: any[]) => any>} */
  const all = {};
  for (const name of plain)
    // @ts-ignore: functions by their names
    all['gl' + name[0].toUpperCase() + name.slice(1)] = (...values) => gl[name](...values);
  for (const kind of ['Buffer', 'Framebuffer', 'Renderbuffer', 'Texture', 'VertexArray']) {
    // @ts-ignore
    all[`glGen${kind}s`] = (n, to) => make(n, to, () => gl['create' + kind]());
    // @ts-ignore
    all[`glDelete${kind}s`] = (n, from) => free(n, from, (object) => gl['delete' + kind](object));
    // @ts-ignore
    if (kind !== 'VertexArray') all['glBind' + kind] = (target, number) => gl['bind' + kind](target, objects[number]);
  }
  return Object.assign(all, {
    glAttachShader: (p, s) => gl.attachShader(objects[p], objects[s]),
    glBindSampler: (unit, number) => gl.bindSampler(unit, objects[number]),
    glBindVertexArray: (number) => gl.bindVertexArray(objects[number]),
    glBufferData: (target, size, from, usage) =>
      from ? gl.bufferData(target, bytes(), usage, from, size) : gl.bufferData(target, size, usage),
    glBufferSubData: (target, at, size, from) => gl.bufferSubData(target, at, bytes(), from, size),
    glColorMask: (r, g, b, a) => gl.colorMask(!!r, !!g, !!b, !!a),
    glCompileShader: (s) => gl.compileShader(objects[s]),
    glCreateProgram: () => numbered(gl.createProgram()),
    glCreateShader: (kind) => numbered(gl.createShader(kind)),
    glDeleteProgram: (p) => remove(p, (object) => gl.deleteProgram(object)),
    glDeleteShader: (s) => remove(s, (object) => gl.deleteShader(object)),
    glDetachShader: (p, s) => { if (objects[s]) gl.detachShader(objects[p], objects[s]); },
    glFramebufferRenderbuffer: (target, attachment, kind, number) =>
      gl.framebufferRenderbuffer(target, attachment, kind, objects[number]),
    glGetAttribLocation: (p, name) => gl.getAttribLocation(objects[p], text(name)),
    glGetIntegerv: (name, to) => {
      // What only OpenGL has: major and minor version, number of extensions.
      const value = { 0x821B: 3, 0x821C: 0, 0x821D: 0 }[name] ?? gl.getParameter(name);
      const found = typeof value === 'number' || typeof value === 'boolean' ? [Number(value)]
        : value?.length !== undefined ? value : [Math.max(0, objects.indexOf(value))];
      for (let k = 0; k < found.length; ++k) ints()[(to >> 2) + k] = found[k];
    },
    glGetProgramInfoLog: (p, size, written, to) => giveText(gl.getProgramInfoLog(objects[p]) ?? '', size, written, to),
    glGetProgramiv: (p, name, to) => {
      ints()[to >> 2] = name === kLogLength ? (gl.getProgramInfoLog(objects[p]) ?? '').length
        : Number(gl.getProgramParameter(objects[p], name));
    },
    glGetShaderInfoLog: (s, size, written, to) => giveText(gl.getShaderInfoLog(objects[s]) ?? '', size, written, to),
    glGetShaderiv: (s, name, to) => {
      ints()[to >> 2] = name === kLogLength ? (gl.getShaderInfoLog(objects[s]) ?? '').length
        : Number(gl.getShaderParameter(objects[s], name));
    },
    glGetString: (name) => {
      const what = stringOf(name);
      if (!texts.has(what)) {
        const coded = new TextEncoder().encode(what + '\0'), at = allocate(coded.length);
        bytes().set(coded, at);
        texts.set(what, at);
      }
      return texts.get(what);
    },
    glGetStringi: () => 0,
    glGetUniformLocation: (p, name) => {
      const place = gl.getUniformLocation(objects[p], text(name));
      if (!place) return -1;
      objects[p].places ??= new Map();
      const known = objects[p].places.get(text(name));
      if (known) return known;
      const number = numbered(place);
      objects[p].places.set(text(name), number);
      return number;
    },
    glIsEnabled: (name) => Number(gl.isEnabled(name)),
    glLinkProgram: (p) => gl.linkProgram(objects[p]),
    glPixelStorei: (name, value) => { if (name === gl.PACK_ALIGNMENT || name === gl.UNPACK_ALIGNMENT || value === 0) gl.pixelStorei(name, value); },
    glReadPixels: (x, y, w, h, format, type, to) =>
      gl.readPixels(x, y, w, h, format, type, bytes().subarray(to, to + 4 * w * h)),
    glShaderSource: (s, count, list, sizes) => {
      let source = '';
      for (let k = 0; k < count; ++k)
        source += text(ints()[(list >> 2) + k], sizes && ints()[(sizes >> 2) + k] >= 0 ? ints()[(sizes >> 2) + k] : undefined);
      gl.shaderSource(objects[s], source);
    },
    glTexImage2D: (target, level, inner, w, h, border, format, type, from) =>
      gl.texImage2D(target, level, inner, w, h, border, format, type, from ? bytes().subarray(from, from + 4 * w * h) : null),
    glUniform1f: (at, x) => gl.uniform1f(objects[at] ?? null, x),
    glUniform1i: (at, x) => gl.uniform1i(objects[at] ?? null, x),
    glUniform2f: (at, x, y) => gl.uniform2f(objects[at] ?? null, x, y),
    glUniform4f: (at, x, y, z, w) => gl.uniform4f(objects[at] ?? null, x, y, z, w),
    glUniformMatrix4fv: (at, count, transposes, from) => gl.uniformMatrix4fv(objects[at] ?? null, !!transposes,
      new Float32Array(memory().buffer, from, 16 * count)),
    glUseProgram: (p) => gl.useProgram(objects[p]),
    glVertexAttribPointer: (at, size, type, normalizes, stride, offset) =>
      gl.vertexAttribPointer(at, size, type, !!normalizes, stride, offset),
  });
}
