// SPDX-License-Identifier: MIT
// The page: starts the module, gives it frames, input and files, and does for it what only a browser can.

/** @typedef {Record<string, any> & {memory: WebAssembly.Memory}} Module */

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('canvas'));
const typing = /** @type {HTMLInputElement} */ (document.getElementById('typing'));
const chooser = /** @type {HTMLInputElement} */ (document.getElementById('chooser'));
const table = new FileTable();
/** @type {Module} */
let module;
let calm = 0;  // frames without input while nothing moves

/** @param {string} sentence */
function fail(sentence) {
  const note = /** @type {HTMLElement} */ (document.getElementById('note'));
  note.textContent = sentence;
  note.hidden = false;
  canvas.hidden = true;
}

/** @param {string} id @returns {Uint8Array} */
function embedded(id) {
  const text = atob(document.getElementById(id)?.textContent?.trim() ?? '');
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

/** @param {Uint8Array} bytes @param {CompressionFormat} format */
async function unpacked(bytes, format) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let all = '';
  for (const byte of bytes) all += String.fromCharCode(byte);
  return btoa(all).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// ---- the browser's storage: what is in /state

/** @returns {Promise<IDBDatabase | null>} */
function openStorage() {
  return new Promise((done) => {
    try {
      const request = indexedDB.open('phasebox', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('files');
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
    } catch {
      done(null);  // as in a frame without storage
    }
  });
}

/** @param {IDBDatabase} storage */
function loadState(storage) {
  return new Promise((/** @type {(_: void) => void} */ done) => {
    const files = storage.transaction('files').objectStore('files');
    const cursor = files.openCursor();
    cursor.onerror = () => done();
    cursor.onsuccess = () => {
      if (!cursor.result) return done();
      table.put(String(cursor.result.key), cursor.result.value);
      cursor.result.continue();
    };
  });
}

/** @param {IDBDatabase} storage @param {string} path */
function keepState(storage, path) {
  const files = storage.transaction('files', 'readwrite').objectStore('files');
  const bytes = table.content(path);
  if (bytes) files.put(bytes.slice(), path);
  else files.delete(path);
}

/** @param {string} path */
function download(path) {
  const bytes = table.content(path), name = path.slice(path.lastIndexOf('/') + 1);
  if (!bytes || name.startsWith('.')) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes.slice()]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// ---- texts and files to the module

/** @param {string | Uint8Array} text */
function give(text) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const at = module.text(bytes.length);
  new Uint8Array(module.memory.buffer).set(bytes, at);
}

/** @param {number} at */
function textAt(at) {
  const bytes = new Uint8Array(module.memory.buffer);
  return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
}

/** @param {Iterable<File>} files */
async function openFiles(files) {
  for (const file of files) {
    let bytes = new Uint8Array(await file.arrayBuffer()), name = file.name;
    if (bytes[0] === 0x1f && bytes[1] === 0x8b)
      try {
        bytes = await unpacked(bytes, 'gzip');
        name = name.replace(/\.gz$/, '');
      } catch { /* the module says what is wrong with it */ }
    table.put('/files/' + name, bytes);
    give('/files/' + name);
    module.open();
  }
  wake();
}

// ---- links

/** The address after its #, with the document in it unpacked. */
async function linkText() {
  try {
    const link = decodeURIComponent(location.hash.slice(1));
    const at = link.search(/(^|&)s=/);
    if (at < 0) return link;
    const code = link.slice(link.indexOf('s=', at) + 2);
    const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const document = new TextDecoder().decode(await unpacked(bytes, 'deflate'));
    return (link.slice(0, at) ? link.slice(0, at) + '&' : '') + 'document=' + document;
  } catch {
    return 'document=';
  }
}

const imports = {
  /** @param {number} sentence */
  fail: (sentence) => fail(textAt(sentence)),
  /** @param {number} text */
  copy: (text) => { navigator.clipboard?.writeText(textAt(text)).catch(() => {}); },
  full_screen: () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  },
  pick_file: () => chooser.click(),
  /** @param {number} shape @param {number} wantsText */
  pointer: (shape, wantsText) => {
    const names = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'not-allowed'];
    canvas.style.cursor = shape < 0 ? 'none' : names[shape];
    // The keyboard of a phone comes with the focus of a text field.
    if (wantsText && document.activeElement !== typing) typing.focus({ preventScroll: true });
    else if (!wantsText && document.activeElement === typing) typing.blur();
  },
  /** @param {number} rest @param {number} text */
  link: async (rest, text) => {
    const before = textAt(rest), document = textAt(text);
    const link = document ? before + 's=' + await packed(document) : before;
    history.replaceState(null, '', '#' + link);
    navigator.clipboard?.writeText(location.href).catch(() => {});
  },
};

// ---- frames

const wake = () => { calm = 0; };

function frame() {
  requestAnimationFrame(frame);
  // While nothing moves there are a few frames a second, for what blinks and fades.
  if (++calm > 60 && calm % 6 !== 0) return;
  const ratio = devicePixelRatio || 1;
  const width = Math.max(1, Math.round(innerWidth * ratio)), height = Math.max(1, Math.round(innerHeight * ratio));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
    module.rescale(screenScale());
  }
  if (module.frame(width, height)) calm = 0;
}

