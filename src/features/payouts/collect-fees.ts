/**
 * Fee collection: each book's fees are moved to the service nightly, so that payments don't contend for one shared
 * account; the operator draws them from there (docs/ledger.md, "What is posted"). A book's fees of one currency are
 * collected at most once per day.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { violatedConstraint } from '../../base/database/database-error.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { absolute } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { type Account, type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { isPosted } from '../../core/ledger/ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post, serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { type FeesOfBook, findDrawn, insertFeeCollection, insertFeeDraw, listUncollected } from './fees.repository.ts';

const batchMax = 500;
const referencePattern = /^[0-9A-Za-z._-]{1,100}$/;

type Deps = { db: Database; clock: Clock };

/**
 * Collects the fees of every book that has any, one transaction per book and currency. A failure does not stop the
 * others.
 * @returns how many books and currencies were collected.
 */
export async function collectFees(actor: Actor, deps: Deps, onError: (error: unknown) => void): Promise<number> {
  let collected = 0;
  for (let after: FeesOfBook | undefined; ; ) {
    const page = await listUncollected(deps.db, serviceHolderId, after, batchMax);
    for (const fees of page) {
      await inTransaction(deps.db, (tx) => collectFrom(actor, tx, deps.clock, fees), fees).then((done) => {
        if (done) collected += 1;
      }, onError);
    }
    after = page.at(-1);
    if (page.length < batchMax) return collected;
  }
}

/** @returns false when there is nothing to collect, or today's fees were collected before. */
async function collectFrom(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  { holderId, mode, currency }: FeesOfBook,
): Promise<boolean> {
  authorize(actor, 'fees.collect', { holderId, mode });
  const at = clock.now(holderId, mode);
  const subject = subjectOf.collectedFees(holderId, currency, at);
  const account = (owner: bigint, one: Account): AccountRef => accountIn({ holderId: owner, mode, currency }, one);
  const fees = account(holderId, ledgerAccount.fees);
  const transit = account(holderId, ledgerAccount.transit);
  const serviceFees = account(serviceHolderId, ledgerAccount.fees);
  const serviceTransit = account(serviceHolderId, ledgerAccount.transit);
  const locked = await openAndLockAccounts(tx, [fees, transit, serviceFees, serviceTransit]);
  const net = balanceOf(locked, fees);
  if (net === 0n || (await isPosted(tx, { holderId, mode }, subject))) return false;

  const base = { amount: absolute(net), code: 'fees_collected', subject, line: 0 } as const;
  const drafts: TransferDraft[] =
    net > 0n
      ? [
          { ...base, from: fees, to: transit },
          { ...base, from: serviceTransit, to: serviceFees },
        ]
      : [
          { ...base, from: serviceFees, to: serviceTransit },
          { ...base, from: transit, to: fees },
        ];
  await post(tx, drafts, at, locked);
  await insertFeeCollection(tx, { holderId, mode, id: subject.id, currency, amount: net, createdAt: at });
  await appendAudit(actor, tx, {
    action: 'fees.collect',
    holderId,
    mode,
    object: { kind: 'fees', id: `${holderId}:${currency}` },
    after: { amount: net, currency },
  });
  return true;
}

export type FeesDraw = {
  mode: Mode;
  currency: string;
  /** Minor units, above 0. */
  amount: bigint;
  /** Identifies this draw: repeating it has no effect. */
  reference: string;
};

/**
 * The operator draws collected fees to the service's own bank account.
 * @returns false when the same amount was drawn before with this reference.
 * @throws AppError `validation_failed`; `insufficient_funds` for more than was collected; `idempotency_conflict` when
 * the reference was used for another amount or currency.
 */
export async function drawFees(actor: Actor, tx: Tx, clock: Clock, draw: FeesDraw): Promise<boolean> {
  const { mode, currency, amount, reference } = draw;
  authorize(actor, 'fees.draw', { holderId: serviceHolderId, mode });
  if (!referencePattern.test(reference)) {
    const message = 'must have 1 to 100 letters, digits, dots, dashes or underscores';
    throw invalidField('reference', message);
  }
  if (amount <= 0n) {
    throw invalidField('amount', 'must be greater than 0');
  }
  const book: Book = { holderId: serviceHolderId, mode };
  const from: AccountRef = accountIn({ ...book, currency }, ledgerAccount.fees);
  const to: AccountRef = accountIn({ ...book, currency }, ledgerAccount.outside('bank'));
  const subject = subjectOf.drawnFees(reference);
  const locked = await openAndLockAccounts(tx, [from, to]);
  const drawn = await findDrawn(tx, book, reference);
  if (drawn !== undefined) {
    if (drawn.amount === amount && drawn.currency === currency) return false;
    throw drawnForOther();
  }
  if (amount > balanceOf(locked, from)) throw new AppError('insufficient_funds');

  const at = clock.now(serviceHolderId, mode);
  await post(tx, [{ from, to, amount, code: 'fees_drawn', subject, line: 0 }], at, locked).catch((error: unknown) => {
    // A concurrent draw in another currency locks other accounts; the unique posting key lets only one succeed.
    if (violatedConstraint(error) === 'transfers_posting_key') throw drawnForOther();
    throw error;
  });
  await insertFeeDraw(tx, { ...book, id: reference, currency, amount, createdAt: at });
  const data = { amount: jsonDecimal(amount, exponentOf(currency)), currency, reference, mode };
  await appendEvents({ actor, tx, at }, book, [{ type: 'fees.drawn', subject, data }]);
  await appendAudit(actor, tx, {
    action: 'fees.draw',
    ...book,
    object: { kind: 'fees_draw', id: reference },
    after: { amount, currency },
  });
  return true;
}

const drawnForOther = (): AppError =>
  new AppError('idempotency_conflict', { message: 'This reference was used for another payment of fees.' });
