/** Reads what a chain consists of, and the rows that its checks compare: only what the reader may see. */
import type { Database } from '../../base/database/pool.ts';
import type { AccountRef, Book } from '../../core/ledger/accounts.ts';
import { findAccountsById } from '../../core/ledger/ledger.repository.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferCode } from '../../core/ledger/transfer.ts';
import { listTransfersOfOrder } from '../orders/order-trace.repository.ts';
import { findOrder } from '../orders/orders.repository.ts';
import { listTransfersOfPayment } from '../payments/payment-trace.repository.ts';
import { accountOf, type Payout } from '../payouts/payout.ts';
import { findPayout } from '../payouts/payouts.repository.ts';
import { type ChainCheck, checkLines, checkOrder, checkPayments, checkPayout, checkTopUp } from './checks.ts';
import type { Root } from './find-root.ts';
import { findLineOf, findTopUpOf } from './roots.repository.ts';
import { type Sight, seesTransfer } from './sight.ts';
import type { Step } from './trace.ts';
import {
  findPayer,
  listPaid,
  listTransfersById,
  listTransfersOfLine,
  listTransfersOfPayer,
  listTransfersOfSubject,
  sumPaidOut,
  sumSettlement,
} from './traces.repository.ts';

export type Posted = {
  id: bigint;
  from: AccountRef;
  to: AccountRef;
  amount: bigint;
  code: TransferCode;
  createdAt: Date;
};

/** @param posted single transfers. @param summed several at once, as steps. */
type Gathered = { posted: Posted[]; summed: Step[]; checks: ChainCheck[]; reference: string | null };

/** Transfers that a line of a statement is shown with. */
const lineTransfersMax = 200;

export function stepOf({ id, from, to, amount, code, createdAt }: Posted): Step {
  const { holderId, currency } = from;
  return {
    holderId,
    from,
    to,
    currency,
    amount,
    code,
    count: 1,
    transferId: id,
    firstAt: createdAt,
    lastAt: createdAt,
  };
}

const stepsOf = (posted: readonly Posted[]): Step[] => posted.map(stepOf);

export function gather(db: Database, sight: Sight, root: Root): Promise<Gathered> {
  switch (root.kind) {
    case 'order':
      return gatherOrder(db, sight, root);
    case 'payment':
      return gatherPayment(db, sight, root);
    case 'payout':
      return gatherPayout(db, sight, root);
    case 'top_up':
      return gatherTopUp(db, sight, root);
    case 'settlement':
      return gatherSettlement(db, sight, root);
    case 'line':
      return gatherLine(db, sight, root);
    default:
      return gatherSubject(db, sight, root);
  }
}

type RootOf<Kind extends Root['kind']> = Extract<Root, { kind: Kind }>;

const nothing = { summed: [], checks: [], reference: null };

const seen = (sight: Sight, posted: readonly Posted[]): Posted[] =>
  posted.filter((transfer) => seesTransfer(sight, transfer.from.holderId, transfer));

/** Whoever sees a whole book can check sums over it; others see parts of them. */
const seesWhole = (sight: Sight, { holderId }: { holderId: bigint }): boolean =>
  sight.as === 'operator' || sight.book.holderId === holderId;

async function gatherOrder(db: Database, sight: Sight, root: RootOf<'order'>): Promise<Gathered> {
  const book: Book = { holderId: root.holderId, mode: sight.book.mode };
  const [order, all, payments] = await Promise.all([
    findOrder(db, book, root.ref),
    listTransfersOfOrder(db, { ...book, id: root.id }),
    listPaid(db, root.holderId, { orderId: root.id }),
  ]);
  const payers = await Promise.all(payments.map(({ id }) => listOfPayer(db, sight, { holderId: root.holderId, id })));
  const posted = [...payers.flat(), ...seen(sight, all)];
  if (order === undefined || !seesWhole(sight, root)) return { ...nothing, posted, reference: root.ref };
  const steps = stepsOf(all);
  const checks = [...checkOrder(order, steps), ...checkPayments(payments, steps)];
  return { posted, summed: [], checks, reference: root.ref };
}

/** The operator sees the customer's side too. */
async function listOfPayer(db: Database, sight: Sight, payment: { holderId: bigint; id: string }): Promise<Posted[]> {
  if (sight.as !== 'operator') return [];
  const payer = await findPayer(db, payment);
  const holderId = payer?.payerHolderId ?? null;
  return holderId === null ? [] : listTransfersOfPayer(db, { holderId, mode: sight.book.mode }, payment);
}

