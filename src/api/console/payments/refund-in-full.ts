/** A refund with every transfer that it makes in the shop's book, where it goes, and what it leaves in the wallet. */
import type { Tx } from '../../../base/database/transaction.ts';
import { accountIn, ledgerAccount } from '../../../core/ledger/accounts.ts';
import { findBalance, findTransfers } from '../../../core/ledger/ledger.repository.ts';
import { subjectOf } from '../../../core/ledger/subject.ts';
import { findSucceeded } from '../../../features/payments/attempts.repository.ts';
import { presentTransfer } from '../../../features/refunds/present-order-refund.ts';
import type { Refund } from '../../../features/refunds/refunds.repository.ts';
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
