/**
 * Requests a payout of one amount from one account to one of the owner's bank accounts (docs/ledger.md, "What is
 * posted"). The whole amount moves to `payouts:pending` immediately, so that nothing else can spend it.
 */
import assert from 'node:assert/strict';
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId, newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { least } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf } from '../../core/access/four-eyes.ts';
import { mayOnlyRead } from '../../core/access/roles.ts';
import { type Account, type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { balanceOf, type LockedAccounts, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { findFunds, spendableClearing, spendableCommission } from '../../core/ledger/spendable.ts';
import { type BankAccount, unfitFor } from './bank-account.ts';
import { listBankAccounts, lockBankAccount } from './bank-accounts.repository.ts';
import { publishPayout } from './change-payout.ts';
import { drawnColumnsOf, initialPayoutStatus, type Payout } from './payout.ts';
import { accountsDrawnWith, requestedDrafts } from './payout-postings.ts';
import {
  findRule,
  insertPayout,
  isLinkOf,
  lockOwner,
  type OwnerRow,
  type PayoutRule,
  sumRequested,
} from './payouts.repository.ts';

export const noAccount = 'There is no such account to pay out from.';
export const limitWindowMs = 24 * 3_600_000;

export type PayoutRequest = {
  ownerHolderId: bigint;
  book: Book;
  /** `wallet`, `commission`, `clearing` or the earnings of a link. */
  account: Account;
  /** Minor units, above 0. */
  amount: bigint;
  currency: string;
  /** Undefined: the only one on file that accepts the currency. */
  bankAccountId: string | undefined;
  /** What the payee knows it by. */
  reference?: string | undefined;
  /** The schedule that requests it, for which time, and who set it; null: a key pair. */
  scheduled?: { id: string; dueAt: Date; setBy: string | null };
};

/** What a payout draws from. */
export type Drawn = Pick<PayoutRequest, 'ownerHolderId' | 'book' | 'account' | 'currency'>;

/**
 * The current fee is stored with the payout; later changes of the rules don't affect it.
 * @throws AppError `not_found` for an account that is not the owner's; `forbidden` for an owner who is suspended;
 * `validation_failed` below the minimum, over the limit of 24 hours, or without a suitable bank account;
 * `insufficient_funds`.
 */
export async function requestPayout(actor: Actor, tx: Tx, clock: Clock, request: PayoutRequest): Promise<Payout> {
  const { ownerHolderId, book, amount, currency, scheduled } = request;
  const object = { holderId: ownerHolderId, mode: book.mode };
  authorize(actor, 'payouts.request', object, noAccount);
  const owner = await lockOwner(tx, ownerHolderId);
  if (owner === undefined || !(await mayDraw(tx, request, owner))) {
    throw new AppError('not_found', { message: noAccount });
  }
  if (mayOnlyRead(owner.status) || (owner.status === 'pending' && book.mode === 'live')) {
    throw new AppError('forbidden', { message: `The account is ${owner.status}.` });
  }
  const at = clock.now(book.holderId, book.mode);
  const rule = await findRule(tx, currency);
  await checkAmount(tx, request, rule, at);
  const bankAccount = await chooseBankAccount(tx, request);
  const draft = draftOf(request, rule, bankAccount, at);
  const { locked, spendable } = await lockDrawn(tx, request);
  if (amount > spendable) throw new AppError('insufficient_funds');

  await post(tx, requestedDrafts(draft), at, locked);
  const payout = await insertPayout(tx, draft, scheduled === undefined ? personOf(actor) : scheduled.setBy);
  await publishPayout({ actor, tx, at }, payout);
  await appendAudit(actor, tx, {
    action: 'payouts.request',
    ...object,
    object: { kind: 'payout', id: payout.id },
    after: {
      ...{ status: payout.status, amount, fee: payout.fee, currency, bankAccount: payout.bankAccountId },
      ...(scheduled === undefined ? {} : { schedule: scheduled.id, setBy: scheduled.setBy }),
    },
  });
  return payout;
}

/** Locks the accounts of a payout, until the transaction ends. @returns what it may take, in minor units. */
export async function lockDrawn(tx: Tx, { book, currency, account: of }: Drawn) {
  const account = accountIn({ ...book, currency }, of);
  const ofCompany = account.kind === 'clearing' || account.kind === 'commission';
  const clearing = ofCompany ? [accountIn(account, ledgerAccount.clearing)] : [];
  const locked = await openAndLockAccounts(tx, [...accountsDrawnWith(account), ...clearing]);
  return { locked, spendable: await spendableFrom(tx, locked, account) };
}

async function spendableFrom(tx: Tx, locked: LockedAccounts, account: AccountRef): Promise<bigint> {
  if (account.kind === 'clearing') return spendableClearing(await findFunds(tx, account));
  if (account.kind === 'commission') return spendableCommission(await findFunds(tx, account));
  return balanceOf(locked, account);
}

const walletKinds = ['merchant', 'customer'];

/**
 * Owners draw from their own book, except that a merchant's or courier's earnings are in the company's book, under
 * their link.
 */
export async function mayDraw(tx: Tx, { ownerHolderId, book, account }: Drawn, owner: OwnerRow): Promise<boolean> {
  if (account.kind === 'earnings') return isLinkOf(tx, book.holderId, account.linkId, ownerHolderId);
  if (book.holderId !== ownerHolderId) return false;
  if (account.kind === 'wallet') return walletKinds.includes(owner.kind);
  return (account.kind === 'commission' || account.kind === 'clearing') && owner.kind === 'company';
}

async function checkAmount(tx: Tx, request: PayoutRequest, rule: PayoutRule, at: Date): Promise<void> {
  const { amount, currency } = request;
  const shown = (minor: bigint): string => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
  if (amount < rule.minimum) throw invalidField('amount', `must be at least ${shown(rule.minimum)}`);
  const left = await limitLeft(tx, request, rule, at);
  if (rule.dailyLimit !== null && left !== null && amount > left) {
    throw invalidField(
      'amount',
      `exceeds the limit of ${shown(rule.dailyLimit)} in 24 hours, of which ${shown(left)} are left`,
    );
  }
}

/** What the owner may still request within 24 hours, in minor units; null: there is no limit. */
export async function limitLeft(tx: Tx, of: Drawn, { dailyLimit }: PayoutRule, at: Date): Promise<bigint | null> {
  if (dailyLimit === null) return null;
  const { ownerHolderId, book, currency } = of;
  const since = new Date(at.getTime() - limitWindowMs);
  const asked = await sumRequested(tx, { ownerHolderId, mode: book.mode, currency }, since);
  return dailyLimit - least(asked, dailyLimit);
}

/** An unknown bank account and one of another owner are refused with the same message. */
export async function chooseBankAccount(
  tx: Tx,
  request: Pick<PayoutRequest, 'ownerHolderId' | 'currency' | 'bankAccountId'>,
): Promise<BankAccount> {
  const { ownerHolderId, currency, bankAccountId } = request;
  if (bankAccountId === undefined) {
    const all = await listBankAccounts(tx, ownerHolderId);
    const [only, ...others] = all.filter((one) => unfitFor(one, currency) === undefined);
    if (only === undefined) throw invalidField('bank_account_id', `no active bank account for ${currency} is on file`);
    if (others.length > 0) throw invalidField('bank_account_id', 'is required: several bank accounts are on file');
    return chooseBankAccount(tx, { ...request, bankAccountId: only.id });
  }
  const isOwn = holderOfPublicId('ba', bankAccountId) === ownerHolderId;
  const account = isOwn ? await lockBankAccount(tx, ownerHolderId, bankAccountId) : undefined;
  if (account === undefined) throw invalidField('bank_account_id', 'is not one of your bank accounts');
  const unfit = unfitFor(account, currency);
  if (unfit !== undefined) throw invalidField('bank_account_id', unfit);
  return account;
}

function draftOf({ book, ...request }: PayoutRequest, rule: PayoutRule, bankAccount: BankAccount, at: Date): Payout {
  const drawn = drawnColumnsOf(request.account);
  assert(drawn, 'the account is one that payouts draw from');
  return {
    holderId: book.holderId,
    mode: book.mode,
    id: newPublicId('po', book.holderId),
    ownerHolderId: request.ownerHolderId,
    ...drawn,
    status: initialPayoutStatus,
    amount: request.amount,
    fee: rule.fee,
    currency: request.currency,
    bankAccountId: bankAccount.id,
    reason: null,
    reference: request.reference ?? null,
    scheduleId: request.scheduled?.id ?? null,
    dueAt: request.scheduled?.dueAt ?? null,
    // Assigned by the database.
    position: 0n,
    createdAt: at,
    updatedAt: at,
    approvedAt: null,
    sentAt: null,
    endedAt: null,
  };
}
