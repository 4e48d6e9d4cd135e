/**
 * The shadow claim: once a restaurant has joined, the company pays its link what is left of shadow orders
 * (docs/ledger.md, "What is posted"). It moves real money: each order is claimed once, from spendable clearing only,
 * and the same `claim_ref` claims once. The preview uses the same plan.
 */
import assert from 'node:assert/strict';
import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { formatDecimal, jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type AccountRef, accountKey, type Book } from '../../core/ledger/accounts.ts';
import { openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { findFunds, spendableClearing } from '../../core/ledger/spendable.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { serves } from '../links/link-modes.ts';
import { findLinks } from '../links/links.repository.ts';
import { presentOrderEvent } from '../orders/present-order.ts';
import { unknownRestaurant } from './invite-restaurant.ts';
import { type ClaimLine, claimableOf, claimCosts, claimDrafts, claimLines, planClaim } from './plan-claim.ts';
import { requestHash } from './request-hash.ts';
import { amountOf, ordersMax, type Portion, refusalOf, withPortions } from './shadow-order.ts';
import {
  countClaimable,
  findClaimable,
  type findOrders,
  isKnownRestaurant,
  lockShadowOrders,
  setClaimed,
} from './shadow-orders.repository.ts';
import {
  completeClaim,
  findClaim,
  insertClaim,
  listClaimLines,
  type ShadowClaim,
} from './shadow-records.repository.ts';

export type ClaimTarget = {
  shadowMerchantRef: string;
  linkId: bigint;
  /** Undefined: all orders that can be claimed, oldest first, up to the limit of one request. */
  orderRefs: string[] | undefined;
};

export type ClaimRequest = ClaimTarget & { claimRef: string };

type Claim = { claim: ShadowClaim; lines: ClaimLine[]; replayed: boolean };

/**
 * @throws AppError `forbidden`; `not_found` for an unknown restaurant; `unknown_beneficiary` for anything but an active
 *   merchant link of this company; `validation_failed` and `invalid_state` with each order that cannot be claimed;
 *   `insufficient_funds` with the missing amount; `idempotency_conflict` when the `claim_ref` was used for another
 *   request.
 */
export async function claimShadowOrders(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  request: ClaimRequest,
): Promise<Claim> {
  authorize(actor, 'shadow.claim', book);
  const { holderId, mode } = book;
  const { claimRef, shadowMerchantRef, linkId, orderRefs } = request;
  const at = clock.now(holderId, mode);
  const hash = requestHash([shadowMerchantRef, String(linkId), orderRefs ?? null]);
  const earlier = await earlierClaim(tx, book, claimRef, hash);
  if (earlier !== undefined) return earlier;
  await checkParties(tx, book, request);
  const id = newPublicId('clm', holderId);
  const begun = { holderId, mode, id, claimRef, shadowMerchantRef, linkId, requestHash: hash, createdAt: at };
  // Insert the record before locking orders: a concurrent request with the same ref waits for this one's outcome.
  if (!(await insertClaim(tx, { ...begun, ordersLeft: 0 }))) {
    return (await earlierClaim(tx, book, claimRef, hash)) as Claim;
  }
  const { portions, ordersLeft } = await chooseOrders(tx, book, request, lockShadowOrders);
  const claim: ShadowClaim = { ...begun, ordersLeft };
  const lines = claimLines(portions);
  const drafts = claimDrafts(book, claim, lines);
  const locked = await openAndLockAccounts(
    tx,
    drafts.flatMap(({ from, to }) => [from, to]),
  );
  const spendable = new Map<string, bigint>();
  const costs = claimCosts(lines);
  for (const currency of costs.keys()) {
    spendable.set(currency, spendableClearing(await findFunds(tx, { ...book, currency })));
  }
  refuseIfShort(costs, spendable);

  await post(tx, drafts, at, locked);
  await completeClaim(tx, claim, lines, ordersLeft);
  await markClaimed({ actor, tx, at }, book, claim, portions);
  const credited = new Map(
    drafts.filter(({ code }) => code === 'claim').map(({ to }): [string, AccountRef] => [accountKey(to), to]),
  );
  const grown = await recoverDebts(tx, [...credited.values()], subjectOf.claim(claim.id), at);
  for (const clearing of grown) await enqueueSettlement(tx, clearing);
  return { claim, lines, replayed: false };
}

async function markClaimed(
  work: UnitOfWork,
  book: Book,
  claim: ShadowClaim,
  portions: readonly Portion[],
): Promise<void> {
  const { tx, at } = work;
  const byOrder = [...Map.groupBy(portions, ({ order }) => order)];
  const changes = byOrder.map(([order, own]) => ({ orderId: order.id, amounts: withPortions(order, 'claimed', own) }));
  const changed = await setClaimed(tx, book, claim.linkId, changes, at);
  assert.equal(changed, changes.length, 'no locked order was claimed before');
  const events = byOrder.map(([order, own]) => ({
    type: 'shadow_order.claimed' as const,
    subject: subjectOf.order(order.id),
    data: {
      ...presentOrderEvent({ ...order, updatedAt: at }),
      claim_ref: claim.claimRef,
      beneficiary_ref: Number(claim.linkId),
      amount: jsonDecimal(amountOf(own), exponentOf(order.currency)),
    },
  }));
  await appendEvents(work, book, events);
}

/** The earlier claim with this ref, if any. */
async function earlierClaim(tx: Tx, book: Book, claimRef: string, hash: Buffer): Promise<Claim | undefined> {
  const claim = await findClaim(tx, book, claimRef);
  if (claim === undefined) return undefined;
  if (!claim.requestHash.equals(hash)) {
    throw new AppError('idempotency_conflict', { message: 'This claim_ref was used for another request.' });
  }
  return { claim, lines: await listClaimLines(tx, book.holderId, claim.id), replayed: true };
}

/** Checks that the restaurant is known and the link is an active merchant link of this company that serves the mode. */
export async function checkParties(tx: Tx, book: Book, { shadowMerchantRef, linkId }: ClaimTarget): Promise<void> {
  if (!(await isKnownRestaurant(tx, book, shadowMerchantRef))) throw unknownRestaurant();
  const [link] = await findLinks(tx, book.holderId, [linkId]);
  if (link?.type !== 'merchant' || link.status !== 'active' || !serves(link, book.mode)) {
    const message = 'is not an active merchant link of this company';
    throw new AppError('unknown_beneficiary', { details: [{ field: 'beneficiary_ref', message }] });
  }
}

/** The portions to claim. @param read gives the orders: locked for a claim, not locked for a preview. */
export async function chooseOrders(
  tx: Tx,
  book: Book,
  { shadowMerchantRef, orderRefs }: ClaimTarget,
  read: typeof lockShadowOrders | typeof findOrders,
): Promise<{ portions: Portion[]; ordersLeft: number }> {
  if (orderRefs !== undefined) {
    const plan = planClaim(await read(tx, book, orderRefs), orderRefs, shadowMerchantRef);
    if (!plan.ok) throw refusalOf(plan.problems);
    return { portions: plan.portions, ordersLeft: 0 };
  }
  const refs = await findClaimable(tx, book, shadowMerchantRef, ordersMax);
  const portions = claimableOf([...(await read(tx, book, refs)).values()]);
  if (portions.length === 0) throw new AppError('invalid_state', { message: 'Nothing is left to claim.' });
  const orders = new Set(portions.map(({ order }) => order.id)).size;
  const open = await countClaimable(tx, book, shadowMerchantRef);
  return { portions, ordersLeft: open > orders ? open - orders : 0 };
}

function refuseIfShort(costs: ReadonlyMap<string, bigint>, spendable: ReadonlyMap<string, bigint>): void {
  const details = [...costs].flatMap(([currency, cost]) => {
    const missing = cost - (spendable.get(currency) ?? 0n);
    if (missing <= 0n) return [];
    return [{ field: 'clearing', message: `is ${formatDecimal(missing, exponentOf(currency))} ${currency} short` }];
  });
  if (details.length === 0) return;
  const message = `The clearing wallet ${details.map((detail) => detail.message).join(', and ')}.`;
  throw new AppError('insufficient_funds', { message, details });
}
