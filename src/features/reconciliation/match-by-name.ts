/** Matches a transfer that was just posted with the open line that names it, by the rules of every match. */
import type { Tx } from '../../base/database/transaction.ts';
import { decideMatches, wholeOf } from './match-lines.ts';
import { nameTransfers, openTransfers } from './name-transfers.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { insertMatches, listOpenLinesOf, type Outside } from './reconciliation.repository.ts';

/**
 * The caller has locked the source. @param money of the transfer, signed as on a statement.
 * @returns the line that is the transfer now.
 */
export async function matchByName(
  tx: Tx,
  outside: Outside,
  money: { currency: string; amount: bigint },
  { holderId, id }: TransferKey,
  at: Date,
): Promise<bigint | null> {
  const lines = await listOpenLinesOf(tx, outside, money);
  if (lines.length === 0) return null;
  const { matches } = decideMatches(await nameTransfers(lines, openTransfers(tx, outside, lines)));
  const own = matches.filter(({ transfer }) => transfer.holderId === holderId && transfer.id === id);
  await insertMatches(tx, outside, own.map(wholeOf), false, at);
  return own[0]?.lineId ?? null;
}
