/**
 * Money that goes back to its sender in a payment file which the bank books as one: a line that names the file or its batch, and
 * is the sum of all that is open in it, says that the returns in it were sent. What each line is, is matched afterwards.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { listFiledTransfers } from './filed-transfers.repository.ts';
import { type FiledReturn, listFiledReturns } from './line-returns.repository.ts';
import { textOf } from './match-lines.ts';
import { listOpenLinesOf, type Outside } from './reconciliation.repository.ts';
import { sendReturn } from './return-line.ts';
import { squeezed } from './text-references.ts';

/** `name`: of a file or a batch, as the bank has it. `sent`: what is open of the payouts in it, in minor units, below 0. */
type Collected = { name: string; currency: string; returns: FiledReturn[]; sent: bigint };

/** The caller has locked the source. @returns how many returns were sent. */
export async function sendFiledReturns(tx: Tx, outside: Outside, at: Date): Promise<number> {
  if (outside.source !== 'bank') return 0;
  const waiting = new Map((await listFiledReturns(tx, outside.mode)).map((one) => [one.id, one]));
  if (waiting.size === 0) return 0;
  let sent = 0;
  for (const { name, currency, returns, sent: payouts } of await collect(tx, outside, [...waiting.values()])) {
    const left = returns.filter(({ id }) => waiting.has(id));
    if (left.length !== returns.length) continue;
    const amount = payouts - returns.reduce((sum, one) => sum + one.amount, 0n);
    const lines = await listOpenLinesOf(tx, outside, { currency, amount });
    if (lines.filter((line) => squeezed(textOf(line)).includes(squeezed(name))).length !== 1) continue;
    for (const one of returns) {
      await sendReturn(tx, one, at);
      waiting.delete(one.id);
      sent += 1;
    }
  }
  return sent;
}

/** The batches, then the files. */
async function collect(tx: Tx, outside: Outside, returns: readonly FiledReturn[]): Promise<Collected[]> {
  const transfers = await listFiledTransfers(tx, outside, [...new Set(returns.map(({ fileId }) => fileId))]);
  const grouped = (nameOf: (one: FiledReturn) => string, isIn: (name: string, of: Filed) => boolean): Collected[] =>
    [...Map.groupBy(returns, nameOf)].map(([name, own]) => ({
      name,
      currency: (own[0] as FiledReturn).currency,
      returns: own,
      sent: transfers.filter((one) => isIn(name, one)).reduce((sum, { amount }) => sum + amount, 0n),
    }));
  const messageOf = new Map(returns.map(({ fileId, messageId }) => [messageId, fileId]));
  return [
    ...grouped(
      ({ batchId }) => batchId,
      (name, { batchId }) => batchId === name,
    ),
    ...grouped(
      ({ messageId }) => messageId,
      (name, { fileId }) => messageOf.get(name) === fileId,
    ),
  ];
}

type Filed = { fileId: string; batchId: string };
