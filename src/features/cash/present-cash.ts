/** Presents cash in hand. Minor units become decimals here only. */
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { BankDetails } from '../wallets/bank-details.ts';
import { presentBankDetails, presentTopUp } from '../wallets/present-wallets.ts';
import { passedLimit } from './cash-rules.ts';
import type {
  PresentedCashSettings,
  PresentedCashTransfer,
  PresentedHandover,
  PresentedHeldCash,
  PresentedOwnHeldCash,
} from './cash-schemas.ts';
import type { CashSettings } from './cash-settings.repository.ts';
import type { CashTransfer, Holding } from './handover.ts';
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
  topup_id: handover.topUpId,
  taken_back: handover.takenBack === null ? null : jsonDecimal(handover.takenBack, exponentOf(handover.currency)),
  created_at: handover.createdAt.toISOString(),
  decided_at: handover.decidedAt?.toISOString() ?? null,
});

export const presentOwnHandover = (handover: ListedHandover) => ({
  ...presentHandover(handover),
  company: handover.companyName,
});

const presentAmounts = ({ linkId, linkName, currency, held, waiting, expected, since, reference }: HeldByLink) => {
  const exponent = exponentOf(currency);
  return {
    beneficiary_ref: Number(linkId),
    beneficiary_name: linkName,
    currency,
    held: jsonDecimal(held, exponent),
    waiting: jsonDecimal(waiting, exponent),
    expected: jsonDecimal(expected, exponent),
    held_since: since?.toISOString() ?? null,
    reference,
  };
};

export const presentHeld = (row: HeldByLink, settings: CashSettings, now: Date): PresentedHeldCash => ({
  ...presentAmounts(row),
  above_limit: passedLimit(settings, { ...row, amount: row.held + row.expected }, now) !== undefined,
});

/** @param transferable whether it can be handed over by bank transfer. */
export const presentOwnHeld = (row: HeldByLink, transferable: boolean): PresentedOwnHeldCash => ({
  ...presentAmounts(row),
  transferable,
  company: row.companyName,
  limit: row.limit === null ? null : jsonDecimal(row.limit, exponentOf(row.currency)),
  days_max: row.daysMax,
});

/** @param details of the currency: shown with a reference. */
export const presentCashTransfer = (
  { linkId, currency }: Holding,
  { reference, topUp }: CashTransfer,
  details: BankDetails | undefined,
): PresentedCashTransfer => ({
  beneficiary_ref: Number(linkId),
  currency,
  reference,
  bank_details: reference === null || details === undefined ? null : presentBankDetails(details),
  top_up: topUp === null ? null : presentTopUp(topUp),
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
