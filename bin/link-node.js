// After an install: the Node.js that came with it is what npm's scripts and `sluice` run on, by a link that npm makes. npm 9,
// Debian 13's, takes the link away again when it leaves out the package for another machine, whose name is the same.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { fileURLToPath } from 'node:url';

const modules = new URL('../node_modules/', import.meta.url);
const target = `node-${platform()}-${arch()}/bin/node`;
const link = new URL('.bin/node', modules);
if (existsSync(new URL(target, modules)) && !existsSync(link)) {
  mkdirSync(new URL('.bin', modules), { recursive: true });
  symlinkSync(`../${target}`, fileURLToPath(link));
}
