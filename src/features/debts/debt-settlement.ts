/**
 * A debt that was repaid outside the service or written off, in whole or in part (docs/ledger.md, "Debts"): its row, what
 * it posts, and when it takes two people. Pure.
 */
import { type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { repaidDrafts, writtenOffDrafts } from '../../core/ledger/debts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';

export const settlementKinds = ['repaid', 'written_off'] as const;
export type DebtSettlementKind = (typeof settlementKinds)[number];

/** Only a write-off waits for a second person, and only one that waits is declined. */
export const debtSettlementStatuses = ['requested', 'posted', 'declined'] as const;
export type DebtSettlementStatus = (typeof debtSettlementStatuses)[number];

/** One debt: in a book and currency, of a link to the company whose book it is, or of the holder to the service. */
export type Debt = Book & { currency: string } & (
    | { linkId: bigint; accountKind: null }
    | { linkId: null; accountKind: 'clearing' | 'wallet' }
  );

export type DebtSettlement = Debt & {
  id: string;
  kind: DebtSettlementKind;
  /** Minor units: what is asked for, and once it is posted what was posted. */
  amount: bigint;
  reason: string;
  status: DebtSettlementStatus;
  /** The person; null for a key pair and the shell. */
  requestedBy: string | null;
  requestedAt: Date;
  /** The second person, or who declined it. */
  decidedBy: string | null;
  decidedAt: Date | null;
};

/** The account that the debt is recovered from: while it is locked, the debt does not change. */
export const creditedBy = (debt: Debt): AccountRef =>
  accountIn(debt, debt.linkId === null ? ledgerAccount[debt.accountKind] : ledgerAccount.earnings(debt.linkId));

export function settlementDrafts(settlement: DebtSettlement): TransferDraft[] {
  const part = { amount: settlement.amount, subject: subjectOf.debtSettlement(settlement.id), line: 0 };
  const draftsOf = settlement.kind === 'repaid' ? repaidDrafts : writtenOffDrafts;
  return draftsOf(creditedBy(settlement), part);
}

/** How much one person may write off of one debt alone; `amount` in minor units. */
export type WriteOffLimit = { currency: string; amount: bigint; setBy: string; setAt: Date };

const aloneMs = 30 * 24 * 3_600_000;

/** Since when what was decided by one person alone is added up: 30 days ago. */
export const aloneSince = (at: Date): Date => new Date(at.getTime() - aloneMs);

/**
 * Whether a write-off takes two people. The limit is the agreement of whoever set it: they need another person at any
 * amount. Without a limit it depends on four eyes. @param alone what was written off of this debt without a second person
 * in the last 30 days, and what is asked for; minor units.
 */
export function takesTwoPeople(
  limit: WriteOffLimit | undefined,
  { alone, personId, fourEyes }: { alone: bigint; personId: string | null; fourEyes: boolean },
): boolean {
  if (limit === undefined) return fourEyes;
  return alone > limit.amount || limit.setBy === personId;
}
