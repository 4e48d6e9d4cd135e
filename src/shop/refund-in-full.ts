/** A refund with every transfer that it makes in the shop's book, where it goes, and what it leaves in the wallet. */
import type { Tx } from '../database/transaction.ts';
import { accountIn, ledgerAccount } from '../ledger/accounts.ts';
import { findBalance, findTransfers } from '../ledger/ledger.repository.ts';
import { subjectOf } from '../ledger/subject.ts';
import { findSucceeded } from '../payments/attempts.repository.ts';
import { presentTransfer } from '../refunds/present-order-refund.ts';
import type { Refund } from '../refunds/refunds.repository.ts';
import { decimalsOf, presentRefund } from './present-payment.ts';
import type { PresentedShopRefund } from './shop-schemas.ts';

export async function refundInFull(tx: Tx, refund: Refund, seesPayers: boolean): Promise<PresentedShopRefund> {
  const attempt = await findSucceeded(tx, { holderId: refund.holderId, id: refund.paymentId });
  const transfers = await findTransfers(tx, refund, subjectOf.refund(refund.id));
  const wallet = await findBalance(tx, accountIn(refund, ledgerAccount.wallet));
  return {
    ...presentRefund(refund),
    goes_to: {
      method: attempt?.method ?? 'card',
      card_last_four: seesPayers ? (attempt?.cardLastFour ?? null) : null,
    },
    wallet_after: decimalsOf(refund.currency)(wallet),
    transfers: transfers.map(presentTransfer),
  };
}
