/**
 * Which accounts each kind of transfer may move between, and what it may belong to (docs/ledger.md, "What verify
 * proves" 6). `post` asserts it, and the SQL of `sluice verify` is fed from it. Pure. A new code gets one line.
 */
import type { AccountKind, AccountRef } from './accounts.ts';
import type { SubjectKind } from './subject.ts';
import type { TransferCode, TransferDraft } from './transfer.ts';

/** `outside` without a source is any of them. */
type End = AccountKind | 'outside:bank';

/** Routes in the service's own book begin with `service`; the others exist in every other book. */
type Route = `${'' | 'service '}${End} → ${End}`;

type TransferRule = {
  subjects: readonly SubjectKind[];
  routes: readonly Route[];
  /** Whether the subject's row determines accounts and amount, so that the transfer is compared with it. */
  exact: boolean;
};

/** The subject's row says exactly which transfer there must be. */
const exactly = (subjects: readonly SubjectKind[], ...routes: Route[]): TransferRule => ({
  subjects,
  routes,
  exact: true,
});

/** The amount depended on balances when it was posted: a check of its own compares what can be known. */
const within = (subjects: readonly SubjectKind[], ...routes: Route[]): TransferRule => ({
  subjects,
  routes,
  exact: false,
});

/** What may credit an account from which a debt is then recovered. */
const credits = [
  'order',
  'order_refund',
  'payment',
  'refund',
  'dispute_won',
  'top_up',
  'transfer',
  'payout',
  'claim',
  'debt_settlement',
] as const;

export const transferRules: Readonly<Record<TransferCode, TransferRule>> = Object.freeze({
  top_up: exactly(['top_up'], 'outside → clearing', 'outside → wallet'),
  top_up_reversed: exactly(['top_up'], 'clearing → outside', 'wallet → outside'),
  top_up_advance: exactly(['top_up'], 'transit → clearing', 'transit → wallet', 'service advances → transit'),
  top_up_debt: exactly(['top_up'], 'debts → debt'),
  payment: exactly(
    ['payment'],
    'outside → wallet',
    'outside → clearing',
    'wallet → transit',
    'transit → wallet',
    'transit → clearing',
  ),
  payment_fee: exactly(['payment'], 'wallet → fees', 'clearing → fees'),
  refund: exactly(
    ['refund'],
    'wallet → outside',
    'clearing → outside',
    'wallet → transit',
    'clearing → transit',
    'transit → wallet',
  ),
  refund_fee: exactly(['refund'], 'fees → wallet', 'fees → clearing'),
  refund_failed: exactly(
    ['refund'],
    'outside → wallet',
    'outside → clearing',
    'transit → wallet',
    'transit → clearing',
    'wallet → transit',
  ),
  refund_fee_failed: exactly(['refund'], 'wallet → fees', 'clearing → fees'),
  order_fee: within(['order', 'order_refund'], 'commission → fees'),
  order_fee_returned: within(['order_refund'], 'fees → commission'),
  order_fee_advance: within(['order', 'order_refund'], 'transit → fees', 'service advances → transit'),
  order_fee_debt: within(['order', 'order_refund'], 'debts → debt'),
  late_capture: within(['attempt'], 'outside → wallet', 'outside → clearing'),
  late_capture_return: within(['attempt'], 'wallet → outside', 'clearing → outside'),
  chargeback: within(['dispute'], 'wallet → outside', 'clearing → outside'),
  chargeback_advance: within(['dispute'], 'transit → outside', 'service advances → transit'),
  chargeback_debt: within(['dispute'], 'debts → debt'),
  chargeback_reversed: exactly(['dispute_won'], 'outside → wallet', 'outside → clearing'),
  dispute_fee: within(['dispute'], 'service fees → outside'),
  dispute_fee_returned: within(['dispute'], 'service outside → fees'),
  settlement: exactly(
    ['order'],
    'clearing → earnings',
    'clearing → commission',
    'shadow_clearing → shadow_merchant',
    'shadow_clearing → shadow_courier',
    'shadow_clearing → shadow_commission',
  ),
  reversal: within(
    ['order', 'order_refund'],
    'earnings → clearing',
    'commission → clearing',
    'shadow_merchant → shadow_clearing',
    'shadow_courier → shadow_clearing',
    'shadow_commission → shadow_clearing',
  ),
  reversal_debt: within(['order', 'order_refund'], 'debts → link_debt'),
  reversal_failed: within(
    ['order_refund'],
    'clearing → earnings',
    'clearing → commission',
    'shadow_clearing → shadow_merchant',
    'shadow_clearing → shadow_courier',
    'shadow_clearing → shadow_commission',
  ),
  reversal_debt_failed: within(['order_refund'], 'link_debt → debts'),
  debt_recovery: within(
    credits,
    'earnings → clearing',
    'clearing → transit',
    'wallet → transit',
    'service transit → advances',
  ),
  debt_recovered: within(credits, 'link_debt → debts', 'debt → debts'),
  debt_returned: within(['order_refund'], 'clearing → earnings'),
  debt_repaid: exactly(['debt_settlement'], 'outside:bank → wallet', 'outside:bank → clearing', 'link_debt → debts'),
  debt_written_off: exactly(['debt_settlement'], 'debt → debts', 'link_debt → debts', 'service fees → advances'),
  write_off_reversed: within(
    ['order', 'order_refund', 'dispute_won'],
    'debts → debt',
    'debts → link_debt',
    'service advances → fees',
  ),
  cash_collected: exactly(['order'], 'cash → link_cash'),
  cash_netting: within(credits, 'earnings → clearing'),
  cash_netted: within(credits, 'link_cash → cash'),
  cash_handed_over: exactly(['cash_handover'], 'link_cash → cash'),
  cash_returned: exactly(['cash_handover'], 'link_cash → cash'),
  cash_owed: exactly(['cash_handover'], 'link_cash → cash', 'debts → link_debt'),
  cash_overpaid: exactly(['top_up'], 'clearing → earnings'),
  cash_overpaid_reversed: exactly(['top_up'], 'earnings → clearing'),
  cash_transfer_reversed: exactly(['top_up'], 'cash → link_cash', 'debts → link_debt'),
  paid_outside: exactly(['paid_outside'], 'shadow_merchant → shadow_clearing', 'shadow_courier → shadow_clearing'),
  claim: exactly(['order'], 'clearing → earnings'),
  claim_reversed: within(['order', 'order_refund'], 'earnings → clearing'),
  claim_reversal_failed: within(['order_refund'], 'clearing → earnings'),
  shadow_claimed: exactly(['order'], 'shadow_merchant → shadow_clearing'),
  shadow_named: within(['order'], 'shadow_merchant → shadow_merchant'),
  payout: exactly(
    ['payout'],
    'earnings → payouts_pending',
    'wallet → payouts_pending',
    'commission → payouts_pending',
    'clearing → payouts_pending',
  ),
  payout_fee: exactly(['payout'], 'payouts_pending → fees'),
  payout_sent: exactly(['payout'], 'payouts_pending → outside:bank'),
  payout_returned: exactly(
    ['payout'],
    'outside:bank → payouts_pending',
    'payouts_pending → earnings',
    'payouts_pending → wallet',
    'payouts_pending → commission',
    'payouts_pending → clearing',
  ),
  payout_fee_returned: exactly(['payout'], 'fees → payouts_pending'),
  commission_to_clearing: exactly(['transfer'], 'commission → clearing'),
  fees_collected: exactly(
    ['fees'],
    'fees → transit',
    'transit → fees',
    'service transit → fees',
    'service fees → transit',
  ),
  fees_drawn: exactly(['fees_drawn'], 'service fees → outside:bank'),
  acquirer_payout: exactly(['acquirer_payout'], 'service outside:bank → outside'),
  acquirer_fee: exactly(['acquirer_payout'], 'service fees → outside'),
  bank_charge: exactly(['statement_booking'], 'service fees → outside', 'service outside → fees'),
  bank_interest: exactly(['statement_booking'], 'service fees → outside', 'service outside → fees'),
  rounding: exactly(['statement_booking'], 'service fees → outside', 'service outside → fees'),
  set_aside: exactly(['statement_booking'], 'service suspense → outside', 'service outside → suspense'),
  booking_reversed: exactly(
    ['statement_booking'],
    'service fees → outside',
    'service outside → fees',
    'service suspense → outside',
    'service outside → suspense',
  ),
  line_return: exactly(['line_return'], 'service suspense → outside:bank'),
});

