/**
 * The top-ups that incoming lines without a reference may be the money of although they are in the books already: confirmed before the
 * statement came, and on none yet. Such a line is matched; crediting it would count its money twice. Reads only.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { JudgedLine } from './find-proposals.ts';
import { moneyOf, type OpenTransfer } from './match-lines.ts';
import { openTransfers } from './name-transfers.ts';
import { findNamedTransfers, type NamedTransfer, nameOfKey } from './named-transfers.repository.ts';
import { likeliest } from './propose-top-ups.ts';

/** `open` has the amount of the line. */
export type Recorded = { transfer: NamedTransfer; open: OpenTransfer; isNamed: boolean };

/** Of more with the same amount the line decides nothing. */
const sameAmountMax = 20;

/** @returns by line, where only one can be meant. */
export async function findRecorded(
  db: Database,
  mode: Mode,
  lines: readonly JudgedLine[],
): Promise<Map<bigint, Recorded>> {
  const unknown = lines.filter(
    ({ finding, returned, isAside, proposals }) =>
      finding === 'unknown' && returned === null && !isAside && proposals.length === 0,
  );
  if (unknown.length === 0) return new Map();
  const byMoney = new Map<string, OpenTransfer[]>();
  for await (const page of openTransfers(db, { mode, source: 'bank' }, unknown)) {
    for (const one of page) {
      const kept = byMoney.get(moneyOf(one)) ?? [];
      if (kept.length <= sameAmountMax) byMoney.set(moneyOf(one), [...kept, one]);
    }
  }
  const named = await findNamedTransfers(db, [...byMoney.values()].flat());
  return new Map(
    unknown.flatMap((line) => {
      const same = byMoney.get(moneyOf(line)) ?? [];
      // Not all of them were kept: another may be the one that is meant.
      if (same.length > sameAmountMax) return [];
      const fitting = same.flatMap((open) => {
        const transfer = named.get(nameOfKey(open));
        return transfer?.code === 'top_up' ? [{ transfer, open }] : [];
      });
      const likely = likeliest(line, fitting, ({ transfer }) => transfer.holderName);
      return likely === undefined ? [] : [[line.id, { ...likely.of, isNamed: likely.isNamed }] as const];
    }),
  );
}
