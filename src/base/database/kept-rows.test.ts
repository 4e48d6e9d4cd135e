/** Whoever writes a row that decides where money goes records what it became. Read from the sources; no database is involved. */
import { expect, it } from 'vitest';
import { readSources } from '../../../tests/support/source-files.ts';
import { keptRows } from './kept-rows.ts';

const tables = Object.keys(keptRows);
const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter) => letter.toUpperCase());
const writes = new RegExp(
  `(insertInto|updateTable|deleteFrom)\\('(${tables.map(camelCase).join('|')})'\\)|\\b(insert into|update|delete from) (${tables.join('|')})\\b`,
  'g',
);

/**
 * Functions that write only columns which are not recorded: when a key was last used, limits of requests, a name, what came
 * of a schedule's last turn, how webhooks are written, which sites embed its pages.
 */
const writesOther = [
  'touchKeys',
  'updateQuotas',
  'setHolderName',
  'saveAttempt',
  'setEmbedOrigins',
  'setWebhookFormat',
];

/** Top-level functions, as text. */
const functionsOf = (code: string): string[] => code.split(/\n(?=export |async function |function |const )/);

it('every function that writes such a row calls keepRow for it', () => {
  const silent = readSources().flatMap(({ path, code }) =>
    functionsOf(code).flatMap((text) => {
      const written = [...text.matchAll(writes)].map((match) => match[2] ?? match[4]);
      const name = /(?:function|const) (\w+)/.exec(text)?.[1] ?? '';
      const kept = [...text.matchAll(/keepRow\(\s*tx, '(\w+)'|(keepSchedule)\(/g)].map(([, table, schedule]) =>
        camelCase(table ?? (schedule && 'settlement_schedules') ?? ''),
      );
      const missing = written.filter((table) => !kept.includes(camelCase(table as string)));
      return missing.length === 0 || writesOther.includes(name) ? [] : [`${path}: ${name} writes ${missing}`];
    }),
  );
  expect(silent).toEqual([]);
});
