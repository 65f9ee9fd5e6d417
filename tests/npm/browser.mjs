// SPDX-License-Identifier: MIT
// Serves a folder, opens one of its pages in headless Chromium, and waits until the page says how it went, by POST /done:
// browser.mjs FOLDER PAGE. The browser's own sandbox is off: what it opens is ours alone.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const [folder, page] = process.argv.slice(2);
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const profile = await mkdtemp(join(tmpdir(), 'phasebox-browser-'));
let browser;

async function end(code, text) {
  console.log(text);
  browser?.kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  process.exit(code);
}

async function answer(request, response) {
  if (request.method === 'POST') {
    let text = '';
    for await (const part of request) text += part;
    response.end();
    const { failed, report } = JSON.parse(text);
    return end(failed > 0 ? 1 : 0, report);
  }
  try {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    const body = await readFile(join(folder, path));
    response.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(body);
  } catch {
    response.writeHead(404).end();
  }
}

const server = createServer(answer).listen(0, '127.0.0.1', () => {
  browser = spawn('chromium', [
    '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-quic', `--user-data-dir=${profile}`,
    `http://127.0.0.1:${server.address().port}/${page}`,
  ], { stdio: 'ignore' });
  browser.on('error', (error) => end(77, `chromium cannot be started: ${error.message}`));
});
setTimeout(() => end(1, 'the page said nothing for 120 seconds'), 120_000);
