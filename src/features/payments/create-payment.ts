/** Creates payments durably. Concurrent requests share one commit (src/base/database/README.md, "Batches"). */

import type { Clock } from '../../base/clock/clock.ts';
import { createBatch } from '../../base/database/batch.ts';
import { type BookPlacement, createBatches } from '../../base/database/batches.ts';
import type { Database } from '../../base/database/pool.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Tracer } from '../../base/tracing/tracer.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { prepareEvent } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { createFeeLookup, type FeeLookup, type Pricing } from './fees/fee-lookup.ts';
import type { PaymentBase } from './payment.ts';
import { insertPayments, type PaymentInsert, paymentInsert } from './payments.repository.ts';
import type { PaymentDraft } from './plan-payment.ts';
import { presentPaymentEvent } from './present-payment.ts';

const batchSizeMax = 256;
const queueLengthMax = 2_048;
const msPerHour = 3_600_000;
export const paymentLifetimeMs = 24 * msPerHour;
/** Long enough for a link that is sent by mail and paid when its reader gets to it. */
const paymentLinkLifetimeMs = 14 * 24 * msPerHour;

const unpaid = {
  status: 'created',
  trxId: null,
  payerName: null,
  payerEmail: null,
  paidAt: null,
  capturableUntil: null,
  captureAmount: null,
  capturedAmount: null,
} as const;

export type CreatedPayment = { id: string; base: PaymentBase };

const createdOf = ({ id, base }: PaymentInsert): CreatedPayment => ({ id, base });

export type PaymentCreator = {
  /** @throws AppError `not_found`, `forbidden`, `merchant_not_active`. */
  create(actor: Actor, book: Book, base: PaymentBase, draft: PaymentDraft): Promise<CreatedPayment>;
  /** As `create`, but inside the caller's transaction. */
  createIn(actor: Actor, tx: Tx, book: Book, base: PaymentBase, draft: PaymentDraft): Promise<CreatedPayment>;
  /** A payment that a shop's people send to a customer themselves: it stays open longer. */
  createLink(actor: Actor, tx: Tx, book: Book, draft: PaymentDraft): Promise<CreatedPayment>;
  /** As `createIn`, for the payments of orders whose use case is already authorized; one for each draft. */
  createForOrders(actor: Actor, tx: Tx, book: Book, drafts: readonly PaymentDraft[]): Promise<CreatedPayment[]>;
  /** Resolves when it is nearly the turn of a payment of this shop at `create`; see `Batch`. */
  whenNear(holderId: bigint): Promise<void> | undefined;
  /** Whether a payment that arrives now at `create` would wait too long. */
  isBusy(): boolean;
};

type CreatorDeps = {
  db: Database;
  /** By default all are in `db`. */
  placement?: BookPlacement;
  clock: Clock;
  onBatch?: ((size: number) => void) | undefined;
  tracer?: Tracer | undefined;
  /** Called before the first payment of a book that carries a `webhook_url`, and maybe again. */
  onAddress?: ((book: Book) => Promise<void>) | undefined;
  /** By default rules are cached for a second. */
  fees?: FeeLookup;
};

export function createPaymentCreator(deps: CreatorDeps): PaymentCreator {
  const { db, clock, onBatch, onAddress, tracer, fees = createFeeLookup(db) } = deps;
  const batches = createBatches(deps, paymentInsert, (insert) =>
    createBatch<PaymentInsert, void>({
      write: async (payments) => {
        await insert(payments);
        return payments.map(() => undefined);
      },
      batchSizeMax,
      queueLengthMax,
      onBatch,
      traced: tracer && { tracer, name: 'create payments' },
    }),
  );

  const nowOf = ({ holderId, mode }: Book): Date => clock.now(holderId, mode);

  return {
    async create(actor, book, base, draft) {
      authorize(actor, 'payments.create', book);
      if (draft.webhookUrl !== null) await onAddress?.(book);
      const prices = await fees.pricesOf(book.holderId);
      const insert = insertOf(actor, book, { base, draft, prices }, nowOf(book));
      await batches.submit(insert.holderId, insert);
      return { id: insert.id, base };
    },
    async createIn(actor, tx, book, base, draft) {
      authorize(actor, 'payments.create', book);
      if (draft.webhookUrl !== null) await onAddress?.(book);
      const prices = await fees.pricesOf(book.holderId, tx);
      return insertIn(tx, insertOf(actor, book, { base, draft, prices }, nowOf(book)));
    },
    async createLink(actor, tx, book, draft) {
      authorize(actor, 'payments.create', book);
      const prices = await fees.pricesOf(book.holderId, tx);
      return insertIn(
        tx,
        insertOf(actor, book, { base: 'api', draft, prices, lifetimeMs: paymentLinkLifetimeMs }, nowOf(book)),
      );
    },
    async createForOrders(actor, tx, book, drafts) {
      const prices = await fees.pricesOf(book.holderId, tx);
      const inserts = drafts.map((draft) => insertOf(actor, book, { base: 'api', draft, prices }, nowOf(book)));
      await insertPayments(tx, inserts);
      return inserts.map(createdOf);
    },
    whenNear: batches.whenNear,
    isBusy: () => batches.isBusy('single'),
  };
}

type Opened = {
  base: PaymentBase;
  draft: PaymentDraft;
  prices: (currency: string) => Pricing;
  lifetimeMs?: number;
};

function insertOf(
  actor: Actor,
  { holderId, mode }: Book,
  { base, draft, prices, lifetimeMs = paymentLifetimeMs }: Opened,
  at: Date,
): PaymentInsert {
  const id = newPublicId('pay', holderId);
  // Events are published: what the shop says of its customer is in none.
  const created = { ...draft, ...unpaid, manualCapture: draft.manualCapture ?? false, id, createdAt: at };
  return {
    ...draft,
    ...prices(draft.currency),
    ...prepareEvent(actor, holderId, 'payment.created', presentPaymentEvent(created)),
    holderId,
    mode,
    base,
    id,
    at,
    expiresAt: new Date(at.getTime() + lifetimeMs),
  };
}

async function insertIn(tx: Tx, insert: PaymentInsert): Promise<CreatedPayment> {
  await insertPayments(tx, [insert]);
  return createdOf(insert);
}
