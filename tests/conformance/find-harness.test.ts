/** Where a harness is found: by the name of a built-in provider, by a path, and in a package. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtIn, findHarness } from './find-harness.ts';

const calledFrom = process.env.INIT_CWD;
const shop = mkdtempSync(join(tmpdir(), 'sluice-shop-'));

const write = (path: string, text: string): void => {
  mkdirSync(join(shop, path, '..'), { recursive: true });
  writeFileSync(join(shop, path), text);
};

beforeAll(() => {
  process.env.INIT_CWD = shop;
  write('conformance.mjs', 'export default async () => "of a file";');
  write('none.mjs', 'export const createHarness = async () => {};');
  write('node_modules/@shop/acme/package.json', '{"type":"module","exports":{"./conformance":"./harness.js"}}');
  write('node_modules/@shop/acme/harness.js', 'export default async () => "of a package";');
});
afterAll(() => {
  if (calledFrom === undefined) delete process.env.INIT_CWD;
  else process.env.INIT_CWD = calledFrom;
});

it.each(Object.keys(builtIn))('%s', async (name) => {
  expect(await findHarness(name)).toBeTypeOf('function');
});

it.each([
  ['./conformance.mjs', 'of a file'],
  [join(shop, 'conformance.mjs'), 'of a file'],
  ['@shop/acme', 'of a package'],
])('%s', async (name, found) => {
  expect(await (await findHarness(name))()).toBe(found);
});

it.each([
  ['./none.mjs', 'the default export is no function'],
  ['@shop/none', 'There is no @shop/none here, or its package exports no ./conformance'],
  ['./nothing.mjs', 'There is no ./nothing.mjs'],
])('%s is an error', async (name, message) => {
  await expect(findHarness(name)).rejects.toThrow(message);
});
