/**
 * Decides which orders get a restaurant's ref, and the transfers that follow (docs/ledger.md, "Accounts"). Pure. A ref
 * is set once and never changed; what is left of a settled order moves to the restaurant's account.
 */
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { Order } from '../orders/order.ts';
import { accountOf, payeeOf } from '../orders/payees.ts';
import { findNamed, isOrderSettled, openPortions, type Problem } from './shadow-order.ts';

type NamingPlan = { ok: true; orders: Order[] } | { ok: false; problems: Problem[] };

/** Skips orders that already have this ref, so that a request can be repeated. */
export function planNaming(
  orders: ReadonlyMap<string, Order>,
  refs: readonly string[],
  shadowMerchantRef: string,
): NamingPlan {
  const { named, problems } = findNamed(orders, refs, (index) => `partner_order_refs[${index}]`);
  const chosen = new Map<bigint, Order>();
  for (const { order, field } of named) {
    if (order.shadowMerchantRef === shadowMerchantRef) continue;
    if (order.shadowMerchantRef !== null) {
      problems.push({ field, message: 'has the ref of another merchant', kind: 'state' });
    } else if (order.openRefunds > 0) problems.push({ field, message: 'has a refund in progress', kind: 'state' });
    else chosen.set(order.id, order);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, orders: [...chosen.values()] };
}

/** Moves what is left of settled orders from the unnamed account, or the name's, to the ref's. */
export const namingDrafts = (orders: readonly Order[], shadowMerchantRef: string): TransferDraft[] =>
  orders.filter(isOrderSettled).flatMap((order) =>
    openPortions(order, 'merchant').map(({ split, amount }) => ({
      from: payeeOf(order, order.splits[split] as Order['splits'][number]),
      to: accountOf(order, ledgerAccount.shadowMerchant(shadowMerchantRef)),
      amount,
      code: 'shadow_named' as const,
      subject: subjectOf.order(order.id),
      line: split,
    })),
  );
