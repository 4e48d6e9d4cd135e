/** Steps of shadow orders: paid outside the service, and claimed. */
import { send } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import { type ModelOrder, spendable, sum } from '../model/purse.ts';
import * as model from '../model/shadow.ts';
import { isSettled } from '../model/shares.ts';
import { agree, idle, numberOf, type Step, settledOrder } from './orders.ts';
import { bring } from './top-ups.ts';

const owedOf = (order: ModelOrder): bigint =>
  sum(order.splits.map(({ type }, line) => (type === 'merchant' ? model.owedOutside(order, line) : 0n)));

/** Most of the time one that a restaurant is still owed something for: if need be, a new one. */
async function settledShadow(game: Game, at: At, dice: Dice): Promise<ModelOrder | undefined> {
  const settled = (): ModelOrder[] => at.purse.orders.filter((order) => order.shadowRef !== null && isSettled(order));
  const owed = (): ModelOrder[] => settled().filter((order) => order.claimLink === null && owedOf(order) > 0n);
  const isAny = dice(6) === 0;
  if (owed().length === 0 && !isAny) await settledOrder(game, at, dice, 'shadow');
  const from = isAny ? settled().slice(-4) : owed().slice(-8);
  return from.length === 0 ? undefined : pick(dice, from);
}

export const payOutside: Step = async (game, at, dice) => {
  const order = await settledShadow(game, at, dice);
  const line = order?.splits.findIndex((split) => split.type === 'merchant') ?? -1;
  if (order === undefined || line < 0) return idle;
  const owed = model.owedOutside(order, line);
  const amount = BigInt(1 + dice(dice(4) === 0 || owed === 0n ? 400 : Number(owed)));
  const { code } = await send(game, at, '/shadow/paid-outside', {
    payment_ref: game.name('outside'),
    orders: [{ partner_order_ref: order.ref, beneficiary_type: 'merchant', amount: numberOf(at, amount) }],
  });
  return agree(code, model.payOutside(at.purse, order, line, amount));
};

export const claim: Step = async (game, at, dice) => {
  const order = await settledShadow(game, at, dice);
  if (order === undefined) return idle;
  // Often the company has what is claimed.
  const lacking = owedOf(order) - spendable(at.purse);
  if (lacking > 0n && dice(6) > 0) await bring(game, at, lacking);
  const link = pick(dice, game.links.merchant);
  const { code } = await send(game, at, `/shadow/${order.shadowRef}/claims`, {
    beneficiary_ref: Number(link),
    partner_order_refs: [order.ref],
    claim_ref: game.name('claim'),
  });
  return agree(code, model.claim(at.purse, order, link));
};
