/**
 * A payout and its state machine as a frozen table (docs/contract/partner.md, "Payouts"). Nothing else may decide which
 * transition is possible. Pure.
 */
import { type Account, type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';

export type PayoutStatus = 'requested' | 'approved' | 'sent' | 'completed' | 'rejected' | 'cancelled' | 'failed';

type Transitions = Readonly<Record<PayoutStatus, readonly PayoutStatus[]>>;

function frozen(table: Transitions): Transitions {
  for (const targets of Object.values(table)) Object.freeze(targets);
  return Object.freeze(table);
}

export const payoutTransitions = frozen({
  requested: ['approved', 'rejected', 'cancelled'],
  approved: ['sent', 'rejected', 'failed'],
  sent: ['completed', 'failed'],
  // A bank may return what it had paid.
  completed: ['failed'],
  rejected: [],
  cancelled: [],
  failed: [],
});

export const payoutStatuses = Object.freeze(Object.keys(payoutTransitions) as PayoutStatus[]);

export const initialPayoutStatus: PayoutStatus = 'requested';

/** Nothing more is expected of it, although a completed payout may still come back. */
export const isEnd = (status: PayoutStatus): boolean =>
  status === 'completed' || payoutTransitions[status].length === 0;

/** The account of the book that a payout draws from; `linkId` is set for earnings only. */
export type DrawnColumns =
  | { accountKind: 'wallet' | 'commission' | 'clearing'; linkId: null }
  | { accountKind: 'earnings'; linkId: bigint };

export type Payout = Book & {
  id: string;
  /** The payee, who also owns the bank account. For earnings this is not the book's holder. */
  ownerHolderId: bigint;
  status: PayoutStatus;
  /** Minor units taken from the account. The bank pays out `amount - fee`. */
  amount: bigint;
  fee: bigint;
  currency: string;
  bankAccountId: string;
  reason: string | null;
  /** What the payee knows it by; null: only its id. */
  reference: string | null;
  /** The schedule that requested it, and the time for which it was due; both null for a payout requested by hand. */
  scheduleId: string | null;
  dueAt: Date | null;
  /** Assigned by the database, in the order of insertion. */
  position: bigint;
  createdAt: Date;
  updatedAt: Date;
  approvedAt: Date | null;
  sentAt: Date | null;
  endedAt: Date | null;
} & DrawnColumns;

export const drawnAccount = (payout: DrawnColumns): Account =>
  payout.accountKind === 'earnings' ? ledgerAccount.earnings(payout.linkId) : ledgerAccount[payout.accountKind];

export const accountOf = (payout: Payout): AccountRef => accountIn(payout, drawnAccount(payout));

/** The columns for an account that payouts can draw from, or undefined for any other account. */
export function drawnColumnsOf({ kind, linkId }: Account): DrawnColumns | undefined {
  if (kind === 'earnings' && linkId !== null) return { accountKind: kind, linkId };
  return kind === 'wallet' || kind === 'commission' || kind === 'clearing'
    ? { accountKind: kind, linkId: null }
    : undefined;
}
