/** Presents a previewed settlement in the shape of a real one (docs/ledger.md, "Which orders settle"). */

import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Link } from '../links/links.repository.ts';
import { presentLine, presentSums, presentTotal, sumsOf } from './present-settlement.ts';
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
  orders_recorded: preview.ordersRecorded,
  started_at: null,
  finished_at: null,
  ...presentSums(sumsOf(preview.totals)),
  totals: preview.totals.map((total) => presentTotal(total, links)),
  lines: preview.lines.map((line) => presentLine(line, links)),
  blocked: preview.blocked.map(presentBlocked),
});

function presentBlocked(queue: BlockedQueue): PresentedPreview['blocked'][number] {
  const { currency, order, needed, available, waiting, missingForAll } = queue;
  const exponent = exponentOf(currency);
  return {
    currency,
    order_id: Number(order.id),
    partner_order_ref: order.partnerOrderRef,
    amount: jsonDecimal(needed, exponent),
    available: jsonDecimal(available, exponent),
    missing: jsonDecimal(needed - available, exponent),
    orders_waiting: Number(waiting),
    missing_for_all: jsonDecimal(missingForAll, exponent),
  };
}
