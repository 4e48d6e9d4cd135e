#!/usr/bin/env node
// Runs the command line on the Node.js that npm installed beside it; the system's own may be older.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
const main = fileURLToPath(new URL('run.js', import.meta.url));
// Bounds what garbage may pile up before it is collected, as `npm start` does: without, a busy service takes twice the
// memory it needs.
const memory = ['--max-semi-space-size=16', '--max-old-space-size=192'];
const child = spawn(existsSync(pinned) ? pinned : process.execPath, [...memory, main, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
