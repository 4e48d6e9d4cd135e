/** Transfers that are not on a statement as a whole, as the operator sees them. Reads only. */
import type { Static } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { findNamedTransfers, nameOfKey, type TransferKey } from './named-transfers.repository.ts';
import { findOutsideTransfers } from './outside-transfers.repository.ts';
import type { Outside } from './reconciliation.repository.ts';
import { type OpenTransferAnswer, presentTransfer } from './statement-schemas.ts';

/** In their order. */
export async function presentOpenTransfers(
  db: Database,
  outside: Outside,
  keys: readonly TransferKey[],
): Promise<Static<typeof OpenTransferAnswer>[]> {
  const found = await findOutsideTransfers(db, outside, keys);
  const named = await findNamedTransfers(db, keys);
  return keys.flatMap((key) => {
    const transfer = found.get(nameOfKey(key));
    const one = named.get(nameOfKey(key));
    if (transfer === undefined || one === undefined) return [];
    const { amount, matchedAmount, currency } = transfer;
    const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(currency));
    return [
      { ...presentTransfer(one), amount: decimal(amount), currency, open_amount: decimal(amount - matchedAmount) },
    ];
  });
}
