/**
 * Posts drafts as transfers and updates balances in the caller's transaction. Accounts are opened on first use and
 * locked in id order, book after book. They stay locked from before a transfer gets its id until the commit, so that an
 * account's transfers become visible in the order of their ids, which statements rely on. Must never be called outside a
 * transaction, nor decide what to post.
 */
import assert from 'node:assert/strict';
import { violatedConstraint } from '../../base/database/database-error.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type AccountRef, accountKey, type Book, floorOf, formatAccount } from './accounts.ts';
import { type AccountRow, insertTransfers, lockAccounts, openAccounts, type TransferRow } from './ledger.repository.ts';
import { assertValidDraft, type TransferDraft } from './transfer.ts';
import { isAllowed } from './transfer-rules.ts';

/** The accounts locked by this transaction, by account key. */
export type LockedAccounts = Map<string, AccountRow>;

/** The service's own holder, the only one whose accounts all have no floor. Created by the first migration. */
export const serviceHolderId = 1n;

/**
 * Opens missing accounts and locks all of `refs`, book after book by holder and mode, and by id within a book. Balances
 * are in minor units.
 */
export async function openAndLockAccounts(tx: Tx, refs: readonly AccountRef[]): Promise<LockedAccounts> {
  const locked: LockedAccounts = new Map();
  for (const { book, accounts } of byBook(refs)) {
    const ofService = book.holderId === serviceHolderId;
    const ids = await openAccounts(
      tx,
      book,
      accounts.map((ref) => ({ ref, floor: floorOf(ref, ofService) })),
    );
    for (const row of await lockAccounts(tx, book, ids)) locked.set(accountKey(row), row);
  }
  return locked;
}

/** The balance of a locked account, in minor units. */
export function balanceOf(locked: LockedAccounts, ref: AccountRef): bigint {
  const row = locked.get(accountKey(ref));
  assert(row, 'the account is locked');
  return row.balance;
}

/**
 * Posts drafts. Locks their accounts unless the caller passes them locked in `locked`.
 * @throws AppError `insufficient_funds` when an account would go below its floor, `balance_limit` beyond 10^18.
 */
export async function post(tx: Tx, drafts: readonly TransferDraft[], at: Date, locked?: LockedAccounts): Promise<void> {
  if (drafts.length === 0) return;
  for (const draft of drafts) assertPostable(draft);
  const accounts =
    locked ??
    (await openAndLockAccounts(
      tx,
      drafts.flatMap((draft) => [draft.from, draft.to]),
    ));
  // Most drafts of a settlement name the same few objects.
  const ids = new Map<AccountRef, bigint>();
  const idOf = (ref: AccountRef): bigint => {
    const known = ids.get(ref);
    if (known !== undefined) return known;
    const row = accounts.get(accountKey(ref));
    assert(row, 'the account is locked');
    ids.set(ref, row.id);
    return row.id;
  };
  const books = new Map<string, { book: Book; rows: TransferRow[] }>();
  for (const draft of drafts) {
    const { holderId, mode } = draft.from;
    const key = `${holderId}/${mode}`;
    const entry = books.get(key) ?? { book: { holderId, mode }, rows: [] };
    books.set(key, entry);
    entry.rows.push({
      currency: draft.from.currency,
      fromAccountId: idOf(draft.from),
      toAccountId: idOf(draft.to),
      amount: draft.amount,
      code: draft.code,
      subject: draft.subject,
      line: draft.line,
      settlementId: draft.settlementId ?? null,
      reversesId: draft.reversesId ?? null,
    });
  }
  try {
    for (const { book, rows } of books.values()) await insertTransfers(tx, book, rows, at);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'accounts_balance_floor') throw new AppError('insufficient_funds', { cause: error });
    if (constraint === 'accounts_balance_limit') throw new AppError('balance_limit', { cause: error });
    throw error;
  }
}

function assertPostable(draft: TransferDraft): void {
  assertValidDraft(draft);
  const { code, subject, from, to } = draft;
  if (isAllowed(draft, from.holderId === serviceHolderId)) return;
  assert.fail(`a transfer: ${code} of ${subject.kind} may not go from ${formatAccount(from)} to ${formatAccount(to)}`);
}

/**
 * Distinct accounts per book. Books are ordered by holder, then mode, so that every transaction locks in the same
 * order.
 */
function byBook(refs: readonly AccountRef[]): { book: Book; accounts: AccountRef[] }[] {
  const distinct = new Map(refs.map((ref) => [accountKey(ref), ref]));
  const books = new Map<string, { book: Book; accounts: AccountRef[] }>();
  for (const ref of distinct.values()) {
    const key = `${ref.holderId}/${ref.mode}`;
    const entry = books.get(key) ?? { book: { holderId: ref.holderId, mode: ref.mode }, accounts: [] };
    books.set(key, entry);
    entry.accounts.push(ref);
  }
  return [...books.values()].sort((a, b) => {
    if (a.book.holderId !== b.book.holderId) return a.book.holderId < b.book.holderId ? -1 : 1;
    return a.book.mode < b.book.mode ? -1 : 1;
  });
}
