#!/usr/bin/env node
// Runs the command line on the Node.js that npm installed beside it; the system's own may be older.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
const main = fileURLToPath(new URL('run.js', import.meta.url));
// As `npm start` runs it. The sizes bound what garbage may pile up before it is collected: without them, a busy service
// takes twice the memory it needs. The young generation has its full size from the beginning, because growing it takes a
// tenth of a start. The last option keeps new objects young: without it, V8 may learn from a first flood of requests that
// their objects live long, and every later request costs a third more. The setting is of the C library, which would keep
// free memory apart for each thread: 10 MiB.
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const words = scripts.start.split(' ');
const options = words.filter((word) => word.startsWith('--'));
const settings = Object.fromEntries(words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')));
// The channel carries no messages: it closes when this process is killed, and then the child ends too.
const child = spawn(existsSync(pinned) ? pinned : process.execPath, [...options, main, ...process.argv.slice(2)], {
  env: { ...settings, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
});
