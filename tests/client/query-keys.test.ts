/**
 * What the dashboard remembers of one book is never shown in another: what is read for a book is kept under its holder
 * and its mode, and the screens of another book begin anew.
 */
import { describe, expect, it } from 'vitest';
import { readDashboard } from '../support/dashboard-sources.ts';

/** Read for the person, or from a document that is the same for everyone. By the key's first part. */
const ofNoBook = [
  ...['session', 'profile', 'unsubscription', 'mailed-link', 'demo-logins', 'api-operations', 'join'],
  // Variables of the modules that name them.
  ...['mailsKey', 'sessionsKey', 'passkeysKey', 'opened', 'received'],
];

/** Keys without a mode: a holder's first steps, branding and sign-in provider are shared by both. */
const ofBothModes = ['checklist', 'brandingKey', 'single-sign-on'];

const modules = readDashboard();
const codeOf = (wanted: string): string => modules.find(({ path }) => path === wanted)?.code ?? '';

type Read = { path: string; key: string };

const reads: Read[] = modules.flatMap(({ path, code }) =>
  [...code.matchAll(/queryKey: (\[[^\]]*\]|[\w.]+(?:\([^\n]*\))?),?\s*\n?\s*(?:enabled|staleTime|queryFn)/g)].map(
    (match) => ({
      path,
      key: resolved(match[1] as string, code),
    }),
  ),
);

/** With what the key is spread from, or named by, in the same module or in that of the team. */
function resolved(key: string, code: string): string {
  if (key === 'team.queryKey') return /const queryKey = [^;]*;/.exec(codeOf('screens/settings/team.ts'))?.[0] ?? key;
  const name = /^\[\.\.\.(\w+)/.exec(key)?.[1] ?? /^(\w+)\(?/.exec(key)?.[1];
  const defined = name === undefined ? undefined : new RegExp(`const ${name} = [^;]*;`).exec(code)?.[0];
  return defined === undefined ? key : `${key} ${defined}`;
}

const isOf = (names: readonly string[]) => {
  const first = new RegExp(`^\\[?'?(${names.join('|')})\\b`);
  return ({ key }: Read): boolean => first.test(key);
};

describe('every read of a book', () => {
  it('is kept under its holder and its mode', () => {
    expect(reads.length).toBeGreaterThan(70);
    const kept = reads.filter((one) => !isOf([...ofNoBook, ...ofBothModes])(one));
    expect(kept.filter(({ key }) => !/holderId/.test(key) || !/\bmode\b/.test(key))).toEqual([]);
    const both = reads.filter(isOf(ofBothModes));
    expect(both.length).toBe(ofBothModes.length);
    expect(both.filter(({ key }) => !/holderId/.test(key))).toEqual([]);
  });

  it('has a key that this test understands', () => {
    const all = modules.flatMap(({ path, code }) => [...code.matchAll(/\bqueryFn:/g)].map(() => path));
    expect(reads.map(({ path }) => path)).toEqual(all);
  });

  it('is of a screen that another book does not keep', () => {
    expect(codeOf('app/shell.tsx')).toMatch(/key=\{`\$\{holderId\}\/\$\{mode\}`\}[^>]*>\s*<Outlet \/>/);
  });
});
