/** Finds the harness of a provider: a built-in one by its name, that of a file by its path, or that of a package. */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateHarness } from './harness.ts';

export const builtIn: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  mollie: () => import('./harnesses/mollie.ts'),
  simulator: () => import('./harnesses/simulator.ts'),
  stripe: () => import('./harnesses/stripe.ts'),
};

/** @param name `stripe`, `./conformance.ts`, or `@shop/acme`, whose harness is the default export of `@shop/acme/conformance`. */
export async function findHarness(name: string): Promise<CreateHarness> {
  const found = await (builtIn[name]?.() ?? import(addressOf(name)));
  const { default: createHarness } = found as { default?: unknown };
  if (typeof createHarness !== 'function') throw new Error(`${name}: the default export is no function`);
  return createHarness as CreateHarness;
}

/** From where npm was called. */
function addressOf(name: string): string {
  const here = process.env.INIT_CWD ?? process.cwd();
  const path = /^\.{0,2}\//.test(name)
    ? resolve(here, name)
    : createRequire(join(here, 'package.json')).resolve(`${name}/conformance`);
  return pathToFileURL(path).href;
}
