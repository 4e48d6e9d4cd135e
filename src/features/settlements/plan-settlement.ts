/**
 * Decides which of the next orders settle, and with which transfers (docs/ledger.md, "Which orders settle"). Pure.
 * First in, first out; an order settles whole or not at all; the first order that clearing cannot cover stops the
 * queue, except for orders that clearing is reserved for: they settle from their own money.
 */

import { least, sumOf } from '../../base/money/compare.ts';
import { type AccountRef, accountKey, balanceMax, ledgerAccount } from '../../core/ledger/accounts.ts';
import { collectedDraft, nettingDrafts } from '../../core/ledger/cash.ts';
import { recoveryDrafts } from '../../core/ledger/debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { type Order, type Split, shareOf } from '../orders/order.ts';
import { chargeAtSettlement, feeOwed, feeTaken } from '../orders/order-fees.ts';
import { accountOf, cashOf, collectorOf, payeeOf, payerOf } from '../orders/payees.ts';
import { reservedFor, settlementCost } from '../orders/reserved-shares.ts';
import { type LinkTypes, unassignedSplits } from '../orders/unassigned-splits.ts';

export type SettlementPlan = {
  settle: Order[];
  drafts: TransferDraft[];
  /** For fees that the partner's shares did not cover: what the service advances and the company owes. */
  advances: TransferDraft[];
  /** Orders with a share that has no payee. */
  hold: Order[];
  /** Orders with a share that would take an account beyond the balance limit. */
  overLimit: Order[];
  /** The first order that clearing cannot cover, and those behind it that it stops. */
  await: Order[];
  /** Which orders behind these clearing cannot cover either. */
  short: Short;
  /** What any order may still take from clearing after the plan, and what reserved ones may beyond; minor units. */
  clearingLeft: bigint;
  earmarkedLeft: bigint;
  /** The debts left after the plan, by account key; minor units. */
  debtsLeft: Debts;
  /** The cash that links hold after the plan, by account key; minor units. */
  cashLeft: Debts;
};

/** Balances by account key, in minor units; a missing account has none. */
type Balances = ReadonlyMap<string, bigint>;

/** Debts of links to the company, or the cash that they hold for it, by the key of their earnings account; minor units. */
type Debts = ReadonlyMap<string, bigint>;

/** Which orders the queue is stopped for: none, those that clearing is not reserved for, or all. */
export type Short = 'none' | 'unreserved' | 'all';

/**
 * How much of clearing only the orders that it is reserved for may take, how the queue stood before, and the cash that links hold;
 * minor units.
 */
type Queue = { earmarked: bigint; short: Short; cash?: Debts };

/** Whether clearing is reserved for all that the order costs. */
const isReserved = (order: Order): boolean =>
  order.paymentSource === 'service' && reservedFor(order) === settlementCost(order);

/** Whether a settlement looks at an order behind those that wait. */
export const mayPass = (order: Order, short: Short): boolean =>
  short === 'none' || (short === 'unreserved' && isReserved(order));

/**
 * Plans orders of one book, currency and queue, given oldest first.
 * @param clearing what any order may take, in minor units; ignored for shadow orders, whose ledger is never short.
 * @param debts are recovered from each share as it is credited; what is recovered is spendable again immediately.
 * @param balances of the accounts that the plan may touch.
 */
export function planSettlement(
  orders: readonly Order[],
  clearing: bigint,
  links: LinkTypes,
  debts: Debts,
  balances: Balances = new Map(),
  { earmarked, short, cash = new Map() }: Queue = { earmarked: 0n, short: 'none' },
): SettlementPlan {
  const debtsLeft = new Map(debts);
  const cashLeft = new Map(cash);
  const after = new Map(balances);
  const room = haveRoom(orders, balances);
  const payees: Payees = new Map();
  const plan: SettlementPlan = {
    settle: [],
    drafts: [],
    advances: [],
    hold: [],
    overLimit: [],
    await: [],
    short,
    clearingLeft: clearing,
    earmarkedLeft: earmarked,
    debtsLeft,
    cashLeft,
  };
  for (const order of orders) {
    if (!mayPass(order, plan.short)) {
      plan.await.push(order);
      continue;
    }
    if (unassignedSplits(order, links).length > 0) {
      plan.hold.push(order);
      continue;
    }
    if (!order.isShadow && !isCovered(order, plan)) {
      plan.short = isReserved(order) ? 'all' : 'unreserved';
      plan.await.push(order);
      continue;
    }
    const shares = draftsOf(order, payees);
    const collected = collectedDrafts(order);
    if (!room && !fits([...shares, ...collected], after)) {
      plan.overLimit.push(order);
      continue;
    }
    collect(order, cashLeft);
    plan.drafts.push(...collected);
    if (order.isShadow) {
      plan.settle.push(order);
      plan.drafts.push(...shares);
      chargeFee(order, plan);
    } else {
      const recovered = shares.flatMap((share) => recover(share, debtsLeft, cashLeft));
      const returned = sumOf(recovered.filter(returnsToClearing).map(({ amount }) => amount));
      const own = reservedFor(order);
      plan.clearingLeft += returned + own - settlementCost(order);
      plan.earmarkedLeft -= own;
      plan.settle.push(order);
      plan.drafts.push(...shares, ...recovered);
      chargeFee(order, plan);
    }
  }
  return plan;
}

