/** What a payee owes, as the operator sees it before approving a payout (docs/contract/partner.md, "Payouts"). */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { listPayeeDebts, type PayeeDebt } from './payee-debts.repository.ts';
import type { Payout } from './payout.ts';

export type WithDebts = { debts: { currency: string; amount: bigint }[] };

/** Each payout with what its owner owes in the payout's mode, in every currency. */
export async function withDebts<P extends Payout>(
  db: Database | Tx,
  payouts: readonly P[],
): Promise<(P & WithDebts)[]> {
  const key = ({ ownerHolderId, mode }: Pick<PayeeDebt, 'ownerHolderId' | 'mode'>) => `${ownerHolderId}/${mode}`;
  const byPayee = Map.groupBy(await listPayeeDebts(db, payouts), key);
  return payouts.map((payout) => ({
    ...payout,
    debts: (byPayee.get(key(payout)) ?? []).map(({ currency, amount }) => ({ currency, amount })),
  }));
}

/** `12.00 EUR, 3.00 USD`, or `0` for a payee who owes nothing. */
export const presentDebts = ({ debts }: WithDebts): string =>
  debts.map(({ currency, amount }) => `${formatDecimal(amount, exponentOf(currency))} ${currency}`).join(', ') || '0';
