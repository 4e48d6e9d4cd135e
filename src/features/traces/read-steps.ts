/** Reads what a chain consists of, and the rows that its checks compare: only what the reader may see. */
import type { Database } from '../../base/database/pool.ts';
import { absolute, sumOf } from '../../base/money/compare.ts';
import type { AccountRef, Book } from '../../core/ledger/accounts.ts';
import { findAccountsById } from '../../core/ledger/ledger.repository.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferCode } from '../../core/ledger/transfer.ts';
import { listTransfersOfOrder } from '../orders/order-trace.repository.ts';
import { findOrder } from '../orders/orders.repository.ts';
import { listTransfersOfPayment } from '../payments/payment-trace.repository.ts';
import type { BankAccount } from '../payouts/bank-account.ts';
import { findBankAccount } from '../payouts/bank-accounts.repository.ts';
import { expectedOn } from '../payouts/expected-day.ts';
import { accountOf, type Payout } from '../payouts/payout.ts';
import { findPayout } from '../payouts/payouts.repository.ts';
import {
  atMost,
  type ChainCheck,
  checkDisputes,
  checkFees,
  checkOrderFee,
  checkPaid,
  checkPayout,
  checkReversals,
  checkSettled,
  checkSplits,
  checkTopUp,
  equal,
  gaveBack,
} from './checks.ts';
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
  listWithdrawn,
  sumPaidOut,
  sumSettlement,
  sumSharesSettled,
  sumTakenByRefunds,
} from './traces.repository.ts';

export type Posted = {
  id: bigint;
  from: AccountRef;
  to: AccountRef;
  amount: bigint;
  code: TransferCode;
  createdAt: Date;
};

/** What a chain leaves out because reading it would take too long. */
export const gaps = ['later_movements', 'earlier_credits', 'transfers', 'splits'] as const;
export type Gap = (typeof gaps)[number];

/** @param posted single transfers. @param summed several at once, as steps. */
type Gathered = {
  posted: Posted[];
  summed: Step[];
  checks: ChainCheck[];
  reference: string | null;
  payout: FollowedPayout | null;
  gaps: Gap[];
};

/** The payout that a chain is about, with its bank account and the day on which it is expected there. */
export type FollowedPayout = Payout & {
  account: BankAccount | undefined;
  expectedOn: string | undefined;
  madeOf: { code: TransferCode; count: number }[];
};

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

const nothing = { summed: [], checks: [], reference: null, payout: null, gaps: [] };

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
  const found = { ...nothing, posted, reference: root.ref };
  if (order === undefined) return found;
  const steps = stepsOf(all);
  if (!seesWhole(sight, root)) {
    const links = sight.as === 'payee' ? sight.links.get(root.holderId) : undefined;
    return links === undefined || order.isShadow ? found : { ...found, checks: checkSettled(order, steps, links) };
  }
  const shares = payments.find(({ captureShares }) => captureShares !== null)?.captureShares ?? null;
  const checks = [
    ...checkSplits(order, shares),
    ...checkSettled(order, steps),
    ...checkReversals(order, steps, await sumTakenByRefunds(db, root)),
    ...checkOrderFee(order, steps),
    ...checkPaid(payments, steps),
    ...checkFees(payments, steps),
    ...checkDisputes(await withdrawnOf(db, root, payments), steps),
  ];
  return { ...found, checks };
}

const withdrawnOf = (db: Database, { holderId }: { holderId: bigint }, payments: readonly { id: string }[]) =>
  listWithdrawn(
    db,
    holderId,
    payments.map(({ id }) => id),
  );

/** The operator sees the customer's side too. */
async function listOfPayer(db: Database, sight: Sight, payment: { holderId: bigint; id: string }): Promise<Posted[]> {
  if (sight.as !== 'operator') return [];
  const payer = await findPayer(db, payment);
  const holderId = payer?.payerHolderId ?? null;
  return holderId === null ? [] : listTransfersOfPayer(db, { holderId, mode: sight.book.mode }, payment);
}

async function gatherPayment(db: Database, sight: Sight, root: RootOf<'payment'>): Promise<Gathered> {
  const { mode } = sight.book;
  if (sight.as === 'customer') {
    const [posted, paid] = await Promise.all([
      listTransfersOfPayer(db, sight.book, root),
      listPaid(db, root.holderId, { id: root.id }),
    ]);
    return { ...nothing, posted, checks: checkPaid(paid, stepsOf(posted)), reference: root.id };
  }
  const [own, payers, payments] = await Promise.all([
    listTransfersOfPayment(db, { ...root, mode }),
    listOfPayer(db, sight, root),
    listPaid(db, root.holderId, { id: root.id }),
  ]);
  const steps = stepsOf(own);
  const withdrawn = await withdrawnOf(db, root, payments);
  const checks = [...checkPaid(payments, steps), ...checkFees(payments, steps), ...checkDisputes(withdrawn, steps)];
  return {
    ...nothing,
    posted: [...payers, ...seen(sight, own)],
    checks: seesWhole(sight, root) ? checks : [],
    reference: root.id,
  };
}