/** The company bears the fee of the order's payment. What it owes of it no other order may take from clearing. */
function chargeFee(order: Order, plan: SettlementPlan): void {
  if (order.fee === 0n) return;
  const { taken, owed } = chargeAtSettlement(order);
  plan.drafts.push(...feeTaken(order, taken));
  plan.advances.push(...feeOwed(order, owed));
  plan.clearingLeft -= owed;
  plan.earmarkedLeft += owed;
}

/** An order takes what is reserved for it, and the rest of what any order may take. */
function isCovered(order: Order, { clearingLeft, earmarkedLeft }: SettlementPlan): boolean {
  const cost = settlementCost(order);
  const unreserved = cost - reservedFor(order);
  return cost <= clearingLeft + earmarkedLeft && (unreserved === 0n || unreserved <= clearingLeft);
}

/** Whether no account could exceed the balance limit, even if every share moved the same way on one of them. */
function haveRoom(orders: readonly Order[], balances: Balances): boolean {
  const moved = sumOf(
    orders.map((order) => settlementCost(order) + (collectorOf(order) === undefined ? 0n : cashOf(order))),
  );
  return [0n, ...balances.values()].every((balance) => balance + moved <= balanceMax && balance - moved >= -balanceMax);
}

/** Whether no account would exceed the balance limit. @param after is updated when none does. */
function fits(shares: readonly TransferDraft[], after: Map<string, bigint>): boolean {
  const moved = new Map<string, bigint>();
  const move = (ref: AccountRef, amount: bigint): void => {
    const key = accountKey(ref);
    moved.set(key, (moved.get(key) ?? after.get(key) ?? 0n) + amount);
  };
  for (const { from, to, amount } of shares) {
    move(from, -amount);
    move(to, amount);
  }
  if ([...moved.values()].some((balance) => balance > balanceMax || balance < -balanceMax)) return false;
  for (const [key, balance] of moved) after.set(key, balance);
  return true;
}

/** The earnings accounts of links, by link: made once for all orders of a plan, which name few links. */
type Payees = Map<bigint, AccountRef>;

function payeeAmong(payees: Payees, order: Order, split: Split): AccountRef {
  if (order.isShadow || split.type === 'partner' || split.ref === null) return payeeOf(order, split);
  const known = payees.get(split.ref);
  if (known !== undefined) return known;
  const payee = payeeOf(order, split);
  payees.set(split.ref, payee);
  return payee;
}

/** One transfer per share above 0; the transfer's line is the index of the split. */
function draftsOf(order: Order, payees: Payees = new Map()): TransferDraft[] {
  const subject = subjectOf.order(order.id);
  const from = payerOf(order);
  const drafts: TransferDraft[] = [];
  order.splits.forEach((split, line) => {
    const amount = shareOf(split);
    if (amount === 0n) return;
    drafts.push({ from, to: payeeAmong(payees, order, split), amount, code: 'settlement', subject, line });
  });
  return drafts;
}

/** The customer's cash, on the line of the split that collected it. */
function collectedDrafts(order: Order): TransferDraft[] {
  const collector = collectorOf(order);
  const amount = cashOf(order);
  if (collector === undefined || amount === 0n) return [];
  return [collectedDraft(collector.earnings, { amount, subject: subjectOf.order(order.id), line: collector.line })];
}

function collect(order: Order, cash: Map<string, bigint>): void {
  const collector = collectorOf(order);
  if (collector === undefined) return;
  const key = accountKey(collector.earnings);
  cash.set(key, (cash.get(key) ?? 0n) + cashOf(order));
}

/**
 * A share is posted in full; then the debt of its party is recovered from it, and the rest is netted against the cash that its
 * party holds (docs/ledger.md, "Debts" and "Cash on delivery").
 */
function recover(
  { to, amount, subject, line }: TransferDraft,
  debts: Map<string, bigint>,
  cash: Map<string, bigint>,
): TransferDraft[] {
  if (debts.size === 0 && cash.size === 0) return [];
  const key = accountKey(to);
  const [owed, held] = [debts.get(key) ?? 0n, cash.get(key) ?? 0n];
  const paid = least(owed, amount);
  const netted = least(held, amount - paid);
  if (paid > 0n) debts.set(key, owed - paid);
  if (netted > 0n) cash.set(key, held - netted);
  return [
    ...(paid === 0n ? [] : recoveryDrafts(to, { amount: paid, subject, line })),
    ...(netted === 0n ? [] : nettingDrafts(to, { amount: netted, subject, line })),
  ];
}

/** What comes back to clearing from a share that was credited. */
export const returnsToClearing = ({ code }: TransferDraft): boolean =>
  code === 'debt_recovery' || code === 'cash_netting';

/**
 * Every account the plan of these orders may touch. An order with a split that has no payee goes on hold, so no payee's
 * account is opened for it.
 */
export function accountsOf(orders: readonly Order[], links: LinkTypes): AccountRef[] {
  return orders.flatMap((order) => {
    const payer = payerOf(order);
    if (unassignedSplits(order, links).length > 0) return [payer];
    const fees = order.fee === 0n ? [] : [accountOf(order, ledgerAccount.fees)];
    const collected = collectedDrafts(order).flatMap(({ from, to }) => [from, to]);
    const collector = collectorOf(order)?.earnings;
    return [
      payer,
      ...order.splits.filter((split) => shareOf(split) > 0n).map((split) => payeeOf(order, split)),
      ...fees,
      ...collected,
      // What a link holds changes only while its earnings are locked.
      ...(collector === undefined || collected.length === 0
        ? []
        : [collector, accountOf(order, ledgerAccount.clearing)]),
    ];
  });
}
