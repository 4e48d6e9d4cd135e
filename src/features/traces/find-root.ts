/** Finds what a chain is about from an id, as far as the reader may see it. What they may not see does not exist for them. */
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId, type PublicIdPrefix } from '../../base/database/public-id.ts';
import type { Subject } from '../../core/ledger/subject.ts';
import { findPayout } from '../payouts/payouts.repository.ts';
import {
  findHolderOfDispute,
  findLineOf,
  findOrderOf,
  findOrderOfRefund,
  findPaymentOf,
  findSettlementOf,
  findTopUpOf,
  findTransferOf,
} from './roots.repository.ts';
import { readableHolders, type Sight, seesTransfer } from './sight.ts';

const traceKinds = [
  'order',
  'payment',
  'refund',
  'payout',
  'top_up',
  'settlement',
  'dispute',
  'transfer',
  'line',
] as const;
type TraceKind = (typeof traceKinds)[number];

export type TraceId = { kind: TraceKind; id: string };

export type Root =
  | { kind: 'order'; holderId: bigint; id: bigint; ref: string }
  | { kind: 'payment'; holderId: bigint; id: string }
  | { kind: 'payout'; holderId: bigint; id: string }
  | { kind: 'top_up'; holderId: bigint; id: string }
  | { kind: 'settlement'; holderId: bigint; id: bigint }
  | { kind: 'line'; holderId: bigint; id: bigint }
  /** What a posting is about that has no page of its own. */
  | { kind: 'subject'; holderId: bigint; subject: Subject };

const prefixes: Partial<Record<TraceKind, PublicIdPrefix>> = {
  payment: 'pay',
  refund: 'ref',
  payout: 'po',
  top_up: 'top',
};

/** `kind:id`; undefined where it is no such id. */
export function parseTraceId(text: string): TraceId | undefined {
  const at = text.indexOf(':');
  const kind = traceKinds.find((one) => one === text.slice(0, at));
  const id = text.slice(at + 1);
  if (kind === undefined || id === '') return undefined;
  const prefix = prefixes[kind];
  if (prefix !== undefined) return holderOfPublicId(prefix, id) === undefined ? undefined : { kind, id };
  return kind === 'dispute' || /^[0-9]{1,18}$/.test(id) ? { kind, id } : undefined;
}

export const formatRoot = (root: Root): string =>
  root.kind === 'subject' ? `${root.subject.kind}:${root.subject.id}` : `${root.kind}:${root.id}`;

export function findRoot(db: Database, sight: Sight, { kind, id }: TraceId): Promise<Root | undefined> {
  switch (kind) {
    case 'order':
      return orderRoot(db, sight, BigInt(id));
    case 'payment':
      return paymentRoot(db, sight, { holderId: holderOfPublicId('pay', id) as bigint, id });
    case 'refund':
      return refundRoot(db, sight, { holderId: holderOfPublicId('ref', id) as bigint, id });
    case 'payout':
      return payoutRoot(db, sight, id);
    case 'top_up':
      return topUpRoot(db, sight, id);
    case 'settlement':
      return settlementRoot(db, sight, BigInt(id));
    case 'dispute':
      return disputeRoot(db, sight, id);
    case 'transfer':
      return transferRoot(db, sight, BigInt(id));
    default:
      return lineRoot(db, sight, BigInt(id));
  }
}

type Key = { holderId: bigint; id: string };

async function orderRoot(db: Database, sight: Sight, id: bigint): Promise<Root | undefined> {
  if (sight.as === 'customer') return undefined;
  const found = await findOrderOf(db, sight.book.mode, readableHolders(sight), id);
  return found && { kind: 'order', id, ...found };
}

/** A customer's own book shows only what they paid, whatever it was for. */
async function paymentRoot(db: Database, sight: Sight, key: Key): Promise<Root | undefined> {
  const isReadable = sight.as === 'customer' || (readableHolders(sight)?.includes(key.holderId) ?? true);
  const payment = isReadable ? await findPaymentOf(db, sight.book.mode, key) : undefined;
  if (payment === undefined) return undefined;
  if (payment.orderId !== null && sight.as !== 'customer') return orderRoot(db, sight, payment.orderId);
  return { kind: 'payment', holderId: key.holderId, id: payment.id };
}

