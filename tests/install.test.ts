/** What an install leaves behind (bin/link-node.js). */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ours = `node-${platform()}-${arch()}`;
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-install-'));
  cpSync('bin/link-node.js', join(directory, 'bin/link-node.js'));
  cpSync('package.json', join(directory, 'package.json'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const install = (): void => {
  const { postinstall } = JSON.parse(readFileSync('package.json', 'utf8')).scripts as { postinstall: string };
  execFileSync(process.execPath, postinstall.split(' ').slice(1), { cwd: directory });
};

const addNode = (name: string): void => {
  mkdirSync(join(directory, 'node_modules', name, 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(directory, 'node_modules', name, 'bin/node'));
};

it('links the Node.js of this machine where npm has not', () => {
  addNode(ours);
  addNode('node-other-machine');
  install();
  expect(readlinkSync(join(directory, 'node_modules/.bin/node'))).toBe(`../${ours}/bin/node`);
  expect(execFileSync(join(directory, 'node_modules/.bin/node'), ['--version']).toString().trim()).toBe(
    process.version,
  );
  install();
  expect(readdirSync(join(directory, 'node_modules/.bin'))).toEqual(['node']);
});

it('leaves a link that npm has made', () => {
  addNode(ours);
  mkdirSync(join(directory, 'node_modules/.bin'));
  symlinkSync(process.execPath, join(directory, 'node_modules/.bin/node'));
  install();
  expect(readlinkSync(join(directory, 'node_modules/.bin/node'))).toBe(process.execPath);
});

it('links nothing without optional packages', () => {
  addNode('node-other-machine');
  install();
  expect(readdirSync(join(directory, 'node_modules'))).toEqual(['node-other-machine']);
});
