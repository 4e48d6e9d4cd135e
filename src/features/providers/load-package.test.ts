/** Packages as npm installs them, sound and broken: what is found, and what is said of one that can't be loaded. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadPackage } from './load-package.ts';

const directory = mkdtempSync(join(tmpdir(), 'sluice-packages-'));
afterAll(() => rmSync(directory, { recursive: true }));

function install(name: string, manifest: object, files: Record<string, string>): string {
  const home = join(directory, 'node_modules', name);
  const all = { 'package.json': JSON.stringify({ name, version: '1.2.3', type: 'module', ...manifest }), ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  }
  return home;
}

const load = (name: string) => loadPackage(name, directory);

it('finds an ES module where Sluice is run, and says where it is and which version', () => {
  const home = install('@shop/sound', { exports: { '.': './lib/index.js' } }, { 'lib/index.js': 'export default 7;' });
  expect(load('@shop/sound')).toMatchObject({ ok: true, exported: { default: 7 }, from: `${home}, version 1.2.3` });
});

it('finds a CommonJS module, whose folder has a manifest without a name', () => {
  const files = { 'cjs/index.js': 'module.exports = 7;', 'cjs/package.json': '{"type":"commonjs"}' };
  const home = install('old', { version: undefined, main: './cjs/index.js' }, files);
  expect(load('old')).toEqual({ ok: true, exported: 7, from: home });
});

it('finds what is installed beside Sluice itself, but takes what is installed where it is run', () => {
  const { from } = load('get-nonce') as { from: string };
  expect(from).toMatch(/node_modules.get-nonce, version \d/);
  const home = install('fflate', {}, { 'index.js': 'export default 7;' });
  expect(load('fflate')).toMatchObject({ exported: { default: 7 }, from: `${home}, version 1.2.3` });
});

it('finds what is installed in a folder above', () => {
  const home = install('above', {}, { 'index.js': 'export default 7;' });
  const found = loadPackage('above', join(directory, 'srv', 'sluice'));
  expect(found).toMatchObject({ exported: { default: 7 }, from: `${home}, version 1.2.3` });
});

it('says how to install one that is not there', () => {
  expect(load('@shop/none')).toEqual({
    ok: false,
    why: `is not installed. In ${directory}, run: npm install --prefix .. @shop/none`,
  });
});

it.each([['./here'], ['../../etc'], ['/etc/passwd'], ['fs'], ['node:fs'], ['a b'], ['@shop'], ['.hidden']])(
  'takes %s for no package',
  (name) => expect(load(name)).toEqual({ ok: false, why: 'is not the name of a package' }),
);

const index = { exports: { '.': './index.js' } };

it.each<[string, object, Record<string, string>, string]>([
  ['exports-nothing', { exports: { './other': './index.js' } }, { 'index.js': '' }, 'its package.json exports nothing'],
  ['waits', index, { 'index.js': 'await 0; export default 7;' }, 'it awaits at its top level; await in `open` instead'],
  ['typed', { exports: './index.ts' }, { 'index.ts': 'export default 7 as number;' }, 'it is TypeScript'],
  ['lacks-another', index, { 'index.js': 'import "@shop/none";' }, "Cannot find package '@shop/none'"],
  ['lacks-its-file', index, {}, 'Cannot find module'],
  ['is-broken', index, { 'index.js': 'export default {' }, 'Unexpected end of input'],
  ['throws', index, { 'index.js': 'throw new Error("No\\nthanks");' }, 'No'],
])('a package that %s can’t be loaded, and it says why', (name, manifest, files, why) => {
  install(name, manifest, files);
  const { ok, ...said } = load(name);
  expect([ok, said]).toEqual([false, { why: expect.stringContaining(`can’t be loaded: ${why}`) }]);
  expect(JSON.stringify(said)).not.toContain('thanks');
});