async function refundRoot(db: Database, sight: Sight, key: Key): Promise<Root | undefined> {
  const ofOrder = sight.as === 'customer' ? undefined : await findOrderOfRefund(db, sight.book.mode, key);
  if (ofOrder === undefined) return paymentRoot(db, sight, key);
  const isReadable = readableHolders(sight)?.includes(key.holderId) ?? true;
  return isReadable ? orderRoot(db, sight, ofOrder.orderId) : undefined;
}

async function payoutRoot(db: Database, sight: Sight, id: string): Promise<Root | undefined> {
  const payout = await findPayout(db, holderOfPublicId('po', id) as bigint, id);
  if (payout === undefined || payout.mode !== sight.book.mode) return undefined;
  const isOwn = payout.ownerHolderId === sight.book.holderId;
  return isOwn || sight.as === 'operator' ? { kind: 'payout', holderId: payout.holderId, id } : undefined;
}

async function topUpRoot(db: Database, sight: Sight, id: string): Promise<Root | undefined> {
  const holderId = holderOfPublicId('top', id) as bigint;
  if (sight.as !== 'operator' && holderId !== sight.book.holderId) return undefined;
  const found = await findTopUpOf(db, sight.book.mode, { holderId, id });
  return found && { kind: 'top_up', holderId, id };
}

async function settlementRoot(db: Database, sight: Sight, id: bigint): Promise<Root | undefined> {
  if (sight.as !== 'company' && sight.as !== 'operator') return undefined;
  const found = await findSettlementOf(db, sight.book.mode, readableHolders(sight), id);
  return found && { kind: 'settlement', holderId: found.holderId, id };
}

async function disputeRoot(db: Database, sight: Sight, id: string): Promise<Root | undefined> {
  if (sight.as === 'customer') return undefined;
  const found = await findHolderOfDispute(db, sight.book.mode, id);
  return found && paymentRoot(db, sight, { ...found, id });
}

async function transferRoot(db: Database, sight: Sight, id: bigint): Promise<Root | undefined> {
  const found = await findTransferOf(db, sight.book.mode, readableHolders(sight), id);
  if (found === undefined) return undefined;
  const { holderId, subjectKind, subjectId, fromKind, fromLinkId, toKind, toLinkId } = found;
  const ends = { from: { kind: fromKind, linkId: fromLinkId }, to: { kind: toKind, linkId: toLinkId } };
  if (!seesTransfer(sight, holderId, ends)) return undefined;
  const subject: Subject = { kind: subjectKind, id: subjectId };
  const root = await rootOfSubject(db, sight, holderId, subject);
  // What the service advanced stands in its own book, where nothing else of the dispute is.
  return root ?? (sight.as === 'operator' ? { kind: 'subject', holderId, subject } : undefined);
}

async function rootOfSubject(
  db: Database,
  sight: Sight,
  holderId: bigint,
  subject: Subject,
): Promise<Root | undefined> {
  const { kind, id } = subject;
  const other: Root = { kind: 'subject', holderId, subject };
  switch (kind) {
    case 'order':
      return orderRoot(db, sight, BigInt(id));
    case 'order_refund':
      return refundRoot(db, sight, { holderId, id });
    case 'payment':
      return paymentRoot(db, sight, { holderId: holderOfPublicId('pay', id) ?? holderId, id });
    case 'refund':
      return paymentRoot(db, sight, { holderId: holderOfPublicId('ref', id) ?? holderId, id });
    case 'attempt':
    case 'dispute':
    case 'dispute_won':
      return paymentRoot(db, sight, { holderId, id });
    // A company sees that a payee was paid out, and nothing of the payout.
    case 'payout':
      return (await payoutRoot(db, sight, id)) ?? other;
    case 'top_up':
      return (await topUpRoot(db, sight, id)) ?? other;
    default:
      return other;
  }
}

async function lineRoot(db: Database, sight: Sight, id: bigint): Promise<Root | undefined> {
  if (sight.as !== 'operator') return undefined;
  const found = await findLineOf(db, sight.book.mode, id);
  return found && { kind: 'line', holderId: sight.book.holderId, id };
}
