/** Presents the chain of an amount. Minor units become decimals here only. */
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { type Account, formatAccount } from '../../core/ledger/accounts.ts';
import { findHolderNames } from '../holders/holders.repository.ts';
import { findLinks } from '../links/links.repository.ts';
import { maskedNumber } from '../payouts/bank-account.ts';
import { type ChainCheck, chainChecks } from './checks.ts';
import { formatRoot } from './find-root.ts';
import type { FollowedPayout } from './read-steps.ts';
import type { Trace } from './read-trace.ts';
import type { Sight } from './sight.ts';
import type { Place, TraceEdge, TraceNode } from './trace.ts';
import type { PresentedPart, PresentedTrace } from './trace-schemas.ts';
import type { LineMatch, Part } from './traces.repository.ts';

const decimal = (minor: bigint, currency: string) => jsonDecimal(minor, exponentOf(currency));

export async function presentTrace(db: Database, sight: Sight, trace: Trace): Promise<PresentedTrace> {
  const { root, reference, chain, lines, checks } = trace;
  const names = await findNames(db, trace);
  return {
    trace: formatRoot(root),
    reference,
    payout: trace.payout === null ? null : presentPayout(trace.payout, sight),
    has_parts:
      (root.kind === 'payout' || root.kind === 'settlement') &&
      chain.edges.some(({ transferId }) => transferId === null),
    nodes: chain.nodes.map((node) => presentNode(node, sight, trace, names)),
    edges: chain.edges.map(presentEdge),
    bank_lines: lines.map((line) => presentLine(line, sight)),
    checks: checks.map(presentCheck),
    gaps: [...trace.gaps],
  };
}

type Names = { holders: Map<bigint, { name: string }>; links: Map<string, string> };

async function findNames(db: Database, { chain, root }: Trace): Promise<Names> {
  const ofBooks = Map.groupBy(chain.nodes, ({ holderId }) => holderId);
  const holders = await findHolderNames(db, [...new Set([...ofBooks.keys(), root.holderId])]);
  const links = new Map<string, string>();
  for (const [holderId, nodes] of ofBooks) {
    const ids = nodes.flatMap(({ place }) => ('linkId' in place && place.linkId !== null ? [place.linkId] : []));
    const found = ids.length === 0 ? [] : await findLinks(db, holderId, [...new Set(ids)]);
    for (const link of found) links.set(`${holderId}/${link.id}`, link.name);
  }
  return { holders, links };
}

/** A customer's own book says nothing of the shop: the payment is the shop's. */
function nameOf(
  { place, holderId }: TraceNode,
  sight: Sight,
  { root }: Trace,
  { holders, links }: Names,
): string | null {
  if (place.kind === 'transit') return sight.as === 'customer' ? (holders.get(root.holderId)?.name ?? null) : null;
  if (!isAccount(place)) return null;
  if (place.linkId !== null) return links.get(`${holderId}/${place.linkId}`) ?? null;
  return place.shadowName ?? place.shadowRef;
}

const isAccount = (place: Place): place is Account =>
  place.kind !== 'payout' && place.kind !== 'others' && place.kind !== 'later';

function isOwn({ place, holderId }: TraceNode, sight: Sight): boolean {
  if (holderId === sight.book.holderId) return !('linkId' in place) || place.linkId === null;
  if (sight.as !== 'payee' || !('linkId' in place) || place.linkId === null) return false;
  return sight.links.get(holderId)?.has(place.linkId) === true;
}

function presentNode(node: TraceNode, sight: Sight, trace: Trace, names: Names): PresentedTrace['nodes'][number] {
  const { key, place, currency, cameIn, wentOut, held, layer, holderId } = node;
  const payout = trace.payouts.get(key);
  return {
    key,
    kind: place.kind,
    account: isAccount(place) ? formatAccount(place) : null,
    name: nameOf(node, sight, trace, names),
    holder_name: names.holders.get(holderId)?.name ?? null,
    holder_id: sight.as === 'operator' ? Number(holderId) : null,
    source: place.kind === 'outside' ? place.source : null,
    count: place.kind === 'others' ? place.count : null,
    is_own: isOwn(node, sight),
    currency,
    came_in: decimal(cameIn, currency),
    went_out: decimal(wentOut, currency),
    held: decimal(held, currency),
    layer,
    trace: payout === undefined ? null : `payout:${payout.id}`,
    proof: trace.proofs.get(key) ?? null,
    payout_status: payout?.status ?? null,
    at: (payout?.endedAt ?? payout?.sentAt ?? payout?.createdAt)?.toISOString() ?? null,
    is_followed: !trace.unfollowed.has(key),
  };
}

const presentEdge = (edge: TraceEdge): PresentedTrace['edges'][number] => ({
  from: edge.from,
  to: edge.to,
  code: edge.code,
  amount: decimal(edge.amount, edge.currency),
  currency: edge.currency,
  count: edge.count,
  transfer_id: edge.transferId === null ? null : Number(edge.transferId),
  is_memo: edge.isMemo,
  first_at: edge.firstAt.toISOString(),
  last_at: edge.lastAt.toISOString(),
});

const presentLine = (line: LineMatch, sight: Sight): PresentedTrace['bank_lines'][number] => ({
  line_id: sight.as === 'operator' ? Number(line.lineId) : null,
  booked_on: line.bookedOn,
  source: line.source,
  amount: decimal(line.amount, line.currency),
  currency: line.currency,
});

const presentCheck = ({
  name,
  relation,
  left,
  right,
  currency,
  holds,
}: ChainCheck): PresentedTrace['checks'][number] => ({
  name,
  verification: chainChecks[name],
  relation,
  left: decimal(left, currency),
  right: decimal(right, currency),
  currency,
  holds,
});

const presentPayout = (
  { id, status, reason, endedAt, account, expectedOn, madeOf }: FollowedPayout,
  { seesBankAccounts }: Sight,
): PresentedTrace['payout'] => ({
  payout_id: id,
  status,
  bank_account: seesBankAccounts && account !== undefined ? maskedNumber(account) : null,
  expected_on: expectedOn ?? null,
  reason,
  ended_at: endedAt?.toISOString() ?? null,
  made_of: madeOf,
});

export const presentPart = (
  { currency, ...part }: Part & { currency: string },
  { seesPayers }: Sight,
): PresentedPart => ({
  trace: `transfer:${part.id}`,
  transfer_id: Number(part.id),
  code: part.code,
  amount: decimal(part.amount, currency),
  currency,
  whole_amount: decimal(part.whole, currency),
  used_before: decimal(part.usedBefore, currency),
  left_after: decimal(part.whole - part.usedBefore - part.amount, currency),
  partner_order_ref: part.partnerOrderRef,
  payment:
    part.paymentId === null
      ? null
      : {
          payment_id: part.paymentId,
          description: part.description,
          custom: part.custom,
          payer_name: seesPayers ? part.payerName : null,
        },
  created_at: part.createdAt.toISOString(),
});