async function gatherPayment(db: Database, sight: Sight, root: RootOf<'payment'>): Promise<Gathered> {
  const { mode } = sight.book;
  if (sight.as === 'customer') return { ...nothing, posted: await listTransfersOfPayer(db, sight.book, root) };
  const [own, payers, payments] = await Promise.all([
    listTransfersOfPayment(db, { ...root, mode }),
    listOfPayer(db, sight, root),
    listPaid(db, root.holderId, { id: root.id }),
  ]);
  const checks = checkPayments(payments, stepsOf(own));
  return { posted: [...payers, ...seen(sight, own)], summed: [], checks, reference: root.id };
}

async function gatherPayout(db: Database, sight: Sight, root: RootOf<'payout'>): Promise<Gathered> {
  const book: Book = { holderId: root.holderId, mode: sight.book.mode };
  const [payout, posted] = await Promise.all([
    findPayout(db, root.holderId, root.id),
    listTransfersOfSubject(db, book, subjectOf.payout(root.id)),
  ]);
  if (payout === undefined) return { ...nothing, posted };
  const summed = await sourcesOf(db, payout, posted);
  return { posted, summed, checks: checkPayout(payout, stepsOf(posted)), reference: payout.reference ?? payout.id };
}

const gaveBack: readonly Payout['status'][] = ['rejected', 'cancelled', 'failed'];

/** The transfer that took a payout's money, unless the money went back. */
export const takenBy = (payout: Payout, posted: readonly Posted[]): Posted | undefined =>
  gaveBack.includes(payout.status) ? undefined : posted.find(({ code }) => code === 'payout');

async function sourcesOf(db: Database, payout: Payout, posted: readonly Posted[]): Promise<Step[]> {
  const taken = takenBy(payout, posted);
  if (taken === undefined) return [];
  const to = accountOf(payout);
  const sums = await sumPaidOut(db, to, { transferId: taken.id, amount: payout.amount });
  const ids = [...new Set(sums.map(({ fromAccountId }) => fromAccountId))];
  const accounts = new Map((await findAccountsById(db, payout.holderId, ids)).map((row) => [row.id, row]));
  return sums.flatMap(({ fromAccountId, ...sum }) => {
    const from = accounts.get(fromAccountId);
    const { holderId, currency } = payout;
    return from === undefined ? [] : [{ ...sum, holderId, from, to, currency, transferId: null }];
  });
}

async function gatherTopUp(db: Database, sight: Sight, root: RootOf<'top_up'>): Promise<Gathered> {
  const book: Book = { holderId: root.holderId, mode: sight.book.mode };
  const [topUp, all] = await Promise.all([
    findTopUpOf(db, book.mode, root),
    listTransfersOfSubject(db, book, subjectOf.topUp(root.id)),
  ]);
  const posted = seen(sight, all);
  const checks = topUp?.status === 'succeeded' ? [checkTopUp(topUp, stepsOf(all))] : [];
  return { posted, summed: [], checks, reference: root.id };
}

async function gatherSettlement(db: Database, sight: Sight, root: RootOf<'settlement'>): Promise<Gathered> {
  const sums = await sumSettlement(db, { holderId: root.holderId, mode: sight.book.mode }, root.id);
  const summed = sums.map((sum) => ({ ...sum, holderId: root.holderId, transferId: null }));
  return { posted: [], summed, checks: [], reference: String(root.id) };
}

async function gatherSubject(db: Database, sight: Sight, root: RootOf<'subject'>): Promise<Gathered> {
  const all = await listTransfersOfSubject(db, { holderId: root.holderId, mode: sight.book.mode }, root.subject);
  // Of another's payout a company sees what its own pages show: what left the payee's earnings, and came back.
  const isOthers = sight.as === 'company' && root.subject.kind === 'payout';
  const posted = seen(sight, all).filter(({ from, to }) => !isOthers || from.linkId !== null || to.linkId !== null);
  return { ...nothing, posted };
}

async function gatherLine(db: Database, sight: Sight, root: RootOf<'line'>): Promise<Gathered> {
  const { mode } = sight.book;
  const [line, matched] = await Promise.all([
    findLineOf(db, mode, root.id),
    listTransfersOfLine(db, root.id, lineTransfersMax),
  ]);
  const ofHolders = [...Map.groupBy(matched, ({ holderId }) => holderId)];
  const posted = await Promise.all(
    ofHolders.map(([holderId, rows]) =>
      listTransfersById(
        db,
        { holderId, mode },
        rows.map(({ transferId }) => transferId),
      ),
    ),
  );
  const all = posted.flat();
  if (line === undefined) return { ...nothing, posted: all };
  const moved = all.reduce((sum, { amount, from }) => sum + (from.kind === 'outside' ? amount : -amount), 0n);
  const [least, most] = [moved < 0n ? -moved : moved, line.amount < 0n ? -line.amount : line.amount];
  return { posted: all, summed: [], checks: [checkLines(line.currency, most, least)], reference: String(root.id) };
}
