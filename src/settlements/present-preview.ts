/** Presents a previewed settlement in the shape of a real one (docs/ledger.md, "Which orders settle"). */
import type { Link } from '../holders/links.repository.ts';
import type { Mode } from '../money/mode.ts';
import { presentLine, presentTotal } from './present-settlement.ts';
import type { SettlementPreview } from './preview-settlement.ts';
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
});
