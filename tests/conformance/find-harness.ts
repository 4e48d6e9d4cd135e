/** Finds the harness of a provider: a built-in one by its name, one of a file by its path, or that of a package. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateHarness } from './harness.ts';

/** @param name `stripe`, `./conformance.ts`, or `@shop/acme`, whose harness is the default export of `@shop/acme/conformance`. */
export async function findHarness(name: string): Promise<CreateHarness> {
  const { default: createHarness } = (await import(addressOf(name))) as { default?: unknown };
  if (typeof createHarness !== 'function') throw new Error(`${name}: its conformance harness has no default export`);
  return createHarness as CreateHarness;
}

function addressOf(name: string): string {
  const builtIn = new URL(`harnesses/${name}.ts`, import.meta.url);
  if (/^[a-z][a-z0-9]*$/.test(name) && existsSync(builtIn)) return builtIn.href;
  if (/^\.{0,2}\//.test(name)) return pathToFileURL(resolve(name)).href;
  // As if it were imported from where the command was called.
  return pathToFileURL(createRequire(resolve('package.json')).resolve(`${name}/conformance`)).href;
}
