// SPDX-License-Identifier: MIT
// The program for the desktop in a window of its own, driven by keys.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Desktop {
  /** Of that size, without the page of the first start. */
  static async open(program, size, ...options) {
    const it = new Desktop();
    it.folder = mkdtempSync(join(tmpdir(), 'phasebox-'));
    mkdirSync(join(it.folder, 'phasebox'));
    writeFileSync(join(it.folder, 'phasebox/settings.json'), '{}');
    it.server = spawn('Xvfb', ['-displayfd', '1', '-noreset', '-screen', '0', `${size}x24`], { stdio: ['ignore', 'pipe', 'ignore'] });
    const display = ':' + String((await once(it.server.stdout, 'data'))[0]).trim();
    it.env = { ...process.env, DISPLAY: display, XDG_CONFIG_HOME: it.folder, XDG_STATE_HOME: it.folder,
      SDL_VIDEODRIVER: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
    it.window = spawn(program, ['--size', size, '--dump-state', 'state.json', ...options], { cwd: it.folder, env: it.env, stdio: 'inherit' });
    await it.until((s) => s.pictures > 2, 'the window');
    execFileSync('xdotool', ['mousemove', '5', '5'], { env: it.env });
    return it;
  }
  state() {
    const file = join(this.folder, 'state.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  }
  async until(is, what) {
    for (let k = 0; k < 400; ++k, await pause(25)) if (is(this.state())) return this.state();
    throw new Error(`the desktop: waited 10 s for ${what}`);
  }
  async key(name) {
    const { frame } = this.state();
    execFileSync('xdotool', ['key', name], { env: this.env });
    await this.until((s) => s.frame > frame + 3, name);
  }
  /** By its own key, the window as PNG. */
  async picture() {
    const file = join(this.folder, 'phasebox-001.png');
    await this.key('F12');
    for (let k = 0; k < 400 && !existsSync(file); ++k) await pause(25);
    const bytes = readFileSync(file);
    rmSync(file);
    return bytes;
  }
  async close() {
    for (const child of [this.window, this.server])
      if (child?.kill()) await once(child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
