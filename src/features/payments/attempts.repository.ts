/** All SQL of payment attempts. A row is written only while its payment's row is locked. */
import { isDue } from '../../base/clock/due.ts';
import { bytea, int4, int8, nullable, oneOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { feeMethods } from './fees/fee-rule.ts';
import type { PaymentKey, PaymentMethod } from './payment.ts';

type AttemptStatus = 'processing' | 'authorized' | 'succeeded' | 'declined' | 'returned';

export type AttemptKey = { holderId: bigint; attemptId: string };

export type Attempt = {
  holderId: bigint;
  paymentId: string;
  number: number;
  /** Our id of the attempt, also the idempotency key at the provider. */
  id: string;
  /** `wallet`, `bank`, or the name of the provider. */
  provider: string;
  providerRef: string | null;
  method: PaymentMethod;
  status: AttemptStatus;
  error: string | null;
  cardLastFour: string | null;
  /** By the name that people know it by. */
  cardBrand: string | null;
  continueUrl: string | null;
  payerHolderId: bigint | null;
  payerName: string | null;
  payerEmail: string | null;
  /** The language of the checkout; null where none was seen. */
  payerLanguage: string | null;
  browser: Buffer | null;
  createdAt: Date;
};

/** Those that are due for another look at some time. */
const underWay = ['processing', 'authorized'] as const;

const columns = {
  holderId: int8,
  paymentId: text,
  number: int4,
  id: text,
  provider: text,
  providerRef: nullable(text),
  method: oneOf(...feeMethods),
  status: oneOf('processing', 'authorized', 'succeeded', 'declined', 'returned'),
  error: nullable(text),
  cardLastFour: nullable(text),
  cardBrand: nullable(text),
  continueUrl: nullable(text),
  payerHolderId: nullable(int8),
  payerName: nullable(text),
  payerEmail: nullable(text),
  payerLanguage: nullable(text),
  browser: nullable(bytea),
  createdAt: timestamptz,
};

const selected = selectList(columns, 'payment_attempts');

/** What is known of the card; null leaves what was known before. */
type CardFacts = { cardLastFour: string | null; cardBrand?: string | null | undefined };

type AttemptInsert = Omit<Attempt, 'holderId' | 'paymentId' | 'number' | 'continueUrl' | 'createdAt'> & {
  at: Date;
  dueAt: Date | null;
};

/** Appends an attempt. The caller has locked the payment's row, so numbers have no gaps. */
export async function insertAttempt(tx: Tx, key: PaymentKey, attempt: AttemptInsert): Promise<void> {
  await command`
    insert into payment_attempts (holder_id, payment_id, number, id, provider, provider_ref, method, status, error,
      card_last_four, card_brand, payer_holder_id, payer_name, payer_email, payer_language, browser, created_at, updated_at, due_at)
    select ${key.holderId}::bigint, ${key.id}, coalesce(max(number), 0) + 1, ${attempt.id}, ${attempt.provider},
      ${attempt.providerRef}, ${attempt.method}, ${attempt.status}, ${attempt.error}, ${attempt.cardLastFour}, ${attempt.cardBrand},
      ${attempt.payerHolderId}::bigint, ${attempt.payerName}, ${attempt.payerEmail}, ${attempt.payerLanguage}, ${attempt.browser}::bytea,
      ${attempt.at}::timestamptz, ${attempt.at}::timestamptz, ${attempt.dueAt}::timestamptz
    from payment_attempts where holder_id = ${key.holderId} and payment_id = ${key.id}`.execute(tx);
}

export async function findAttempt(db: Database | Tx, holderId: bigint, id: string): Promise<Attempt | undefined> {
  return query(columns)`
    select ${selected} from payment_attempts where holder_id = ${holderId} and id = ${id}`.executeTakeFirst(db);
}

/** The attempt under way, if there is one. */
export async function findProcessing(db: Database | Tx, key: PaymentKey): Promise<Attempt | undefined> {
  return query(columns)`
    select ${selected} from payment_attempts
    where holder_id = ${key.holderId} and payment_id = ${key.id} and status = 'processing'`.executeTakeFirst(db);
}

export async function findLatest(db: Database, key: PaymentKey): Promise<Attempt | undefined> {
  return query(columns)`
    select ${selected} from payment_attempts
    where holder_id = ${key.holderId} and payment_id = ${key.id}
    order by number desc limit 1`.executeTakeFirst(db);
}

/** The attempt that holds the customer's money for a capture. */
export async function findAuthorized(db: Database | Tx, key: PaymentKey): Promise<Attempt | undefined> {
  return query(columns)`
    select ${selected} from payment_attempts
    where holder_id = ${key.holderId} and payment_id = ${key.id} and status = 'authorized'`.executeTakeFirst(db);
}

/** The attempt that paid. */
export async function findSucceeded(db: Database | Tx, key: PaymentKey): Promise<Attempt | undefined> {
  return query(columns)`
    select ${selected} from payment_attempts
    where holder_id = ${key.holderId} and payment_id = ${key.id} and status = 'succeeded'
    order by number limit 1`.executeTakeFirst(db);
}

/** Stores the provider's id, the address to continue at and the next check, while the attempt is under way. */
export async function noteProgress(
  tx: Tx,
  holderId: bigint,
  id: string,
  facts: { providerRef: string | null; continueUrl: string | null; dueAt: Date; at: Date },
): Promise<void> {
  const { providerRef, continueUrl, dueAt, at } = facts;
  await tx
    .updateTable('paymentAttempts')
    .set({ dueAt, updatedAt: at, ...(providerRef === null ? {} : { providerRef }) })
    .set(continueUrl === null ? {} : { continueUrl })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', 'in', underWay)
    .execute();
}

/** The customer's money is held for a capture until `dueAt`. */
export async function setAttemptAuthorized(
  tx: Tx,
  { holderId, attemptId }: AttemptKey,
  facts: CardFacts & { providerRef: string | null; dueAt: Date; at: Date },
): Promise<void> {
  const { providerRef, dueAt, at } = facts;
  await tx
    .updateTable('paymentAttempts')
    .set({
      status: 'authorized',
      error: null,
      dueAt,
      updatedAt: at,
      ...known(facts),
    })
    .set(providerRef === null ? {} : { providerRef })
    .where('holderId', '=', holderId)
    .where('id', '=', attemptId)
    .execute();
}

const known = ({ cardLastFour, cardBrand = null }: CardFacts) => ({
  ...(cardLastFour === null ? {} : { cardLastFour }),
  ...(cardBrand === null ? {} : { cardBrand }),
});

export async function endAttempt(
  tx: Tx,
  holderId: bigint,
  id: string,
  to: Exclude<AttemptStatus, (typeof underWay)[number]>,
  facts: CardFacts & { error: string | null; providerRef?: string | null; at: Date },
): Promise<void> {
  const { error, providerRef = null, at } = facts;
  await tx
    .updateTable('paymentAttempts')
    .set({ status: to, error, dueAt: null, updatedAt: at, ...known(facts) })
    .set(providerRef === null ? {} : { providerRef })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .execute();
}

const due = { deadline: 'a.due_at', holder: 'a.holder_id', mode: 'p.mode' };

/** Attempts whose check is due, or whose authorization ends, by their own book's clock. `now`, `only`: see `isDue`. */
export async function findDueAttempts(
  db: Database,
  now: Date,
  limit: number,
  only?: Book,
): Promise<Pick<Attempt, 'holderId' | 'id' | 'status'>[]> {
  return query({ holderId: int8, id: text, status: columns.status })`
    select a.holder_id as "holderId", a.id, a.status from payment_attempts a
    join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
    where a.status in ('processing', 'authorized') and ${isDue(due, now, only)} order by a.due_at limit ${limit}`.execute(
    db,
  );
}
