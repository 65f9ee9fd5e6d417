// SPDX-License-Identifier: MIT
/// <reference lib="esnext.disposable" />
/**
 * Phasebox finds which boxes overlap: frame by frame (`finder`), or among living objects that are inserted,
 * moved and removed (`world`). Boxes are min x, min y, max x, max y, as 32-bit floats. Two boxes overlap when they share
 * area; boxes that only touch do not.
 *
 * Every error is a `PhaseboxError`; nothing has changed then, but for an end of memory or more pairs than `maxPairs`.
 */

/** What went wrong, in a sentence: what, the rule, the remedy. */
export class PhaseboxError extends Error {}

export interface LoadOptions {
  /** Where phasebox.wasm is, or what it is; by default it lies beside phasebox.js, where bundlers find it. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** Which of the two builds is taken when `wasm` is not given; by default the faster one that runs. */
  vectors?: boolean;
}

/** Starts the library. Each call makes one with memory of its own. */
export function load(options?: LoadOptions): Promise<Phasebox>;

/** Whether this machine runs the build with vector instructions (WebAssembly SIMD). */
export function hasVectors(): boolean;

export interface Broadphase {
  /** What `finder` and `world` take: "aabb-tree". */
  readonly id: BroadphaseId;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** Where the method is from. */
  readonly source: string;
}

export type BroadphaseId =
  | 'auto' | 'brute-force' | 'rdc' | 'sort-and-sweep' | 'incremental-sap' | 'uniform-grid' | 'spatial-hash'
  | 'hierarchical-grid' | 'quadtree' | 'kd-tree' | 'aabb-tree' | 'interval-tree' | 'neighbor-list';

export interface Phasebox {
  /** Of the library: "0.2.0". */
  readonly version: string;
  readonly broadphases: Broadphase[];
  /**
   * Finds the pairs of whole frames. "auto" measures several broadphases while it runs and takes the fastest.
   * Allocates.
   */
  finder(id: BroadphaseId, options: FinderOptions): Finder;
  /** A world without objects. "hierarchical-grid" and "aabb-tree" answer queries quickly. Allocates. */
  world<Data = any>(id: BroadphaseId, options?: Params & { maxPairs?: number }): World<Data>;
}

/** Parameters of a broadphase: `{ finestCell: 16 }` or `{ 'finest-cell': 16 }`; see `params` for what there is. */
export type Params = { [key: string]: number | boolean | string };

export type FinderOptions = Params & {
  /** The most boxes that a frame may have. */
  capacity: number;
  /** A search that finds more pairs is ended by an error; 0, the default, is no limit. */
  maxPairs?: number;
};

export interface Param {
  readonly key: string;
  /** "px"; may be empty. */
  readonly unit: string;
  /** One sentence. */
  readonly help: string;
  readonly kind: 'real' | 'integer' | 'flag' | 'choice';
  /** The range, ends included. */
  readonly lowest: number;
  readonly highest: number;
  readonly initial: number;
  readonly value: number;
  /** The names of a choice's values, from 0 on. */
  readonly choices: string[];
}

