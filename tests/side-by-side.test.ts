/** Migrations leave the version before working, which may still serve while they run (docs/upgrading.md, "Upgrade without a stop"). */
import { expect, it } from 'vitest';
import { migrationsDirectory, readMigrations } from '../src/base/database/migrations.ts';

/** The first is the baseline, which starts from nothing. */
const firstChecked = 2;

const breaking = [
  /\bdrop\s+(table|column|view|function|sequence|default|schema)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\bset\s+data\s+type\b|\balter\s+column\s+\w+\s+type\b/i,
  /\badd\s+column\s+(if\s+not\s+exists\s+)?\w+\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
  /\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/i,
  /\btruncate\b/i,
  /\block\s+table\b/i,
];

/** A file that must break the rule says since which version nothing needs it: `-- unused since 1.4`. */
const problemsOf = (text: string): string[] => {
  const statements = text.replaceAll(/\$\$.*?\$\$/gs, '').replaceAll(/--.*$/gm, '');
  return /^-- unused since \d+\.\d+/m.test(text)
    ? []
    : breaking.flatMap((pattern) => pattern.exec(statements)?.[0] ?? []);
};

it('no migration takes away what the version before uses', async () => {
  const checked = (await readMigrations(migrationsDirectory)).filter(({ id }) => id >= firstChecked);
  const problems = checked.flatMap(({ fileName, text }) =>
    problemsOf(text).map((problem) => `${fileName}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

it.each([
  ['alter table orders drop column note;', 1],
  ['alter table orders rename column note to remark;', 1],
  ['alter table orders alter column note set not null;', 1],
  ['alter table orders alter column note type varchar;', 1],
  ['alter table orders add column note text not null;', 1],
  ['alter table orders add constraint short check (length(note) < 9);', 1],
  ['drop table orders;', 1],
  ['alter table orders add column note text;', 0],
  ["alter table orders add column note text not null default '';", 0],
  ['alter table orders add constraint short check (length(note) < 9) not valid;', 0],
  ['create table notes (id bigint primary key, note text not null); drop index old_index;', 0],
  ['-- unused since 1.4\nalter table orders drop column note;', 0],
])('%s', (text, problems) => {
  expect(problemsOf(text)).toHaveLength(problems);
});