async function gatherPayout(db: Database, sight: Sight, root: RootOf<'payout'>): Promise<Gathered> {
  const book: Book = { holderId: root.holderId, mode: sight.book.mode };
  const [payout, posted] = await Promise.all([
    findPayout(db, root.holderId, root.id),
    listTransfersOfSubject(db, book, subjectOf.payout(root.id)),
  ]);
  if (payout === undefined) return { ...nothing, posted };
  const [{ summed, sources, madeOf, gaps: left }, account] = await Promise.all([
    sourcesOf(db, payout, posted),
    findBankAccount(db, payout.ownerHolderId, payout.bankAccountId),
  ]);
  return {
    posted,
    summed,
    checks: checkPayout(payout, stepsOf(posted), sources),
    reference: payout.reference ?? payout.id,
    payout: { ...payout, account, expectedOn: account && expectedOn(account, payout), madeOf },
    gaps: left,
  };
}

/** The transfer that took a payout's money, unless the money went back. */
export const takenBy = (payout: Payout, posted: readonly Posted[]): Posted | undefined =>
  gaveBack.includes(payout.status) ? undefined : posted.find(({ code }) => code === 'payout');

/** `sources`: the sum of what was found, and null where not all was read. */
type Sources = { summed: Step[]; sources: bigint | null; madeOf: FollowedPayout['madeOf']; gaps: Gap[] };

async function sourcesOf(db: Database, payout: Payout, posted: readonly Posted[]): Promise<Sources> {
  const taken = takenBy(payout, posted);
  if (taken === undefined) return { summed: [], sources: null, madeOf: [], gaps: [] };
  const to = accountOf(payout);
  const found = await sumPaidOut(db, to, { transferId: taken.id, amount: payout.amount });
  if (found === undefined) return { summed: [], sources: null, madeOf: [], gaps: ['later_movements'] };
  const { sums, amount, isWhole } = found;
  const ids = [...new Set(sums.map(({ fromAccountId }) => fromAccountId))];
  const accounts = new Map((await findAccountsById(db, payout.holderId, ids)).map((row) => [row.id, row]));
  const summed = sums.flatMap(({ fromAccountId, subjects: _, ...sum }) => {
    const from = accounts.get(fromAccountId);
    const { holderId, currency } = payout;
    return from === undefined ? [] : [{ ...sum, holderId, from, to, currency, transferId: null }];
  });
  const ofCodes = [...Map.groupBy(sums, ({ code }) => code)];
  const madeOf = ofCodes.map(([code, own]) => ({ code, count: own.reduce((total, one) => total + one.subjects, 0) }));
  return { summed, sources: isWhole ? amount : null, madeOf, gaps: isWhole ? [] : ['earlier_credits'] };
}

async function gatherTopUp(db: Database, sight: Sight, root: RootOf<'top_up'>): Promise<Gathered> {
  const book: Book = { holderId: root.holderId, mode: sight.book.mode };
  const [topUp, all] = await Promise.all([
    findTopUpOf(db, book.mode, root),
    listTransfersOfSubject(db, book, subjectOf.topUp(root.id)),
  ]);
  const posted = seen(sight, all);
  const checks = topUp?.status === 'succeeded' ? [checkTopUp(topUp, stepsOf(all))] : [];
  return { ...nothing, posted, checks, reference: root.id };
}

async function gatherSettlement(db: Database, sight: Sight, root: RootOf<'settlement'>): Promise<Gathered> {
  const book: Book = { holderId: root.holderId, mode: sight.book.mode };
  const [sums, shares] = await Promise.all([sumSettlement(db, book, root.id), sumSharesSettled(db, book, root.id)]);
  const summed = sums.map((sum) => ({ ...sum, holderId: root.holderId, transferId: null }));
  const settled = (currency: string): bigint =>
    sums.reduce(
      (total, one) => (one.currency === currency && one.code === 'settlement' ? total + one.amount : total),
      0n,
    );
  const checks = (shares ?? []).map(({ currency, amount }) => equal('settlement', currency, settled(currency), amount));
  return { ...nothing, posted: [], summed, checks, gaps: shares === undefined ? ['splits'] : [] };
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
  const [line, found] = await Promise.all([
    findLineOf(db, mode, root.id),
    listTransfersOfLine(db, root.id, lineTransfersMax + 1),
  ]);
  const matched = found.slice(0, lineTransfersMax);
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
  if (found.length > matched.length) return { ...nothing, posted: all, gaps: ['transfers'] };
  const { currency } = line;
  const ofMatches = sumOf(matched.map(({ amount }) => amount));
  const moved = sumOf(all.map(({ amount }) => amount));
  const checks = [
    equal('line', currency, ofMatches, line.matched),
    atMost('bank_line', currency, absolute(ofMatches), moved),
  ];
  return { ...nothing, posted: all, checks };
}
