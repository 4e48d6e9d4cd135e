/** Presents a previewed settlement in the shape of a real one (docs/ledger.md, "Which orders settle"). */
import type { Link } from '../holders/links.repository.ts';
import { jsonDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { Mode } from '../money/mode.ts';
import { presentLine, presentTotal } from './present-settlement.ts';
import type { BlockedQueue, SettlementPreview } from './preview-settlement.ts';
import type { PresentedPreview } from './settlement-schemas.ts';

export const presentPreview = (
  preview: SettlementPreview,
  mode: Mode,
  currency: string | null,
  links: ReadonlyMap<bigint, Link>,
): PresentedPreview => ({
  settlement_id: null,
  mode,
  status: 'preview',
  trigger: 'request',
  currency,
  orders_settled: preview.ordersSettled,
  orders_awaiting_funds: preview.ordersAwaitingFunds,
  orders_on_hold: preview.ordersOnHold,
  started_at: null,
  finished_at: null,
  totals: preview.totals.map((total) => presentTotal(total, links)),
  lines: preview.lines.map((line) => presentLine(line, links)),
  blocked: preview.blocked.map(presentBlocked),
});

function presentBlocked({ currency, order, needed, available }: BlockedQueue): PresentedPreview['blocked'][number] {
  const exponent = exponentOf(currency);
  return {
    currency,
    order_id: Number(order.id),
    partner_order_ref: order.partnerOrderRef,
    amount: jsonDecimal(needed, exponent),
    available: jsonDecimal(available, exponent),
    missing: jsonDecimal(needed - available, exponent),
  };
}
