/** Finds the harness of a provider: a built-in one by its name, that of a file by its path, or that of a package. */
import { existsSync } from 'node:fs';
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

/** @throws Error when there is no such file or package. */
function addressOf(name: string): string {
  const path = pathOf(name);
  if (path === undefined) throw new Error(problemOfName(name));
  return pathToFileURL(path).href;
}

/** Seen from where npm was called. */
function pathOf(name: string): string | undefined {
  const here = process.env.INIT_CWD ?? process.cwd();
  if (isPath(name)) return existsSync(resolve(here, name)) ? resolve(here, name) : undefined;
  try {
    return createRequire(join(here, 'package.json')).resolve(`${name}/conformance`);
  } catch {
    return undefined;
  }
}

const isPath = (name: string): boolean => /^\.{0,2}\//.test(name);

/** @returns why there is no harness of this name; undefined when there is one. */
export function problemOfName(name: string): string | undefined {
  if (builtIn[name] !== undefined || pathOf(name) !== undefined) return undefined;
  return isPath(name) ? `There is no ${name}` : `There is no ${name} here, or its package exports no ./conformance`;
}
