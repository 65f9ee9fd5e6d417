// SPDX-License-Identifier: MIT
// Boxes in, pairs out. What is meant for users is described in phasebox.d.ts; how the WebAssembly
// side is called is in wasm.cpp, in the repository.

/** What went wrong, in the library's words: what, the rule, the remedy. */
export class PhaseboxError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'PhaseboxError';
  }
}

// A module whose only function needs vector instructions.
const vectors = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** Whether this machine runs the faster of the two builds. */
export const hasVectors = () => WebAssembly.validate(new Uint8Array(vectors));

/** Starts the library. Each call makes one with memory of its own. */
export async function load({ wasm, vectors = hasVectors() } = {}) {
  // Bundlers look for these two expressions as they stand.
  wasm ??= vectors
    ? new URL('./phasebox.wasm', import.meta.url)
    : new URL('./phasebox-scalar.wasm', import.meta.url);
  return Phasebox.start(wasm instanceof WebAssembly.Module ? wasm : await compile(wasm));
}

async function compile(wasm) {
  const bytes = await bytesOf(wasm);
  return WebAssembly.compile(bytes).catch((cause) => {
    throw new PhaseboxError(`${String(wasm).slice(0, 200)} is no WebAssembly; ${remedy}`, { cause });
  });
}

const remedy = "say where phasebox.wasm is: load({ wasm: '...' })";

async function bytesOf(wasm) {
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return wasm;
  const url = new URL(wasm, globalThis.location?.href ?? import.meta.url);
  if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
    const files = 'node:fs/promises'; // not for bundlers to follow
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ files)).readFile(url);
  }
  const response = await fetch(url).catch((cause) => {
    throw new PhaseboxError(`${url} cannot be fetched; ${remedy}`, { cause });
  });
  if (!response.ok) throw new PhaseboxError(`${url} was answered by ${response.status}; ${remedy}`);
  return response.arrayBuffer();
}

const all = 0xFFFFFFFF; // of a mask
const kinds = ['real', 'integer', 'flag', 'choice'];

/** One running copy of the library. */
class Phasebox {
  /** @internal */ wasm;
  // Views of the memory, made again when it has grown.
  #bytes = new Uint8Array();
  #u32 = new Uint32Array();
  #f32 = new Float32Array();
  #results = 0;

  static async start(module) {
    const phasebox = new Phasebox();
    let stack = 0;
    const js = {
      now: () => performance.now(),
      throw_out_of_memory() {
        phasebox.wasm.__stack_pointer.value = stack; // nothing returns to where it was called
        throw new PhaseboxError('there is no more memory; dispose of what was being changed');
      },
    };
    phasebox.wasm = (await WebAssembly.instantiate(module, { js })).exports;
    stack = phasebox.wasm.__stack_pointer.value;
    phasebox.wasm._initialize();
    phasebox.#results = phasebox.wasm.results() / 4;
    return phasebox;
  }

  get version() {
    return this.textAt(this.wasm.version());
  }

  get broadphases() {
    const all = [];
    for (let at; (at = this.wasm.info(all.length)) !== 0; ) {
      const [id, title, summary, source] = this.u32.subarray(at / 4, at / 4 + 4);
      all.push({ id: this.textAt(id), title: this.textAt(title), summary: this.textAt(summary), source: this.textAt(source) });
    }
    return all;
  }

  finder(id, options = {}) {
    return new Finder(this, id, options);
  }

  world(id, options = {}) {
    return new World(this, id, options);
  }

