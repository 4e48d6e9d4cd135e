/** The chain of an amount as one reader may see it: what moved, where the money is, what proves it, and what holds of it. */
import type { Database } from '../../base/database/pool.ts';
import { inSnapshot, type Tx } from '../../base/database/transaction.ts';
import { absolute, sumOf } from '../../base/money/compare.ts';
import { type AccountRef, accountIn, formatAccount } from '../../core/ledger/accounts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { Payout } from '../payouts/payout.ts';
import { findPayout } from '../payouts/payouts.repository.ts';
import { atMost, type ChainCheck } from './checks.ts';
import { findRoot, type Root, type TraceId } from './find-root.ts';
import { followCredit } from './first-in-first-out.ts';
import { type Proof, proofOf } from './prove-ends.ts';
import { type FollowedPayout, type Gap, gather, type Posted, stepOf } from './read-steps.ts';
import type { Sight } from './sight.ts';
import { buildChain, type Chain, keyOf, type Step, type TraceNode } from './trace.ts';
import { type LineMatch, listLaterDebits, listMatches, listTransfersOfSubject } from './traces.repository.ts';

/** What is known of a node beside its sums. */
type Ends = {
  proofs: Map<string, Proof>;
  payouts: Map<string, Payout>;
  /** Keys of accounts with more later movements than are read. */
  unfollowed: Set<string>;
  gaps: Set<Gap>;
  /** Of accounts that were followed: what is still there of the chain is no more than they hold. */
  balances: ChainCheck[];
};

export type Trace = Ends & {
  root: Root;
  reference: string | null;
  payout: FollowedPayout | null;
  chain: Chain;
  lines: LineMatch[];
  checks: ChainCheck[];
};

/** Undefined for what doesn't exist and for what the reader may not see, alike. */
export function readTrace(db: Database, sight: Sight, id: TraceId): Promise<Trace | undefined> {
  // As of one moment: a change between two reads would look like a check that doesn't hold.
  return inSnapshot(db, (tx) => readInSnapshot(tx, sight, id));
}

async function readInSnapshot(db: Tx, sight: Sight, id: TraceId): Promise<Trace | undefined> {
  const root = await findRoot(db, sight, id);
  if (root === undefined) return undefined;
  const { posted, summed, checks, reference, payout, gaps } = await gather(db, sight, root);
  if (posted.length === 0 && summed.length === 0 && !isWholeBook(sight, root)) return undefined;
  const steps = [...posted.map(stepOf), ...summed];
  const ends: Ends = {
    proofs: new Map(),
    payouts: new Map(),
    unfollowed: new Set(),
    gaps: new Set(gaps),
    balances: [],
  };
  const later = await followPayouts(db, sight, root, posted, ends);
  const chain = buildChain([...steps, ...later]);
  const outside = posted.filter(({ from, to }) => from.kind === 'outside' || to.kind === 'outside');
  const lines = await proveOutside(db, sight, outside, ends);
  const paidOut = await provePayouts(db, sight, chain.nodes, ends);
  const ofLines = checkMatches(outside, lines);
  return {
    root,
    reference,
    payout,
    chain,
    ...ends,
    lines: [...lines, ...paidOut],
    checks: [...checks, ...ends.balances, ...ofLines],
  };
}

/** An order that has moved no money yet exists for the company, but not for a payee or a customer. */
const isWholeBook = (sight: Sight, { holderId, kind }: Root): boolean =>
  sight.as === 'operator' || (sight.as !== 'customer' && kind !== 'subject' && sight.book.holderId === holderId);

/** What became of what payees earned: which payouts took it. A company's pages end at the earnings. */
async function followPayouts(
  db: Database,
  sight: Sight,
  { kind }: Root,
  posted: readonly Posted[],
  ends: Ends,
): Promise<Step[]> {
  if (!['order', 'payment'].includes(kind) || (sight.as !== 'payee' && sight.as !== 'operator')) return [];
  const { nodes } = buildChain(posted.map(stepOf));
  const followed: Step[] = [];
  for (const node of nodes) {
    if (node.held <= 0n || (node.place.kind !== 'earnings' && node.place.kind !== 'wallet')) continue;
    const account = accountIn({ ...node, mode: sight.book.mode }, node.place);
    followed.push(...(await followAccount(db, { account, node, posted }, ends)));
  }
  return followed;
}

type Followed = { account: AccountRef; node: TraceNode; posted: readonly Posted[] };

