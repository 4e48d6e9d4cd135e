/**
 * Records the orders of one request, each for itself (docs/contract/partner.md, "Record many orders"): a refusal or
 * failure of one changes nothing about the others. Must never read or write the database once per order.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { LinkLookup } from '../links/link-lookup.ts';
import { isLimited } from './judge-cash.ts';
import type { Order } from './order.ts';
import { findOrdersByRefs } from './orders.repository.ts';
import { linksNamed, type OrderPlan, type OrderRequest, type PlanContext, planOrder } from './plan-order.ts';
import type { LimitedOutcome, LimitedWriter } from './record-limited.ts';
import type { OrderWriter, RecordedOutcome } from './record-order.ts';

/** How many orders are worked on before other requests get their turn. */
export const ordersPerTurn = 50;

export type ManyOutcome = (RecordedOutcome & { plan: OrderPlan }) | { error: unknown };

type ManyDeps = { db: Database; links: LinkLookup; write: OrderWriter; writeLimited: LimitedWriter } & Pick<
  PlanContext,
  'findChargeProblem'
>;
type ManyCaller = Book & Pick<PlanContext, 'requireExactSplits' | 'cash'>;

/**
 * @param requests an item that was refused already is passed through. @returns one outcome for each, in their order.
 * @throws AppError `forbidden`.
 */
export async function recordManyOrders(
  actor: Actor,
  deps: ManyDeps,
  caller: ManyCaller,
  requests: readonly (OrderRequest | AppError)[],
): Promise<ManyOutcome[]> {
  authorize(actor, 'orders.record', caller);

  const writes: { written: Promise<(ManyOutcome | OrderPlan)[]> }[] = [];
  for (let start = 0; start < requests.length; start += ordersPerTurn) {
    const some = requests.slice(start, start + ordersPerTurn);
    writes.push(await recordSome(actor, deps, caller, some));
    await turnOfOthers();
  }
  const outcomes = await Promise.all(writes.map(({ written }) => written));
  return replaceRefused(deps.db, caller, outcomes.flat());
}

/** An order that is to be refused is returned as its plan. @returns when they are planned; `written` when all are written. */
async function recordSome(
  actor: Actor,
  { links, write, writeLimited, findChargeProblem }: ManyDeps,
  caller: ManyCaller,
  requests: readonly (OrderRequest | AppError)[],
): Promise<{ written: Promise<(ManyOutcome | OrderPlan)[]> }> {
  const refs = requests.flatMap((one) => (one instanceof AppError ? [] : linksNamed(one)));
  let known: Awaited<ReturnType<LinkLookup['find']>>;
  try {
    known = refs.length === 0 ? new Map() : await links.find(caller.holderId, caller.mode, refs);
  } catch (error) {
    return { written: Promise.resolve(requests.map((one) => ({ error: one instanceof AppError ? one : error }))) };
  }
  const plans = requests.map((request) =>
    request instanceof AppError ? request : planOrder(request, { ...caller, links: known, findChargeProblem }),
  );
  const limited = await recordLimited(actor, writeLimited, caller, plans);
  const isWritten = (plan: OrderPlan | AppError): plan is OrderPlan =>
    !(plan instanceof AppError || plan.refusal !== undefined || limited.has(plan));
  return { written: writePlans(actor, write, caller, plans.filter(isWritten)).then(outcomesOf) };

  function outcomesOf(written: Map<OrderPlan, ManyOutcome>): (ManyOutcome | OrderPlan)[] {
    return plans.map((plan) => {
      if (plan instanceof AppError) return { error: plan };
      return written.get(plan) ?? limited.get(plan) ?? plan;
    });
  }
}

async function writePlans(
  actor: Actor,
  write: OrderWriter,
  caller: ManyCaller,
  plans: readonly OrderPlan[],
): Promise<Map<OrderPlan, ManyOutcome>> {
  const drafts = plans.map(({ draft }) => draft);
  const outcomes = await write.many(actor, caller, drafts).catch((error: unknown) => drafts.map(() => ({ error })));
  return new Map(
    plans.map((plan, index) => {
      const outcome = outcomes[index] as (typeof outcomes)[number];
      return [plan, 'error' in outcome ? outcome : { ...outcome, plan }];
    }),
  );
}

/** What became of those whose collector has a limit of cash: all of them are judged and written together. */
async function recordLimited(
  actor: Actor,
  write: LimitedWriter,
  caller: ManyCaller,
  plans: readonly (OrderPlan | AppError)[],
): Promise<Map<OrderPlan, ManyOutcome | OrderPlan>> {
  const limited = plans.filter((one): one is OrderPlan => !(one instanceof AppError) && isLimited(caller, one));
  if (limited.length === 0) return new Map();
  try {
    const judged = await write(actor, caller, limited);
    return new Map(limited.map((plan, index) => [plan, outcomeOf(judged[index] as LimitedOutcome)]));
  } catch (error) {
    return new Map(limited.map((plan) => [plan, { error }]));
  }
}

function outcomeOf({ plan, outcome }: LimitedOutcome): ManyOutcome | OrderPlan {
  try {
    return outcome === undefined ? plan : { ...outcome(), plan };
  } catch (error) {
    return { error };
  }
}

/** An existing ref wins over a refusal, also one that another order of the same request has just recorded. */
async function replaceRefused(
  db: Database,
  { holderId, mode }: Book,
  outcomes: readonly (ManyOutcome | OrderPlan)[],
): Promise<ManyOutcome[]> {
  const refused = outcomes.flatMap((one) => ('draft' in one ? [one.draft] : []));
  let existing: Order[] = [];
  let failure: { error: unknown } | undefined;
  try {
    const keys = refused.map(({ partnerOrderRef }) => ({ holderId, mode, partnerOrderRef }));
    if (keys.length > 0) existing = await findOrdersByRefs(db, keys);
  } catch (error) {
    failure = { error };
  }
  const byRef = new Map(existing.map((order) => [order.partnerOrderRef, order]));
  return outcomes.map((plan) => {
    if (!('draft' in plan)) return plan;
    const order = byRef.get(plan.draft.partnerOrderRef);
    if (order !== undefined) return { order, created: false, plan };
    const { code, details } = plan.refusal as NonNullable<OrderPlan['refusal']>;
    return failure ?? { error: new AppError(code, { details }) };
  });
}