/** As the desktop has it: by the density, in quarters. */
const screenScale = () => Math.min(3, Math.max(1, Math.round(4 * (devicePixelRatio || 1)) / 4));

// ---- input

/** @type {Map<string, number>} */
const places = new Map();
/** @param {MouseEvent | Touch} event */
const at = (event) => /** @type {[number, number]} */ ([event.clientX * devicePixelRatio, event.clientY * devicePixelRatio]);

/** The key by its character, by its place where that is outside ASCII. @param {KeyboardEvent} event */
function keyName(event) {
  if (event.key.length !== 1 || event.key < '\x7f') return event.key;
  const letter = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1];
  return letter ?? { BracketLeft: '[', BracketRight: ']', Comma: ',', Period: '.' }[event.code] ?? '';
}

/** @param {KeyboardEvent} event */
function takeKey(event) {
  const isDown = event.type === 'keydown';
  const holdsCtrl = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (event.isComposing || event.key === 'Unidentified' || (holdsCtrl && /^[vV]$/.test(event.key) && !isDown)) return;
  if (!places.has(event.code)) places.set(event.code, places.size + 1);
  give(keyName(event));
  module.key(places.get(event.code), (holdsCtrl ? 1 : 0) + (event.shiftKey ? 2 : 0) + (event.altKey ? 4 : 0),
    (isDown ? 1 : 0) + (event.repeat ? 2 : 0) + (/^(Control|Shift|Alt|Meta|AltGraph)/.test(event.key) ? 4 : 0));
  const types = isDown && [...event.key].length === 1 && !holdsCtrl;
  if (types) {
    give(event.key);
    module.typed();
  }
  // The browser keeps what closes, reloads and inspects, and pasting, which comes as an event.
  const isBrowsers = /^F(5|11|12)$/.test(event.key) || (holdsCtrl && /^[cvxwtnrlVCX]$/.test(event.key));
  if (!isBrowsers) event.preventDefault();
  wake();
}

/** One finger is the left button, two pan and zoom, a long press opens the menu. */
class Touches {
  constructor() {
    this.kind = /** @type {'none' | 'one' | 'two' | 'held'} */ ('none');
    this.distance = 0;
    this.begun = [0, 0];
    this.last = [0, 0];
    this.timer = 0;
  }
  /** @param {TouchEvent} event */
  take(event) {
    event.preventDefault();
    wake();
    const fingers = [...event.touches];
    if (event.type === 'touchstart') this.begin(fingers);
    else if (event.type === 'touchmove') this.move(fingers);
    else if (fingers.length === 0) this.end();
  }
  /** @param {Touch[]} fingers */
  begin(fingers) {
    clearTimeout(this.timer);
    if (fingers.length === 1) {
      const [x, y] = this.begun = this.last = at(fingers[0]);
      module.move(x, y);
      module.button(0, 1, x, y);
      this.kind = 'one';
      this.timer = window.setTimeout(() => this.hold(), 500);
    } else if (this.kind === 'one') {
      const [x, y] = this.last = middle(fingers);
      module.button(0, 0, ...at(fingers[0]));
      module.move(x, y);
      module.button(2, 1, x, y);
      this.distance = spread(fingers);
      this.kind = 'two';
    }
  }
  hold() {
    const [x, y] = this.begun;
    module.button(0, 0, x, y);
    module.button(1, 1, x, y);
    module.button(1, 0, x, y);
    this.kind = 'held';
    wake();
  }
  /** @param {Touch[]} fingers */
  move(fingers) {
    const [x, y] = this.last = fingers.length > 1 ? middle(fingers) : at(fingers[0]);
    if (Math.hypot(x - this.begun[0], y - this.begun[1]) > 10 * devicePixelRatio) clearTimeout(this.timer);
    if (this.kind === 'held') return;
    module.move(x, y);
    if (this.kind !== 'two' || fingers.length < 2) return;
    // A notch of the wheel is a factor of 1.1 or so.
    const now = spread(fingers);
    module.wheel(Math.log(now / this.distance) / Math.log(1.15));
    this.distance = now;
  }
  end() {
    clearTimeout(this.timer);
    const [x, y] = this.last;
    if (this.kind === 'one') module.button(0, 0, x, y);
    if (this.kind === 'two') module.button(2, 0, x, y);
    module.move(-1, -1);  // a finger that is gone hovers over nothing
    this.kind = 'none';
  }
}
/** @param {Touch[]} fingers @returns {[number, number]} */
function middle([a, b]) {
  const [ax, ay] = at(a), [bx, by] = at(b);
  return [(ax + bx) / 2, (ay + by) / 2];
}
/** @param {Touch[]} fingers */
const spread = ([a, b]) => Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));

