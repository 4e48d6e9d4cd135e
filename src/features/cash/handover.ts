/**
 * Cash that a link no longer holds (docs/ledger.md, "Cash on delivery"): its row, what it posts, and who decides. What is handed
 * over to the company counts once both sides have said so. Pure.
 */
import type { AuditedAction } from '../../core/access/permissions.ts';
import { type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { type HandoverCode, handoverDrafts } from '../../core/ledger/cash.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { TopUp } from '../wallets/top-ups.repository.ts';

/** Handed over to the company, given back to a customer, or owed as a debt from now on. */
export const handoverKinds = ['handed_over', 'returned', 'owed'] as const;
export type HandoverKind = (typeof handoverKinds)[number];

export const handoverStatuses = ['waiting', 'posted', 'declined', 'withdrawn'] as const;
export type HandoverStatus = (typeof handoverStatuses)[number];

/** The company, or the link that holds its cash. */
export const sides = ['company', 'link'] as const;
export type Side = (typeof sides)[number];

/** What records and decides it, of each side. */
export const handOverActions = {
  company: 'cash.record',
  link: 'own_cash.hand_over',
} as const satisfies Record<Side, AuditedAction>;

/** The cash that one link holds in a book and currency. */
export type Holding = Book & { currency: string; linkId: bigint };

export type Handover = Holding & {
  id: string;
  kind: HandoverKind;
  /** Minor units. */
  amount: bigint;
  note: string | null;
  /** The other side decides. */
  recordedBy: Side;
  /** The bank transfer that handed it over, which nobody confirms. */
  topUpId: string | null;
  status: HandoverStatus;
  /** The people; null for a key pair. */
  createdBy: string | null;
  createdAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
};

/** `reference`: what a transfer names, in live mode. `topUp`: what arrived at once, in test mode. */
export type CashTransfer = { reference: string; topUp: null } | { reference: null; topUp: TopUp };

/** While it is locked, what the link holds does not change. */
export const earningsOf = (holding: Holding): AccountRef => accountIn(holding, ledgerAccount.earnings(holding.linkId));

const codes: Readonly<Record<HandoverKind, HandoverCode>> = {
  handed_over: 'cash_handed_over',
  returned: 'cash_returned',
  owed: 'cash_owed',
};

export const draftsOf = (handover: Handover): TransferDraft[] =>
  handoverDrafts(
    earningsOf(handover),
    { amount: handover.amount, subject: subjectOf.cashHandover(handover.id) },
    codes[handover.kind],
  );
