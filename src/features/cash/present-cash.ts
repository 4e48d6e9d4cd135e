/** Presents cash in hand. Minor units become decimals here only. */
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { passedLimit } from './cash-rules.ts';
import type {
  PresentedCashSettings,
  PresentedHandover,
  PresentedHeldCash,
  PresentedOwnHeldCash,
} from './cash-schemas.ts';
import type { CashSettings } from './cash-settings.repository.ts';
import type { ListedHandover } from './handovers.repository.ts';
import type { CashTotal, HeldByLink } from './held-cash.repository.ts';

export const presentHandover = (handover: ListedHandover): PresentedHandover => ({
  handover_id: handover.id,
  mode: handover.mode,
  beneficiary_ref: Number(handover.linkId),
  beneficiary_name: handover.linkName,
  kind: handover.kind,
  status: handover.status,
  amount: jsonDecimal(handover.amount, exponentOf(handover.currency)),
  currency: handover.currency,
  note: handover.note,
  recorded_by: handover.recordedBy,
  created_at: handover.createdAt.toISOString(),
  decided_at: handover.decidedAt?.toISOString() ?? null,
});

export const presentOwnHandover = (handover: ListedHandover) => ({
  ...presentHandover(handover),
  company: handover.companyName,
});

const presentAmounts = ({ linkId, linkName, currency, held, waiting, expected, since }: HeldByLink) => {
  const exponent = exponentOf(currency);
  return {
    beneficiary_ref: Number(linkId),
    beneficiary_name: linkName,
    currency,
    held: jsonDecimal(held, exponent),
    waiting: jsonDecimal(waiting, exponent),
    expected: jsonDecimal(expected, exponent),
    held_since: since?.toISOString() ?? null,
  };
};

export const presentHeld = (row: HeldByLink, settings: CashSettings, now: Date): PresentedHeldCash => ({
  ...presentAmounts(row),
  above_limit: passedLimit(settings, { ...row, amount: row.held + row.expected }, now) !== undefined,
});

export const presentOwnHeld = (row: HeldByLink): PresentedOwnHeldCash => ({
  ...presentAmounts(row),
  company: row.companyName,
  limit: row.limit === null ? null : jsonDecimal(row.limit, exponentOf(row.currency)),
  days_max: row.daysMax,
});

export const presentCashTotal = ({ currency, ...amounts }: CashTotal) => {
  const shown = (amount: bigint) => jsonDecimal(amount, exponentOf(currency));
  return { currency, held: shown(amounts.held), waiting: shown(amounts.waiting), expected: shown(amounts.expected) };
};

export const presentCashSettings = ({ isTracked, limits, daysMax, refuses }: CashSettings): PresentedCashSettings => ({
  is_tracked: isTracked,
  limits: Object.fromEntries(
    Object.entries(limits).map(([currency, amount]) => [currency, jsonDecimal(BigInt(amount), exponentOf(currency))]),
  ),
  days_max: daysMax,
  above_limits: refuses ? 'refuse' : 'warn',
});
