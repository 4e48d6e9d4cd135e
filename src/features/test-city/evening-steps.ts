/**
 * Carries out the steps of an evening, by the use cases that the interfaces call. A step is carried out once: what is
 * written in one transaction notes its progress there, and the rest finds what it made before.
 */
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type PersonActor, payerActor } from '../../core/access/actor.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findCashSettings } from '../cash/cash-settings.repository.ts';
import type { LinkLookup } from '../links/link-lookup.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { confirmPayment } from '../orders/confirm-payment.ts';
import { holdOrder } from '../orders/hold-order.ts';
import { findOrder } from '../orders/orders.repository.ts';
import { ensurePaymentLinks, needsPaymentLink } from '../orders/payment-link.ts';
import type { OrderRequest, PlanContext } from '../orders/plan-order.ts';
import type { LimitedWriter } from '../orders/record-limited.ts';
import { recordManyOrders } from '../orders/record-many-orders.ts';
import type { OrderWriter } from '../orders/record-order.ts';
import { findLatest } from '../payments/attempts.repository.ts';
import type { PaymentCreator } from '../payments/create-payment.ts';
import { type PayDeps, payWithProvider, resumeAttempt } from '../payments/pay-with-provider.ts';
import { findPayment } from '../payments/payments.repository.ts';
import { readRefundRequest } from '../refunds/read-refund-request.ts';
import { requestOrderRefund } from '../refunds/refund-order.ts';
import type { SettlementRunner } from '../settlements/settlement-runner.ts';
import { requestTopUp } from '../wallets/top-up.ts';
import { type EveningStep, eveningCurrency } from './plan-evening.ts';
import { type Evening, setPlayed } from './test-city.repository.ts';

export type StepDeps = PayDeps & {
  db: Database;
  creator: PaymentCreator;
  runner: SettlementRunner;
  links: LinkLookup;
  write: OrderWriter;
  writeLimited: LimitedWriter;
  publicUrl: string;
} & Pick<PlanContext, 'findChargeProblem'>;

const bookOf = ({ companyId }: Evening): Book => ({ holderId: companyId, mode: 'test' });

/** Whether the service can't answer now, so that the step is tried again; everything else was decided. */
const isForNow = (error: unknown): boolean => !(error instanceof AppError) || error.code === 'unavailable';

/** Records the orders of a minute together. @returns false when another process has played them. */
export async function recordSome(
  actor: PersonActor,
  deps: StepDeps,
  evening: Evening,
  steps: readonly EveningStep[],
  place: number,
): Promise<boolean> {
  const book = bookOf(evening);
  const { isTracked, ...cash } = await findCashSettings(deps.db, book);
  // A platform may refuse differing splits: those of the plan never differ.
  const caller = { ...book, requireExactSplits: true, cash: isTracked ? cash : null };
  const requests = steps.flatMap((step): OrderRequest[] => (step.kind === 'order' ? [step.body] : []));
  const outcomes = await recordManyOrders(actor, deps, caller, requests);
  const failed = outcomes.flatMap((one) => ('error' in one ? [one.error] : []));
  const urgent = failed.find(isForNow);
  if (urgent !== undefined) throw urgent;
  return setPlayed(deps.db, evening, { from: place, to: place + steps.length, refused: failed.length });
}

/** @returns false when another process has played it. */
export async function carryOut(
  actor: PersonActor,
  deps: StepDeps,
  evening: Evening,
  step: EveningStep,
  place: number,
): Promise<boolean> {
  const progress = { from: place, to: place + 1 };
  try {
    if (step.kind === 'pay') {
      await pay(actor, deps, bookOf(evening), step);
      return await setPlayed(deps.db, evening, progress);
    }
    if (step.kind === 'settle') return await settle(actor, deps, evening, progress);
    return await inTransaction(
      deps.db,
      async (tx) => {
        if (!(await setPlayed(tx, evening, progress))) return false;
        await write(actor, tx, deps, bookOf(evening), step);
        return true;
      },
      bookOf(evening),
    );
  } catch (error) {
    if (isForNow(error)) throw error;
    return setPlayed(deps.db, evening, { ...progress, refused: 1 });
  }
}

/** What is written in one transaction; orders are recorded by `recordSome`. */
async function write(actor: PersonActor, tx: Tx, deps: StepDeps, book: Book, step: EveningStep): Promise<unknown> {
  switch (step.kind) {
    case 'confirm':
      return confirmPayment(actor, tx, deps, book, step.ref);
    case 'cancel':
      return cancelOrder(actor, tx, deps, book, step.ref);
    case 'hold':
      return holdOrder(actor, tx, deps, book, step.ref, step.note);
    case 'refund': {
      const { ref, amount, reason } = step;
      const asked = { refund_ref: `refund-${ref}`, reason, ...(amount === undefined ? {} : { amount }) };
      return requestOrderRefund(actor, tx, deps, book, ref, readRefundRequest(asked, eveningCurrency));
    }
    case 'top_up': {
      const request = {
        amount: step.amount,
        currency: eveningCurrency,
        accountKind: 'clearing',
        source: 'bank',
      } as const;
      return requestTopUp(actor, tx, deps.clock, book, request);
    }
    default:
      throw new Error(`A step ${step.kind} is not written here.`);
  }
}

/**
 * The customer pays at our checkout. Whoever has tried as often as the step says has done it before; a try that is still under
 * way was cut off, and goes on.
 */
async function pay(
  actor: PersonActor,
  deps: StepDeps,
  book: Book,
  { ref, card, attempt, payer }: Extract<EveningStep, { kind: 'pay' }>,
): Promise<void> {
  const order = await findOrder(deps.db, book, ref);
  if (order === undefined || !needsPaymentLink(order)) return;
  const links = await inTransaction(deps.db, (tx) => ensurePaymentLinks(actor, tx, deps, book, [order]), book);
  const id = links.get(order.id);
  const payment = id === undefined ? undefined : await findPayment(deps.db, book.holderId, id);
  if (payment === undefined) return;
  const latest = await findLatest(deps.db, payment);
  const customer = payerActor(null);
  const request = {
    method: 'card',
    card: { number: card },
    payerName: payer,
    browser: null,
    returnAddress: deps.publicUrl,
    description: ref,
  } as const;
  if (latest === undefined || latest.number < attempt) await payWithProvider(customer, deps, payment, request);
  else if (latest.number === attempt && latest.status === 'processing')
    await resumeAttempt(customer, deps, payment, latest, request);
}

/** Begun with its progress, so that it is begun once; whoever finds it running drives it to its end. */
async function settle(
  actor: PersonActor,
  { db, runner }: StepDeps,
  evening: Evening,
  progress: { from: number; to: number },
): Promise<boolean> {
  const book = bookOf(evening);
  await runner.finishRunning(actor, book);
  const begun = await inTransaction(
    db,
    async (tx) => {
      if (!(await setPlayed(tx, evening, progress))) return undefined;
      return runner.begin(actor, tx, book, 'request', eveningCurrency);
    },
    book,
  );
  if (begun === undefined) return false;
  await runner.drive(actor, book, begun.id);
  return true;
}