function listen() {
  const touches = new Touches();
  for (const kind of ['touchstart', 'touchmove', 'touchend', 'touchcancel'])
    canvas.addEventListener(kind, (event) => touches.take(/** @type {TouchEvent} */ (event)), { passive: false });
  canvas.addEventListener('mousemove', (event) => { module.move(...at(event)); wake(); });
  for (const kind of ['mousedown', 'mouseup'])
    window.addEventListener(kind, (e) => {
      const event = /** @type {MouseEvent} */ (e);
      if (kind === 'mousedown' && event.target !== canvas) return;
      const number = [0, 2, 1][event.button];
      if (number !== undefined) module.button(number, kind === 'mousedown' ? 1 : 0, ...at(event));
      wake();
    });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 3 : 100;
    module.wheel(-event.deltaY / notch);
    wake();
  }, { passive: false });
  for (const kind of ['keydown', 'keyup'])
    window.addEventListener(kind, (event) => takeKey(/** @type {KeyboardEvent} */ (event)));
  // Keyboards of phones name no keys.
  typing.addEventListener('input', () => {
    give(typing.value);
    if (typing.value) module.typed();
    typing.value = '';
    wake();
  });
  window.addEventListener('paste', (event) => {
    give(event.clipboardData?.getData('text/plain') ?? '');
    module.pasted();
    openFiles(event.clipboardData?.files ?? []);
  });
  window.addEventListener('blur', () => module.lose_focus());
  window.addEventListener('pagehide', () => module.leave());
  /** Tells the module whether something is dragged over the page. @param {number} isOver */
  const drag = (isOver) => {
    module.drag(isOver);
    wake();
  };
  window.addEventListener('dragenter', () => drag(1));
  window.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) drag(0);
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    drag(0);
    openFiles(event.dataTransfer?.files ?? []);
  });
  chooser.addEventListener('change', () => {
    openFiles(chooser.files ?? []);
    chooser.value = '';
  });
  window.addEventListener('hashchange', async () => {
    give(await linkText());
    module.follow_link();
    wake();
  });
}

// ---- the start

/** The resolution of the browser's clock, in ms: 0.1 in some, 1 in others, finer in isolated pages. */
function clockStep() {
  let step = Infinity;
  for (let steps = 0, last = performance.now(); steps < 5;) {
    const now = performance.now();
    if (now > last) step = Math.min(step, now - last), ++steps;
    last = now;
  }
  return Number(step.toPrecision(2));
}

/** @param {WebGL2RenderingContext} gl @param {number} step of the clock, ms */
async function load(gl, step) {
  const [bytes, chinese] = await Promise.all(['wasm', 'chinese'].map((id) => unpacked(embedded(id), 'gzip')));
  table.put('/usr/share/fonts/truetype/wqy/wqy-microhei.ttc', chinese);
  const browser = /(?:Firefox|Edg|Chrome|Version)\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? 'a browser';
  const facts = `WebAssembly in ${browser}, whose clock steps by ${step} ms`;
  table.put('/etc/os-release', new TextEncoder().encode(`NAME="${facts}"\n`));
  const { instance } = await WebAssembly.instantiate(/** @type {BufferSource} */ (bytes), {
    page: imports,
    wasi_snapshot_preview1: table.imports(),
    env: glFunctions(gl, () => module.memory, (size) => module.malloc(size)),
  });
  module = /** @type {Module} */ (instance.exports);
  table.memory = module.memory;
}

/** Begins while no other tab does. What it locks then stays locked until the tab goes, as files on a desktop.
    @param {() => Promise<void>} begin */
async function beginAlone(begin) {
  const locks = navigator.locks;
  await locks.request('phasebox', async () => {
    for (const { name } of (await locks.query()).held ?? []) table.taken.add(String(name));
    await begin();
    for (const path of table.files.keys())
      if (path.endsWith('.lock')) locks.request(path, () => new Promise(() => {}));
  });
}

async function start() {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: false });
  if (!gl) return fail('This browser has no WebGL 2, by which Phasebox draws; use a current browser, and switch its graphics acceleration on.');
  const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
  if (!WebAssembly.validate(simd)) return fail('This browser has no WebAssembly with vectors (SIMD); use a current one.');
  try {
    const isEmbedded = new URLSearchParams(location.search).has('embed');
    const step = clockStep(), storage = await openStorage();
    await load(gl, step);
    module._initialize();
    table.changed = (path) => {
      if (path.startsWith('/files/')) download(path);
      else if (storage && !isEmbedded && !/\.phasebox-new\d+$/.test(path)) keepState(storage, path);
    };
    const begin = async () => {
      if (storage) await loadState(storage);
      give(await linkText());
      module.begin(screenScale(), isEmbedded ? 1 : 0, step, innerWidth * devicePixelRatio);
    };
    await (storage && navigator.locks && !isEmbedded ? beginAlone(begin) : begin());
  } catch (error) {
    return fail(`Phasebox could not start in this browser: ${error instanceof Error ? error.message : error}.`);
  }
  listen();
  canvas.dataset.began = 'yes';
  requestAnimationFrame(frame);
}

window.addEventListener('error', (event) => {
  if (event.error instanceof WebAssembly.RuntimeError)
    fail('Phasebox has stopped, most likely for want of memory; reload the page: what it showed a few seconds ago comes back.');
});
start();