async function followAccount(db: Database, { account, node, posted }: Followed, ends: Ends): Promise<Step[]> {
  const isIt = (end: AccountRef) => formatAccount(end) === formatAccount(account) && end.holderId === account.holderId;
  const own = posted.filter(({ from, to }) => isIt(from) || isIt(to)).map(({ id }) => id);
  // What the chain took back and gave again counts as if it had come in at first: what others took in between is of it, too.
  const credits = posted.filter(({ to }) => isIt(to)).map(({ id }) => id);
  const afterId = credits.reduce((first, id) => (id < first ? id : first));
  const later = await listLaterDebits(db, account, { amount: node.held, afterId, own });
  if (later === undefined || later.isCut) {
    ends.gaps.add('later_movements');
    ends.unfollowed.add(node.key);
  }
  if (later === undefined) return [];
  const { debits, balance, isCut } = later;
  const [first] = debits;
  const portions = first === undefined ? [] : followCredit(node.held, first.balance, debits, first.before);
  const left = node.held - sumOf(portions.map(({ amount }) => amount));
  if (!isCut) ends.balances.push(atMost('balance', account.currency, left, balance));
  return portions.map(({ of, amount }) => ({
    holderId: account.holderId,
    from: account,
    to: of.payoutId === null ? { kind: 'later', linkId: null } : { kind: 'payout', id: of.payoutId, linkId: null },
    currency: account.currency,
    amount,
    code: of.code,
    count: 1,
    transferId: of.id,
    firstAt: of.createdAt,
    lastAt: of.createdAt,
  }));
}

const matchesOf = async (db: Database, posted: readonly Posted[]): Promise<LineMatch[]> => {
  const ofHolders = [...Map.groupBy(posted, ({ from }) => from.holderId)];
  return (
    await Promise.all(
      ofHolders.map(([holderId, own]) =>
        listMatches(
          db,
          holderId,
          own.map(({ id }) => id),
        ),
      ),
    )
  ).flat();
};

const matchedOf = (lines: readonly LineMatch[], { id, from }: Posted): bigint =>
  lines
    .filter(({ transferId, transferHolderId }) => transferId === id && transferHolderId === from.holderId)
    .reduce((sum, { amount }) => sum + absolute(amount), 0n);

async function proveOutside(
  db: Database,
  { book }: Sight,
  outside: readonly Posted[],
  ends: Ends,
): Promise<LineMatch[]> {
  const lines = await matchesOf(db, outside);
  const keyed = outside.map((transfer) => {
    const step = stepOf(transfer);
    const isIn = transfer.from.kind === 'outside';
    return { transfer, key: isIn ? keyOf(step, step.from, 'in') : keyOf(step, step.to, 'out') };
  });
  for (const [key, of] of Map.groupBy(keyed, (one) => one.key)) {
    const moved = sumOf(of.map(({ transfer }) => transfer.amount));
    const matched = sumOf(of.map(({ transfer }) => matchedOf(lines, transfer)));
    ends.proofs.set(key, proofOf(book.mode, moved, matched));
  }
  return lines;
}

/** Payouts at the end of a chain: what the bank's statement says of each. */
async function provePayouts(
  db: Database,
  { book }: Sight,
  nodes: readonly TraceNode[],
  ends: Ends,
): Promise<LineMatch[]> {
  const found: LineMatch[] = [];
  for (const { key, place, holderId } of nodes) {
    if (place.kind !== 'payout') continue;
    const payout = await findPayout(db, holderId, place.id);
    if (payout === undefined) continue;
    ends.payouts.set(key, payout);
    const posted = await listTransfersOfSubject(db, { holderId, mode: book.mode }, subjectOf.payout(place.id));
    const sent = posted.filter(({ code }) => code === 'payout_sent');
    const lines = await matchesOf(db, sent);
    const moved = sumOf(sent.map(({ amount }) => amount));
    const matched = sumOf(sent.map((transfer) => matchedOf(lines, transfer)));
    ends.proofs.set(
      key,
      sent.length === 0 && book.mode === 'live' ? 'waiting' : proofOf(book.mode, moved || 1n, matched),
    );
    found.push(...lines);
  }
  return found;
}

/** In each currency. */
function checkMatches(outside: readonly Posted[], lines: readonly LineMatch[]): ChainCheck[] {
  const proven = outside.filter((transfer) => matchedOf(lines, transfer) > 0n);
  return [...Map.groupBy(proven, ({ from }) => from.currency)].map(([currency, own]) =>
    atMost(
      'bank_line',
      currency,
      own.reduce((sum, transfer) => sum + matchedOf(lines, transfer), 0n),
      own.reduce((sum, { amount }) => sum + amount, 0n),
    ),
  );
}