/** A route taken apart; `source` is null where any or none will do. */
type RouteEnds = {
  ofService: boolean;
  from: { kind: string; source: string | null };
  to: { kind: string; source: string | null };
};

function endsOf(route: Route): RouteEnds {
  const ofService = route.startsWith('service ');
  const [from, to] = (ofService ? route.slice('service '.length) : route).split(' → ').map((end) => {
    const [kind, source = null] = end.split(':') as [string, string?];
    return { kind, source };
  }) as [RouteEnds['from'], RouteEnds['to']];
  return { ofService, from, to };
}

const codes = Object.keys(transferRules) as TransferCode[];

/** The routes of each code, taken apart. */
export const routesOf: ReadonlyMap<TransferCode, readonly RouteEnds[]> = new Map(
  codes.map((code) => [code, transferRules[code].routes.map(endsOf)]),
);

/** The codes whose transfers are compared with their subjects' rows to the last unit. */
export const exactCodes: readonly TransferCode[] = codes.filter((code) => transferRules[code].exact);

const isAt = (end: RouteEnds['from'], account: AccountRef): boolean =>
  end.kind === account.kind && (end.source === null || end.source === account.source);

/** Whether a transfer of this code may move between these accounts for this subject. */
export function isAllowed({ code, subject, from, to }: TransferDraft, ofService: boolean): boolean {
  const routes = routesOf.get(code) as readonly RouteEnds[];
  return (
    transferRules[code].subjects.includes(subject.kind) &&
    routes.some((ends) => ends.ofService === ofService && isAt(ends.from, from) && isAt(ends.to, to))
  );
}
