// SPDX-License-Identifier: MIT
// What the tests use of node:test and node:assert/strict.
const tests = [];

export function test(name, options, body = options) {
  tests.push([name, options.skip ? null : body]);
}

/** Runs all, and posts what failed. */
export async function tell() {
  const failures = [];
  let skipped = 0;
  for (const [name, body] of tests) {
    try {
      body ? await body() : ++skipped;
    } catch (error) {
      failures.push(`FAILED: ${name}: ${error.stack}`);
    }
  }
  const report = `${failures.join('\n')}\n${tests.length} tests in ${navigator.userAgent}, ${failures.length} failed, ${skipped} skipped`;
  await fetch('/done', { method: 'POST', body: JSON.stringify({ failed: failures.length || tests.length < 50, report }) });
}

const plain = (value) => JSON.stringify(value, (_, v) => {
  if (v instanceof Set) return [...v].sort();
  if (ArrayBuffer.isView(v)) return Array.from(v);
  return v;
});

function ok(value, message = 'it is not so') {
  if (!value) throw new Error(message);
}

export default {
  ok,
  equal: (a, b, message) => ok(Object.is(a, b), `${message ?? ''} ${a} is not ${b}`),
  notEqual: (a, b) => ok(!Object.is(a, b), `${a} is ${b}`),
  match: (text, pattern) => ok(pattern.test(text), `${text} does not match ${pattern}`),
  // Objects are the same ones, or of plain values.
  deepEqual: (a, b, message) =>
    ok((a.length > 0 && a.length === b.length && Array.prototype.every.call(a, (v, k) => v === b[k])) || plain(a) === plain(b),
       `${message ?? ''} ${plain(a).slice(0, 300)} is not ${plain(b).slice(0, 300)}`),
  throws(action, is) {
    try {
      action();
    } catch (error) {
      return ok(is(error), `another error: ${error.stack}`);
    }
    throw new Error('nothing was thrown');
  },
  async rejects(promise, type = Error) {
    const error = await promise.then(() => null, (e) => e);
    ok(error instanceof type, `not refused as expected: ${error}`);
  },
};
