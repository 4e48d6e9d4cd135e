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

  const outcomes: Promise<ManyOutcome | OrderPlan>[] = [];
  for (let start = 0; start < requests.length; start += ordersPerTurn) {
    const some = requests.slice(start, start + ordersPerTurn);
    outcomes.push(...(await recordSome(actor, deps, caller, some)));
    await turnOfOthers();
  }
  return replaceRefused(deps.db, caller, await Promise.all(outcomes));
}

/** An order that is to be refused is returned as its plan. */
async function recordSome(
  actor: Actor,
  { links, write, writeLimited, findChargeProblem }: ManyDeps,
  caller: ManyCaller,
  requests: readonly (OrderRequest | AppError)[],
): Promise<Promise<ManyOutcome | OrderPlan>[]> {
  const refs = requests.flatMap((one) => (one instanceof AppError ? [] : linksNamed(one)));
  let known: Awaited<ReturnType<LinkLookup['find']>>;
  try {
    known = refs.length === 0 ? new Map() : await links.find(caller.holderId, caller.mode, refs);
  } catch (error) {
    return requests.map(async (one) => ({ error: one instanceof AppError ? one : error }));
  }
  const plans = requests.map((request) =>
    request instanceof AppError ? request : planOrder(request, { ...caller, links: known, findChargeProblem }),
  );
  const limited = await recordLimited(actor, writeLimited, caller, plans);
  return plans.map(async (plan) => {
    if (plan instanceof AppError) return { error: plan };
    if (plan.refusal !== undefined) return plan;
    const known = limited.get(plan);
    if (known !== undefined) return known;
    try {
      return { ...(await write(actor, caller, plan.draft, 'bulk')), plan };
    } catch (error) {
      return { error };
    }
  });
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
