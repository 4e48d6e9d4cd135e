/** The version of this service, from its package. */
import { readFileSync } from 'node:fs';

let known: string | undefined;

export function serviceVersion(): string {
  known ??= JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version as string;
  return known;
}
