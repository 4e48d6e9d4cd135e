/** Presents debts and their settlements. Minor units become decimals here only. */
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { DecidedSettlement, PresentedDebtSettlement, PresentedLimit, PresentedOwed } from './debt-schemas.ts';
import type { WriteOffLimit } from './debt-settlement.ts';
import type { ListedDebtSettlement, Owed } from './debt-settlements.repository.ts';

export const presentSettlement = (settlement: ListedDebtSettlement): PresentedDebtSettlement => ({
  debt_settlement_id: settlement.id,
  mode: settlement.mode,
  kind: settlement.kind,
  status: settlement.status,
  amount: jsonDecimal(settlement.amount, exponentOf(settlement.currency)),
  currency: settlement.currency,
  beneficiary_ref: settlement.linkId === null ? null : Number(settlement.linkId),
  beneficiary_name: settlement.linkName,
  reason: settlement.reason,
  requested_at: settlement.requestedAt.toISOString(),
  decided_at: settlement.decidedAt?.toISOString() ?? null,
});

/** @param names of people, by id. @param personId who reads it. */
export const presentDecided = (
  settlement: ListedDebtSettlement,
  names: ReadonlyMap<string, string>,
  personId: string,
): DecidedSettlement => ({
  ...presentSettlement(settlement),
  holder: { holder_id: Number(settlement.holderId), name: settlement.holderName },
  requested_by: names.get(settlement.requestedBy ?? '') ?? null,
  decided_by: names.get(settlement.decidedBy ?? '') ?? null,
  is_yours: settlement.requestedBy === personId,
});

/** @param currencies in which bank transfers are taken. */
export const presentOwed = (
  { holderName, linkId, currency, amount }: Owed,
  currencies: readonly string[],
): PresentedOwed => ({
  creditor: linkId === null ? { kind: 'service', name: null } : { kind: 'company', name: holderName },
  beneficiary_ref: linkId === null ? null : Number(linkId),
  amount: jsonDecimal(amount, exponentOf(currency)),
  currency,
  transferable: linkId === null && currencies.includes(currency),
});

export const presentLimit = ({ currency, amount, setAt }: WriteOffLimit, setBy: string | null): PresentedLimit => ({
  currency,
  amount: jsonDecimal(amount, exponentOf(currency)),
  set_by: setBy,
  set_at: setAt.toISOString(),
});
