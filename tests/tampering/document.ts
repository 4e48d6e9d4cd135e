/** docs/tampering.md, "What detects a change", which verify-tampering.test.ts compares: `npx vitest run src/core/ledger/verify-tampering.test.ts -u` writes it. */
import { appendOnly } from '../../src/base/database/grants.ts';
import { otherTables, protections, wordsOf } from './columns.ts';
import { sealedNames } from './look.ts';
import type { Column } from './plants.ts';

const shown = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ');

const [ledger, seals] = ['ledger', 'seals'].map((name) => `${name}.md`);

const heading = `# What detects a change

What \`npx sluice verify --full\` detects when someone changes the database directly, table by table. A test changes each
column, copies a row and removes one, without any constraint in the way, and requires what is listed here to detect it. This
document is written by that test. [What verify proves](${ledger}#what-verify-proves) explains the checks, and [Seals](${seals}) the seals.

- **Named**: a check of \`verify\` names the row.
- **Sealed**: no check does, but the row differs from what was sealed. Rows of the last minutes are not sealed yet.

Foreign keys and other constraints refuse much of this beforehand, and the service's own database role may only insert into
${shown(appendOnly)}.
`;

export const documentPath = ['..', '..', '..', 'docs', 'tampering'].join('/').concat('.', 'md');

/** @param columns of the database, in its order. */
export function tamperingDocument(columns: readonly Column[]): string {
  const inOrder = (table: string, names: readonly string[]): string[] =>
    columns.flatMap((one) => (one.table === table && names.includes(one.column) ? [one.column] : []));
  const tables = Object.entries(protections).map(([table, { named = {} }]) => {
    const checked = Object.values(named).flatMap(wordsOf);
    const sealed = sealedNames(table).filter((name) => !checked.includes(name));
    const whole = ['added', 'removed'].map((name) =>
      checked.includes(name) ? 'named' : sealed.includes(name) ? 'sealed' : 'not detected',
    );
    const cells = [checked, sealed].map((names) => shown(inOrder(table, names)));
    return `| ${[`\`${table}\``, ...cells, ...whole].join(' | ')} |`;
  });
  const free = new Map<string, string[]>();
  for (const [table, protection] of Object.entries(protections)) {
    for (const [reason, names] of Object.entries(protection.free ?? {})) {
      free.set(reason, [...(free.get(reason) ?? []), ...wordsOf(names).map((name) => `${table}.${name}`)]);
    }
  }
  const reasons = [...free].map(([reason, names]) => `- ${reason}: ${shown(names)}`);
  const others = Object.entries(otherTables).map(([reason, names]) => `- ${reason}: ${shown(wordsOf(names))}`);
  return `${heading}
| Table | Named | Sealed | Row added | Row removed |
|---|---|---|---|---|
${tables.join('\n')}

## What is not detected

${reasons.join('\n')}

## Tables without money

${others.join('\n')}
`;
}
