// SPDX-License-Identifier: MIT
// The files that the module sees: a table in memory, whose folder /state is kept by the browser, and
// whatever is written to /files is downloaded. Called by the names of WASI, snapshot preview 1.

/** @typedef {{bytes: Uint8Array, size: number, node: number, time: number}} FileData */
/** @typedef {{path: string, file: FileData | null, at: number, appends: boolean, written: boolean}} OpenFile */

const kErrors = { again: 6, bad: 8, exists: 20, none: 44, folder: 31, notFolder: 54, unsupported: 58 };
const kFolders = new Set(['/', '/state', '/files', '/usr', '/usr/share', '/usr/share/fonts', '/usr/share/fonts/truetype',
                          '/usr/share/fonts/truetype/wqy']);

class FileTable {
  constructor() {
    /** @type {Map<string, FileData>} */
    this.files = new Map();
    /** @type {Map<number, OpenFile>} */
    this.open = new Map([[3, { path: '/', file: null, at: 0, appends: false, written: false }]]);
    this.nodes = 1;
    /** Files that another tab has to itself. @type {Set<string>} */
    this.taken = new Set();
    /** The module's, once there is one. */
    this.memory = new WebAssembly.Memory({ initial: 0 });
    /** Called with the path of a file that was written whole, was renamed or has gone. @type {(path: string) => void} */
    this.changed = () => {};
  }
  /** @param {string} path @param {Uint8Array} bytes */
  put(path, bytes) {
    this.files.set(path, { bytes, size: bytes.length, node: ++this.nodes, time: Date.now() });
  }
  /** @param {string} path */
  content(path) {
    const file = this.files.get(path);
    return file?.bytes.subarray(0, file.size);
  }
  view() { return new DataView(this.memory.buffer); }
  /** @param {number} fd @param {number} at @param {number} size */
  path(fd, at, size) {
    const name = new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, size));
    const folder = this.open.get(fd)?.path ?? '/';
    const parts = (name.startsWith('/') ? name : folder + '/' + name).split('/');
    /** @type {string[]} */
    const all = [];
    for (const part of parts)
      if (part === '..') all.pop();
      else if (part !== '' && part !== '.') all.push(part);
    return '/' + all.join('/');
  }
  /** @param {number} to @param {FileData | null | undefined} file */
  writeStat(to, file) {
    const view = this.view();
    new Uint8Array(this.memory.buffer, to, 64).fill(0);
    view.setBigUint64(to + 8, BigInt(file?.node ?? 0), true);
    view.setUint8(to + 16, file ? 4 : 3);
    view.setBigUint64(to + 24, 1n, true);
    view.setBigUint64(to + 32, BigInt(file?.size ?? 0), true);
    for (const at of [40, 48, 56]) view.setBigUint64(to + at, BigInt(file?.time ?? 0) * 1000000n, true);
    return 0;
  }
  /** @param {FileData} file @param {number} size */
  grow(file, size) {
    if (size > file.bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * file.bytes.length));
      larger.set(file.bytes);
      file.bytes = larger;
    }
    file.size = Math.max(file.size, size);
  }
  /** Calls `each(address, size)` for the parts of a gathered buffer. @param {number} list @param {number} count
      @param {(at: number, size: number) => number} each */
  parts(list, count, each) {
    let sum = 0;
    for (let k = 0; k < count; ++k)
      sum += each(this.view().getUint32(list + 8 * k, true), this.view().getUint32(list + 8 * k + 4, true));
    return sum;
  }

  /** What the module imports. */
  imports() {
    return {
      /** @param {number} _clock @param {bigint} _precision @param {number} to */
      clock_time_get: (_clock, _precision, to) => {
        const ms = _clock === 0 ? Date.now() : performance.now();
        this.view().setBigUint64(to, BigInt(Math.round(ms * 1e6)), true);
        return 0;
      },
      clock_res_get: () => kErrors.unsupported,
      /** @param {number} count @param {number} size */
      environ_sizes_get: (count, size) => {
        this.view().setUint32(count, 0, true);
        this.view().setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      /** @param {number} fd */
      fd_close: (fd) => {
        const open = this.open.get(fd);
        if (!open) return kErrors.bad;
        this.open.delete(fd);
        if (open.written) this.changed(open.path);
        return 0;
      },
      /** @param {number} fd @param {number} to */
      fd_fdstat_get: (fd, to) => {
        const open = this.open.get(fd);
        new Uint8Array(this.memory.buffer, to, 24).fill(0);
        this.view().setUint8(to, open ? (open.file ? 4 : 3) : 2);
        this.view().setUint16(to + 2, open?.appends ? 1 : 0, true);
        this.view().setBigUint64(to + 8, ~0n & 0x1fffffffn, true);
        this.view().setBigUint64(to + 16, ~0n & 0x1fffffffn, true);
        return 0;
      },
      fd_fdstat_set_flags: () => 0,
      /** @param {number} fd @param {number} to */
      fd_filestat_get: (fd, to) => this.open.has(fd) ? this.writeStat(to, this.open.get(fd)?.file) : kErrors.bad,
      /** @param {number} fd @param {bigint} size */
      fd_filestat_set_size: (fd, size) => {
        const open = this.open.get(fd);
        if (!open?.file) return kErrors.bad;
        this.grow(open.file, Number(size));
        open.file.size = Number(size);
        open.written = true;
        return 0;
      },
      /** @param {number} fd @param {number} to */
      fd_prestat_get: (fd, to) => {
        if (fd !== 3) return kErrors.bad;
        this.view().setUint32(to, 0, true);
        this.view().setUint32(to + 4, 1, true);
        return 0;
      },
      /** @param {number} _fd @param {number} to */
      fd_prestat_dir_name: (_fd, to) => {
        this.view().setUint8(to, 47);
        return 0;
      },
      /** @param {number} fd @param {number} list @param {number} count @param {number} done */
      fd_read: (fd, list, count, done) => {
        const open = this.open.get(fd), file = open?.file;
        if (!open || !file) return kErrors.bad;
        const sum = this.parts(list, count, (at, size) => {
          const part = file.bytes.subarray(open.at, Math.min(open.at + size, file.size));
          new Uint8Array(this.memory.buffer).set(part, at);
          open.at += part.length;
          return part.length;
        });
        this.view().setUint32(done, sum, true);
        return 0;
      },
      /** @param {number} fd @param {number} to @param {number} size @param {bigint} cookie @param {number} used */
      fd_readdir: (fd, to, size, cookie, used) => {
        const folder = this.open.get(fd)?.path ?? '/', begin = folder === '/' ? '/' : folder + '/';
        const names = [...kFolders, ...this.files.keys()].filter(
          (p) => p.startsWith(begin) && p.length > begin.length && !p.slice(begin.length).includes('/'));
        let at = 0;
        for (let k = Number(cookie); k < names.length && at < size; ++k) {
          const name = new TextEncoder().encode(names[k].slice(begin.length));
          const entry = new Uint8Array(24 + name.length), view = new DataView(entry.buffer);
          view.setBigUint64(0, BigInt(k + 1), true);
          view.setUint32(16, name.length, true);
          view.setUint8(20, this.files.has(names[k]) ? 4 : 3);
          entry.set(name, 24);
          const part = entry.subarray(0, size - at);
          new Uint8Array(this.memory.buffer).set(part, to + at);
          at += part.length;
        }
        this.view().setUint32(used, at, true);
        return 0;
      },
      /** @param {number} fd @param {bigint} by @param {number} whence @param {number} to */
      fd_seek: (fd, by, whence, to) => {
        const open = this.open.get(fd);
        if (!open?.file) return kErrors.bad;
        open.at = Number(by) + (whence === 1 ? open.at : whence === 2 ? open.file.size : 0);
        this.view().setBigUint64(to, BigInt(open.at), true);
        return 0;
      },
      fd_sync: () => 0,
      /** @param {number} fd @param {number} list @param {number} count @param {number} done */
      fd_write: (fd, list, count, done) => {
        const open = this.open.get(fd), file = open?.file;
        const sum = this.parts(list, count, (at, size) => {
          const part = new Uint8Array(this.memory.buffer, at, size);
          if (!open || !file) return console.error(new TextDecoder().decode(part)), size;
          if (open.appends) open.at = file.size;
          this.grow(file, open.at + size);
          file.bytes.set(part, open.at);
          open.at += size;
          return size;
        });
        if (open) open.written = true;
        this.view().setUint32(done, sum, true);
        return 0;
      },
      /** @param {number} fd @param {number} at @param {number} size */
      path_create_directory: (fd, at, size) => {
        const path = this.path(fd, at, size);
        if (kFolders.has(path) || this.files.has(path)) return kErrors.exists;
        kFolders.add(path);
        return 0;
      },
      /** @param {number} fd @param {number} _flags @param {number} at @param {number} size @param {number} to */
      path_filestat_get: (fd, _flags, at, size, to) => {
        const path = this.path(fd, at, size);
        if (!kFolders.has(path) && !this.files.has(path)) return kErrors.none;
        return this.writeStat(to, this.files.get(path));
      },
      /** @param {number} fd @param {number} _flags @param {number} at @param {number} size @param {number} how
          @param {bigint} _rights @param {bigint} _inheriting @param {number} flags @param {number} to */
      path_open: (fd, _flags, at, size, how, _rights, _inheriting, flags, to) => {
        const path = this.path(fd, at, size), creates = (how & 1) !== 0, isFolder = kFolders.has(path);
        if (this.taken.has(path)) return kErrors.again;
        if (!isFolder && (how & 2)) return this.files.has(path) ? kErrors.notFolder : kErrors.none;
        if (!isFolder && !this.files.has(path)) {
          if (!creates) return kErrors.none;
          this.put(path, new Uint8Array(0));
        }
        const file = isFolder ? null : this.files.get(path) ?? null;
        if (file && (how & 8)) file.size = 0;
        let number = 4;
        while (this.open.has(number)) ++number;
        this.open.set(number, { path, file, at: 0, appends: (flags & 1) !== 0, written: (how & 8) !== 0 });
        this.view().setUint32(to, number, true);
        return 0;
      },
      /** @param {number} fd @param {number} at @param {number} size */
      path_remove_directory: (fd, at, size) => kFolders.delete(this.path(fd, at, size)) ? 0 : kErrors.none,
      /** @param {number} fd @param {number} at @param {number} size @param {number} newFd @param {number} newAt
          @param {number} newSize */
      path_rename: (fd, at, size, newFd, newAt, newSize) => {
        const from = this.path(fd, at, size), to = this.path(newFd, newAt, newSize), file = this.files.get(from);
        if (!file) return kErrors.none;
        this.files.delete(from);
        this.files.set(to, file);
        for (const open of this.open.values())
          if (open.file === file) open.path = to, open.written = false;
        this.changed(from);
        this.changed(to);
        return 0;
      },
      /** @param {number} fd @param {number} at @param {number} size */
      path_unlink_file: (fd, at, size) => {
        const path = this.path(fd, at, size);
        if (kFolders.has(path)) return kErrors.folder;
        if (!this.files.delete(path)) return kErrors.none;
        this.changed(path);
        return 0;
      },
      poll_oneoff: () => kErrors.unsupported,
      /** @param {number} code */
      proc_exit: (code) => { throw new Error(`the program ended with ${code}`); },
    };
  }
}