  /** @internal */
  get bytes() {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.wasm.memory.buffer);
    return this.#bytes;
  }
  /** @internal */
  get u32() {
    if (this.#u32.length === 0) this.#u32 = new Uint32Array(this.wasm.memory.buffer);
    return this.#u32;
  }
  /** @internal */
  get f32() {
    if (this.#f32.length === 0) this.#f32 = new Float32Array(this.wasm.memory.buffer);
    return this.#f32;
  }
  /** Where the results of the last call begin, in bytes. @internal */
  get first() {
    return this.u32[this.#results];
  }
  /** How many there are. @internal */
  get count() {
    return this.u32[this.#results + 1];
  }

  /** @internal */
  textAt(address) {
    return new TextDecoder().decode(this.bytes.subarray(address, this.bytes.indexOf(0, address)));
  }
  /** Two at a time: 0 and 1. @internal */
  put(text, place = 0) {
    const letters = new TextEncoder().encode(text).subarray(0, 127), at = this.wasm.text() + 128 * place;
    this.bytes.set(letters, at);
    this.bytes[at + letters.length] = 0;
    return at;
  }
  /** @internal */
  check(status) {
    if (status !== 0) this.fail();
  }
  /** @internal */
  fail() {
    throw new PhaseboxError(this.textAt(this.wasm.error()));
  }
}

// What was forgotten without dispose().
const forgotten = new FinalizationRegistry(([destroy, address]) => destroy(address));

/** What lives in the library's memory and has a broadphase: a finder or a world. */
class Searcher {
  /** @internal */ phasebox;
  /** @internal */ address = 0;
  #destroy;
  #broadphase;

  constructor(phasebox, id, { maxPairs = 0, ...params }, create, destroy, broadphase) {
    if (!(Number.isSafeInteger(maxPairs) && maxPairs >= 0))
      throw new PhaseboxError(`maxPairs is ${maxPairs}; it must be a whole number, 0 for no limit`);
    this.phasebox = phasebox;
    this.#destroy = destroy;
    const address = create(phasebox.put(String(id)), maxPairs);
    if (address === 0) phasebox.fail();
    this.address = address;
    this.#broadphase = broadphase(address);
    forgotten.register(this, [destroy, address], this);
    try {
      for (const [key, value] of Object.entries(params)) this.set(key, value);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  get params() {
    this.alive();
    const { wasm } = this.phasebox, all = [];
    for (let at; (at = wasm.param(this.#broadphase, all.length)) !== 0; ) {
      const words = this.phasebox.u32.subarray(at / 4, at / 4 + 14);
      const numbers = new Float64Array(wasm.memory.buffer, at + 16, 4);
      const text = (place) => this.phasebox.textAt(place);
      all.push({
        key: text(words[0]), unit: text(words[1]), help: text(words[2]), kind: kinds[words[3]],
        lowest: numbers[0], highest: numbers[1], initial: numbers[2], value: numbers[3],
        choices: Array.from(this.phasebox.u32.subarray(words[12] / 4, words[12] / 4 + words[13]), text),
      });
    }
    return all;
  }

  set(key, value) {
    const wasm = this.alive(), { phasebox } = this;
    // JavaScript's way of writing keys is allowed: groupSize.
    const name = phasebox.put(key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    phasebox.check(typeof value === 'string'
      ? wasm.set_text(this.#broadphase, name, phasebox.put(value, 1))
      : wasm.set(this.#broadphase, name, Number(value)));
  }

  dispose() {
    if (this.address === 0) return;
    forgotten.unregister(this);
    this.#destroy(this.address);
    this.address = 0;
  }

  /** The functions to call. @internal */
  alive() {
    if (this.address === 0) throw new PhaseboxError('it was disposed of; make another');
    return this.phasebox.wasm;
  }
}

// `using` of newer engines; elsewhere dispose() is called by hand.
if (Symbol.dispose) Searcher.prototype[Symbol.dispose] = Searcher.prototype.dispose;

/** Goes over pairs that lie in an array, and makes no object for each: what it gives is the same one again. */
class PairIterator {
  #result = { done: false, value: [0, 0] };
  #array;
  #next = 0;
  #end = 0;

  begin(array, first, count) {
    this.#array = array;
    this.#next = first;
    this.#end = first + 2 * count;
    return this;
  }
  next() {
    const result = this.#result;
    result.done = this.#next >= this.#end;
    if (!result.done) {
      result.value[0] = this.#array[this.#next++];
      result.value[1] = this.#array[this.#next++];
    }
    return result;
  }
  return() {
    this.#end = 0;
    return this.#result;
  }
  [Symbol.iterator]() {
    return this;
  }
}

const maxCapacity = 2 ** 27;

/** One column of a frame: an array for the user, and where a search wants it. */
class Column {
  #bytes;
  #part; // of the bytes: those of the last frame
  #width;
  #address;

  constructor(finder, number, array, width = 1) {
    this.array = array;
    this.#bytes = this.#part = new Uint8Array(array.buffer);
    this.#width = width * array.BYTES_PER_ELEMENT;
    this.#address = finder.alive().finder_column(finder.address, number, array.byteLength);
  }
  /** For its first n boxes; a thousandth of a search. The array is not in the library's memory, since JavaScript
   *  detaches what is there whenever memory grows, and then what users write is lost without a word. */
  copy(n, memory) {
    if (this.#part.length !== n * this.#width) this.#part = this.#bytes.subarray(0, n * this.#width);
    memory.set(this.#part, this.#address);
  }
}

/** Frame by frame: see phasebox.d.ts. */
class Finder extends Searcher {
  capacity;
  #columns = [];
  #found = new Uint32Array();
  #iterator = new PairIterator();

  constructor(phasebox, id, { capacity, ...options }) {
    if (!(Number.isInteger(capacity) && capacity >= 0 && capacity <= maxCapacity))
      throw new PhaseboxError(`capacity is ${capacity}; it must be the most boxes of a frame, up to ${maxCapacity}`);
    const { wasm } = phasebox;
    super(phasebox, id, options, wasm.finder_create, wasm.finder_destroy, wasm.finder_broadphase);
    this.capacity = capacity;
    try {
      this.#columns[0] = new Column(this, 0, new Float32Array(4 * capacity), 4);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  get boxes() {
    return this.#columns[0].array;
  }
  get categories() {
    return (this.#columns[1] ??= new Column(this, 1, new Uint32Array(this.capacity).fill(1))).array;
  }
  get masks() {
    return (this.#columns[2] ??= new Column(this, 2, new Uint32Array(this.capacity).fill(all))).array;
  }
  get groups() {
    return (this.#columns[3] ??= new Column(this, 3, new Int32Array(this.capacity))).array;
  }
  get statics() {
    return (this.#columns[4] ??= new Column(this, 4, new Uint8Array(this.capacity))).array;
  }

  find(n) {
    this.#search(n);
    const { first, count, wasm } = this.phasebox, known = this.#found;
    if (known.buffer !== wasm.memory.buffer || known.byteOffset !== first || known.length !== 2 * count)
      this.#found = new Uint32Array(wasm.memory.buffer, first, 2 * count);
    return this.#found;
  }

  pairs(n) {
    this.#search(n);
    const { u32, first, count } = this.phasebox;
    return this.#iterator.begin(u32, first / 4, count);
  }

  query(minX, minY, maxX, maxY) {
    this.phasebox.check(this.alive().finder_query(this.address, minX, minY, maxX, maxY));
    return new Uint32Array(this.phasebox.wasm.memory.buffer, this.phasebox.first, this.phasebox.count);
  }

  #search(n) {
    const wasm = this.alive();
    if (!(Number.isInteger(n) && n >= 0 && n <= this.capacity))
      throw new PhaseboxError(`there are ${n} boxes; it must be a whole number up to the capacity, ${this.capacity}`);
    const { bytes } = this.phasebox;
    for (let k = 0; k < this.#columns.length; ++k) this.#columns[k]?.copy(n, bytes);
    this.phasebox.check(wasm.finder_find(this.address, n));
  }
}

/** A living object: see phasebox.d.ts. */
class WorldObject {
  data;
  /** @internal */ world;
  /** @internal */ slot;

  constructor(world, slot, data) {
    this.world = world;
    this.slot = slot;
    this.data = data;
  }
  get isAlive() {
    return this.slot >= 0;
  }
}

/** Pairs of objects, [a, b] each, in an array that is filled again. */
class ObjectPairs {
  #objects = [];
  #iterator = new PairIterator();
  length = 0;

  /** @internal */
  fill(objects, u32, first, count) {
    const kept = this.#objects;
    for (let k = 0, at = first / 4; k < count; ++k, at += 8) {
      kept[2 * k] = objects[u32[at]];
      kept[2 * k + 1] = objects[u32[at + 2]];
    }
    for (let k = 2 * count; k < 2 * this.length; ++k) kept[k] = null; // nothing is kept alive
    this.length = count;
    return this;
  }
  [Symbol.iterator]() {
    return this.#iterator.begin(this.#objects, 0, this.length);
  }
}

/** Living objects: see phasebox.d.ts. */
class World extends Searcher {
  size = 0;
  begun = new ObjectPairs();
  ended = new ObjectPairs();
  #contacts = new ObjectPairs();
  #objects = []; // by slot
  #gone = []; // slots of those that were removed since the last update

  constructor(phasebox, id, options) {
    const { wasm } = phasebox;
    super(phasebox, id, options, wasm.world_create, wasm.world_destroy, wasm.world_broadphase);
  }

  insert(minX, minY, maxX, maxY, { data, category = 1, mask = all, group = 0, static: isStatic = false } = {}) {
    const wasm = this.alive();
    this.phasebox.check(wasm.world_insert(this.address, minX, minY, maxX, maxY, category, mask, group, isStatic));
    const slot = this.phasebox.u32[this.phasebox.first / 4];
    ++this.size;
    return (this.#objects[slot] = new WorldObject(this, slot, data));
  }
  move(object, minX, minY, maxX, maxY) {
    this.phasebox.check(this.alive().world_move(this.address, this.#slotOf(object), minX, minY, maxX, maxY));
  }
  setFilter(object, { category = 1, mask = all, group = 0 }) {
    this.phasebox.check(this.alive().world_set_filter(this.address, this.#slotOf(object), category, mask, group));
  }
  setStatic(object, isStatic) {
    this.phasebox.check(this.alive().world_set_static(this.address, this.#slotOf(object), isStatic));
  }
  remove(object) {
    this.phasebox.check(this.alive().world_remove(this.address, this.#slotOf(object)));
    this.#gone.push(object.slot);
    object.slot = -1;
    --this.size;
  }
  boxOf(object) {
    this.phasebox.check(this.alive().world_box(this.address, this.#slotOf(object)));
    const at = this.phasebox.first / 4;
    return Array.from(this.phasebox.f32.subarray(at, at + 4));
  }

  update() {
    this.phasebox.check(this.alive().world_update(this.address));
    this.#fill(this.begun, 1);
    this.#fill(this.ended, 2);
    while (this.#gone.length > 0) this.#objects[this.#gone.pop()] = null;
  }
  get pairs() {
    return this.#fill(this.#contacts, 0);
  }

  queryBox(minX, minY, maxX, maxY, { mask = all, into = [] } = {}) {
    return this.#hits(this.alive().world_query_box(this.address, minX, minY, maxX, maxY, mask), into);
  }
  queryPoint(x, y, { mask = all, into = [] } = {}) {
    return this.#hits(this.alive().world_query_point(this.address, x, y, mask), into);
  }
  queryCircle(x, y, radius, { mask = all, into = [] } = {}) {
    return this.#hits(this.alive().world_query_circle(this.address, x, y, radius, mask), into);
  }
  querySegment(fromX, fromY, toX, toY, { mask = all } = {}) {
    return this.#distances(this.alive().world_query_segment(this.address, fromX, fromY, toX, toY, mask));
  }
  nearest(x, y, { k = 1, mask = all } = {}) {
    return this.#distances(this.alive().world_nearest(this.address, x, y, k, mask));
  }

  #slotOf(object) {
    if (object?.world === this && object.slot >= 0) return object.slot;
    throw new PhaseboxError(object?.world === this ? 'the object was removed; insert another'
                                                   : 'it is no object of this world; give what its insert() gave');
  }
  #fill(pairs, which) {
    this.phasebox.check(this.alive().world_contacts(this.address, which));
    const { u32, first, count } = this.phasebox;
    return pairs.fill(this.#objects, u32, first, count);
  }
  #hits(status, into) {
    this.phasebox.check(status);
    const { u32, first, count } = this.phasebox;
    into.length = count;
    for (let k = 0; k < count; ++k) into[k] = this.#objects[u32[first / 4 + 6 * k]];
    return into;
  }
  #distances(status) {
    this.phasebox.check(status);
    const { u32, f32, first, count } = this.phasebox, hits = [];
    for (let k = 0, at = first / 4; k < count; ++k, at += 6)
      hits.push({ object: this.#objects[u32[at]], distance: f32[at + 4] });
    return hits;
  }
}
