/**
 * Chargebacks: the customer's bank takes a payment back, in its own currency; the payee's balance covers what it can and
 * the service advances the rest (docs/ledger.md, "What is posted").
 */
import { oweAgain, recoverOwn } from './debts.ts';
import {
  balance,
  cross,
  type Holder,
  isResolved,
  type ModelDispute,
  type ModelOrder,
  type ModelPayment,
  min,
  move,
  type Purse,
  positive,
  sourceOf,
} from './purse.ts';
import { undoReversals } from './refunds.ts';

const isOrder = (of: ModelOrder | ModelPayment): of is ModelOrder => 'splits' in of;

/** Whole payments are disputed in another currency; parts and wholes in the payment's own. */
const against = (home: Purse, { of, purse, amount }: ModelDispute): bigint => {
  if (purse === home) return amount;
  return isOrder(of) ? of.total : of.amount;
};

const payeeOf = ({ of }: ModelDispute): [Holder, string] =>
  isOrder(of) ? ['company', 'clearing'] : ['shop', 'wallet'];

/** @param home the purse of the payment. */
function withdraw(home: Purse, dispute: ModelDispute): void {
  const { purse, amount } = dispute;
  const [holder, account] = payeeOf(dispute);
  const covered = min(balance(purse, account, holder), amount);
  const advanced = amount - covered;
  move(purse, account, sourceOf(dispute.of), covered, holder);
  cross(purse, ['service', 'advances'], [holder, sourceOf(dispute.of)], advanced);
  move(purse, 'debts', 'debt', advanced, holder);
  dispute.of.chargedBack += against(home, dispute);
  dispute.advanced = advanced;
  if (isOrder(dispute.of) && !isResolved(dispute.of)) holdForBank(dispute.of);
  dispute.withdrawals += 1;
}

/** An order of which money is missing does not settle by itself. */
export function holdForBank(order: ModelOrder): void {
  if (!['unsettled', 'awaiting_funds', 'on_hold'].includes(order.settlement) || order.heldByHand) return;
  order.settlement = 'on_hold';
  order.heldForBank = true;
}

export function releaseFromBank(order: ModelOrder): void {
  order.settlement = 'unsettled';
  order.heldForBank = false;
}

/** Decided for the payee: the money returns, and pays the service first. */
function win(home: Purse, dispute: ModelDispute): void {
  const { purse, amount } = dispute;
  const [holder, account] = payeeOf(dispute);
  move(purse, sourceOf(dispute.of), account, amount, holder);
  oweAgain(purse, 'debt', dispute.advanced, holder);
  dispute.of.chargedBack -= against(home, dispute);
  const { of } = dispute;
  if (isOrder(of)) {
    undoReversals(home, of);
    if (of.settlement === 'on_hold' && of.heldForBank && isResolved(of)) releaseFromBank(of);
  }
  recoverOwn(purse, holder);
  dispute.returns += 1;
}

export type SaidOfDispute = {
  withdrawals: number;
  returns: number;
  fee: { purse: Purse; charged: bigint; returned: bigint } | null;
};

/** All that the provider says of it: turn by turn, whatever of it is new; then its fee. */
export function follow(home: Purse, dispute: ModelDispute, { withdrawals, returns, fee }: SaidOfDispute): void {
  for (;;) {
    const isOut = dispute.withdrawals > dispute.returns;
    if (isOut && returns > dispute.returns) win(home, dispute);
    else if (!isOut && withdrawals > dispute.withdrawals) withdraw(home, dispute);
    else break;
  }
  if (fee !== null) followFee(dispute, fee);
}

/** The provider's fee, and what it gives back of it, are the service's. Once in one currency it stays in that. */
function followFee(dispute: ModelDispute, fee: NonNullable<SaidOfDispute['fee']>): void {
  if (dispute.feePurse !== null && dispute.feePurse !== fee.purse) return;
  const charged = positive(fee.charged - dispute.fee);
  const returned = positive(min(fee.returned, fee.charged) - dispute.feeReturned);
  move(fee.purse, 'fees', sourceOf(dispute.of), charged, 'service');
  move(fee.purse, sourceOf(dispute.of), 'fees', returned, 'service');
  dispute.fee += charged;
  dispute.feeReturned += returned;
  if (charged + returned > 0n) dispute.feePurse = fee.purse;
}
