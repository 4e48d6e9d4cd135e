/** What was opened from the search last, kept in this browser for each account. */
import type { Entry } from './hits.ts';

const recentMax = 5;

/** Test and live are remembered apart: an object of one is none of the other's. */
const keyOf = (base: string): string => `sluice-search ${base}`;

export function readRecent(base: string): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(base)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry).slice(0, recentMax) : [];
  } catch {
    return [];
  }
}

export function rememberRecent(base: string, entry: Entry): void {
  const others = readRecent(base).filter(({ key }) => key !== entry.key);
  try {
    localStorage.setItem(keyOf(base), JSON.stringify([entry, ...others].slice(0, recentMax)));
  } catch {
    // Storage is refused: nothing is remembered.
  }
}

function isEntry(value: unknown): value is Entry {
  const { key, href, title, note } = (value ?? {}) as Partial<Entry>;
  return (
    typeof key === 'string' &&
    typeof href === 'string' &&
    href.startsWith('/h/') &&
    typeof title === 'string' &&
    note !== undefined
  );
}
