/** Payouts and their fees, and the fees that the service collects (docs/ledger.md, "What is posted"). */
import { recoverAll, recoverOwn } from './debts.ts';
import {
  balance,
  cross,
  drawable,
  type Holder,
  type ModelPayout,
  move,
  type Purse,
  type Refusal,
  type Terms,
} from './purse.ts';

export function askPayout(
  purse: Purse,
  holder: Holder,
  account: string,
  amount: bigint,
  { minimum, fee }: Terms,
): Refusal | undefined {
  if (amount < minimum) return 'validation_failed';
  if (amount > drawable(purse, account, holder)) return 'insufficient_funds';
  move(purse, account, 'payouts:pending', amount, holder);
  purse.payouts.push({ holder, account, amount, fee, status: 'requested' });
  return undefined;
}

export function changePayout(purse: Purse, payout: ModelPayout, to: Exclude<ModelPayout['status'], 'requested'>): void {
  const { holder, account, amount, fee, status } = payout;
  if (to === 'approved') move(purse, 'payouts:pending', 'fees', fee, holder);
  if (to === 'sent') move(purse, 'payouts:pending', 'outside:bank', amount - fee, holder);
  if (to === 'returned') {
    if (status === 'sent' || status === 'completed') {
      move(purse, 'outside:bank', 'payouts:pending', amount - fee, holder);
    }
    if (status !== 'requested') move(purse, 'fees', 'payouts:pending', fee, holder);
    move(purse, 'payouts:pending', account, amount, holder);
    // Commission pays nothing by itself: it is moved to clearing first.
    if (holder !== 'company') recoverOwn(purse, holder);
    else if (account !== 'commission') recoverAll(purse, [account]);
  }
  payout.status = to;
}

/** A book's net fees, also below 0, become the service's. */
export function collectFees(purse: Purse, holder: Holder): void {
  const net = balance(purse, 'fees', holder);
  cross(purse, [holder, 'fees'], ['service', 'fees'], net);
}