interface Searcher {
  /** The parameters of the broadphase, with their values. */
  readonly params: Param[];
  /** Sets a parameter. The next search starts afresh. A choice may be given by its name. */
  set(key: string, value: number | boolean | string): void;
  /** Gives its memory back. One that is forgotten is collected as well, but later. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * Finds pairs frame by frame. Box number i of a frame is the same object as number i of the frame before; objects come
 * and go at the end.
 */
export interface Finder extends Searcher {
  readonly capacity: number;
  /** [capacity * 4] min x, min y, max x, max y of each box: write here before each search. Always the same array. */
  readonly boxes: Float32Array;
  /**
   * [capacity] sets of bits. A box wants those whose category its mask contains; two boxes are a pair only when both
   * want each other. At first every category is 1 and every mask has all bits. Each of these
   * four counts from the first time that it is read.
   */
  readonly categories: Uint32Array;
  readonly masks: Uint32Array;
  /** [capacity] Two of the same group do not ask their masks: above 0 they may always be a pair, below 0 never. */
  readonly groups: Int32Array;
  /** [capacity] Not 0: static; two static boxes are no pair. */
  readonly statics: Uint8Array;
  /**
   * The overlapping pairs of the first n boxes, each once, in any order: a, b, a, b, ... with a < b. A view of the
   * library's memory, valid until the next call of any of its functions. Makes at most one object, that view.
   */
  find(n: number): Uint32Array;
  /**
   * The same, to go over: `for (const [a, b] of finder.pairs(n))`. Makes no object: what it gives is the same array
   * each time, and a second loop over the same finder begins again. The loop may write to `boxes`, but call
   * nothing of the library.
   */
  pairs(n: number): IterableIterator<[a: number, b: number]>;
  /** The numbers of the boxes of the last search that overlap this one. Valid until the next call. */
  query(minX: number, minY: number, maxX: number, maxY: number): Uint32Array;
}

export interface Filter {
  /** Sets of bits, see `Finder.categories`; by default 1 and all bits. */
  category?: number;
  mask?: number;
  /** See `Finder.groups`; by default 0, none. */
  group?: number;
}

/** An object of a world, from its insert to its remove. */
export interface WorldObject<Data = any> {
  /** Yours. */
  data: Data;
  readonly isAlive: boolean;
}

/** Pairs of objects, the one inserted first as a. What the loop gives is the same array each time. */
export interface ObjectPairs<Data = any> extends Iterable<[a: WorldObject<Data>, b: WorldObject<Data>]> {
  readonly length: number;
}

export interface Query<Data = any> {
  /** Objects whose category this does not contain are left out; by default none. */
  mask?: number;
  /** An array to fill, in place of a new one. */
  into?: WorldObject<Data>[];
}

export interface Hit<Data = any> {
  object: WorldObject<Data>;
  /** Of a segment: 0 to 1, where along it the box is entered; of `nearest`: from the point to the box, 0 inside. */
  distance: number;
}

/** Living objects, with the pairs that begin and end to overlap. */
export interface World<Data = any> extends Searcher {
  /** How many objects live. */
  readonly size: number;
  insert(
    minX: number, minY: number, maxX: number, maxY: number,
    options?: Filter & { data?: Data; static?: boolean },
  ): WorldObject<Data>;
  move(object: WorldObject<Data>, minX: number, minY: number, maxX: number, maxY: number): void;
  /** What is not given becomes the default. */
  setFilter(object: WorldObject<Data>, filter: Filter): void;
  /** Two static objects are no pair. */
  setStatic(object: WorldObject<Data>, isStatic: boolean): void;
  /** Its pairs end with the next update. */
  remove(object: WorldObject<Data>): void;
  /** [min x, min y, max x, max y] */
  boxOf(object: WorldObject<Data>): number[];
  /** Finds what has begun and ended to overlap since the last update. Makes no objects. */
  update(): void;
  /** Of the last update; ended pairs may be of objects that were removed. */
  readonly begun: ObjectPairs<Data>;
  readonly ended: ObjectPairs<Data>;
  /** All that overlap as of the last update. */
  readonly pairs: ObjectPairs<Data>;
  /** Queries see every object as it is now, updated or not. The oldest object first. */
  queryBox(minX: number, minY: number, maxX: number, maxY: number, options?: Query<Data>): WorldObject<Data>[];
  /** Objects whose boxes contain the point, edges included. */
  queryPoint(x: number, y: number, options?: Query<Data>): WorldObject<Data>[];
  queryCircle(x: number, y: number, radius: number, options?: Query<Data>): WorldObject<Data>[];
  /** Objects that the segment meets, the earliest first. */
  querySegment(fromX: number, fromY: number, toX: number, toY: number, options?: { mask?: number }): Hit<Data>[];
  /** The k nearest objects, the nearest first; by default one. */
  nearest(x: number, y: number, options?: { k?: number; mask?: number }): Hit<Data>[];
}
