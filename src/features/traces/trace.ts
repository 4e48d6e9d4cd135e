/**
 * The chain of an amount: the accounts that its transfers touch, what came into each, what left it and what is held there.
 * Pure. Amounts are minor units, and currencies are never added up.
 */
import { type Account, formatAccount } from '../../core/ledger/accounts.ts';
import type { TransferCode } from '../../core/ledger/transfer.ts';
import { layersOf } from './layers.ts';

/** A transfer of the chain, or several between the same accounts with one sum. */
export type Step = {
  holderId: bigint;
  from: Account;
  to: Account | PayoutEnd | LaterEnd;
  currency: string;
  amount: bigint;
  code: TransferCode;
  /** How many transfers it stands for, and the id of the one. */
  count: number;
  transferId: bigint | null;
  firstAt: Date;
  lastAt: Date;
};

/** A payout as the end of another chain: what it took of it. It has a chain of its own. */
type PayoutEnd = { kind: 'payout'; id: string; linkId: null };

/** What later left an account without being paid out, such as another order's refund. */
type LaterEnd = { kind: 'later'; linkId: null };

/** Several accounts of one kind, where a chain has too many to show each. */
type Others = { kind: 'others'; of: string; count: number };

export type Place = Account | PayoutEnd | LaterEnd | Others;

export type TraceNode = {
  key: string;
  holderId: bigint;
  place: Place;
  currency: string;
  cameIn: bigint;
  wentOut: bigint;
  /** `cameIn - wentOut`: below 0 at an origin, whose money was there before or came from outside. */
  held: bigint;
  /** Where it stands in the picture, from the origin on. */
  layer: number;
};

export type TraceEdge = Pick<Step, 'currency' | 'amount' | 'code' | 'count' | 'transferId' | 'firstAt' | 'lastAt'> & {
  from: string;
  to: string;
  /** A note of what is owed, or of cash: no money of the service moved. */
  isMemo: boolean;
};

export type Chain = { nodes: TraceNode[]; edges: TraceEdge[] };

/** Accounts of one kind in one book that are shown one by one; the smaller ones are grouped. */
export const shownMax = 12;

const memoKinds: readonly string[] = ['debt', 'link_debt', 'debts', 'link_cash', 'cash'];

/** Outside and the offset of cash are one account each, but as an origin and as an end they are two places. */
const isOutside = ({ kind }: Place): boolean => kind === 'outside' || kind === 'cash';

function nameOf(place: Place): string {
  switch (place.kind) {
    case 'payout':
      return `payout:${place.id}`;
    case 'others':
      return `others:${place.of}`;
    case 'later':
      return place.kind;
    default:
      return formatAccount(place);
  }
}

/** The node that a step leaves from (`in`) or goes to (`out`). */
export function keyOf(
  { holderId, currency }: Pick<Step, 'holderId' | 'currency'>,
  place: Place,
  way: 'in' | 'out',
): string {
  // Money in transit between two books is in one place.
  if (place.kind === 'transit') return `${currency}/transit`;
  const name = nameOf(place);
  return `${currency}/${holderId}/${isOutside(place) ? `${way}:${name}` : name}`;
}

/** @param steps in any order. */
export function buildChain(steps: readonly Step[]): Chain {
  const nodes = new Map<string, TraceNode>();
  const edges = new Map<string, TraceEdge>();
  for (const step of grouped(steps)) {
    const { amount, currency, code, count, transferId, firstAt, lastAt, holderId } = step;
    const from = nodeAt(nodes, step, step.from, 'in');
    const to = nodeAt(nodes, step, step.to, 'out');
    from.wentOut += amount;
    to.cameIn += amount;
    const key = `${from.key} ${to.key} ${code} ${holderId}`;
    const known = edges.get(key);
    if (known === undefined) {
      const isMemo = memoKinds.includes(step.from.kind);
      const ends = { from: from.key, to: to.key };
      edges.set(key, { ...ends, amount, currency, code, count, transferId, firstAt, lastAt, isMemo });
      continue;
    }
    known.amount += amount;
    known.count += count;
    known.transferId = null;
    if (firstAt < known.firstAt) known.firstAt = firstAt;
    if (lastAt > known.lastAt) known.lastAt = lastAt;
  }
  const layers = layersOf([...edges.values()]);
  for (const node of nodes.values()) {
    node.held = node.cameIn - node.wentOut;
    node.layer = layers.get(node.key) ?? 0;
  }
  return { nodes: [...nodes.values()].sort((a, b) => a.layer - b.layer), edges: [...edges.values()] };
}

function nodeAt(nodes: Map<string, TraceNode>, step: AnyStep, place: Place, way: 'in' | 'out'): TraceNode {
  const key = keyOf(step, place, way);
  const known = nodes.get(key);
  if (known !== undefined) return known;
  const { holderId, currency } = step;
  const node = { key, holderId, place, currency, cameIn: 0n, wentOut: 0n, held: 0n, layer: 0 };
  nodes.set(key, node);
  return node;
}

type AnyStep = Omit<Step, 'from' | 'to'> & { from: Place; to: Place };

/** Puts the smallest accounts of a kind together where there are more than can be shown. */
function grouped(steps: readonly Step[]): AnyStep[] {
  const moved = new Map<string, Map<string, bigint>>();
  const both = (step: Step): Step['to'][] => [step.from, step.to].filter((place) => place.kind !== 'outside');
  const groupOf = (step: Step, { kind }: Place) => `${step.currency}/${step.holderId}/${kind}`;
  for (const step of steps) {
    for (const place of both(step)) {
      const sums = moved.get(groupOf(step, place)) ?? new Map<string, bigint>();
      sums.set(nameOf(place), (sums.get(nameOf(place)) ?? 0n) + step.amount);
      moved.set(groupOf(step, place), sums);
    }
  }
  const small = new Map<string, Set<string>>();
  for (const [group, sums] of moved) {
    const largest = [...sums].sort(([, a], [, b]) => (a === b ? 0 : a < b ? 1 : -1));
    if (largest.length > shownMax) small.set(group, new Set(largest.slice(shownMax - 1).map(([name]) => name)));
  }
  const placed = (step: Step, place: Step['to']): Place => {
    const names = small.get(groupOf(step, place));
    return names?.has(nameOf(place)) === true ? { kind: 'others', of: place.kind, count: names.size } : place;
  };
  return steps.map((step) => ({ ...step, from: placed(step, step.from), to: placed(step, step.to) }));
}
