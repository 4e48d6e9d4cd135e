/** Steps of cash that links hold: given back, owed, and handed over, which the other side confirms. */
import { decideHandover, recordHandover } from '../../../src/features/cash/hand-over.ts';
import { receiveCash } from '../../../src/features/cash/transfer-cash.ts';
import { memberOf, shell } from '../../support/actors.ts';
import { once, send } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import { give, handOver, refusalOf, transfer } from '../model/cash.ts';
import { balance, spendable } from '../model/purse.ts';
import { agree, done, idle, numberOf, type Step, settledOrder } from './orders.ts';
import { bring } from './top-ups.ts';

/** A link that holds cash, and a part of it, all of it without an amount, or now and then too much. */
async function heldBy(game: Game, at: At, dice: Dice) {
  const { links } = game;
  const { purse } = at;
  const all = [...links.merchant, ...links.courier];
  const holdingNow = (): bigint[] => all.filter((link) => balance(purse, `cash:${link}`) > 0n);
  if (holdingNow().length === 0 && dice(8) > 0) await collected(game, at, dice);
  const holding = holdingNow();
  if (holding.length === 0 && dice(8) > 0) return undefined;
  const link = pick(dice, holding.length === 0 ? all : holding);
  const held = balance(purse, `cash:${link}`) || 1n;
  const part = dice(6) === 0 ? held + 1n : BigInt(1 + dice(Number(held)));
  return { link, amount: dice(3) === 0 ? undefined : part };
}

/** The most that the shares of an order come to. */
const sharesMax = 1_350n;

/** A payee collects the cash of an order that settles. */
async function collected(game: Game, at: At, dice: Dice): Promise<void> {
  const lacking = sharesMax - spendable(at.purse);
  if (lacking > 0n) await bring(game, at, lacking);
  await settledOrder(game, at, dice, 'cash');
}

const bodyOf = (at: At, link: bigint, kind: string, amount: bigint | undefined) => ({
  beneficiary_ref: Number(link),
  currency: at.currency,
  kind,
  ...(amount === undefined ? {} : { amount: numberOf(at, amount) }),
});

const sayThat =
  (how: 'returned' | 'owed'): Step =>
  async (game, at, dice) => {
    const found = await heldBy(game, at, dice);
    if (found === undefined) return idle;
    const { code } = await send(game, at, '/cash/handovers', bodyOf(at, found.link, how, found.amount));
    return agree(code, give(at.purse, found.link, how, found.amount));
  };

export const giveBack = sayThat('returned');
export const oweCash = sayThat('owed');

/** Of what was said to be handed over, a part goes back to a customer first: what is confirmed may be more than is held. */
async function returnSome(game: Game, at: At, link: bigint, dice: Dice): Promise<void> {
  const amount = BigInt(1 + dice(Number(balance(at.purse, `cash:${link}`))));
  const { code } = await send(game, at, '/cash/handovers', bodyOf(at, link, 'returned', amount));
  agree(code, give(at.purse, link, 'returned', amount));
}

/** One side says that it was handed over; the other confirms or declines it. */
export const handCashOver: Step = async (game, at, dice) => {
  const found = await heldBy(game, at, dice);
  if (found === undefined) return idle;
  const { link, amount } = found;
  const own = { holderId: game.owners.get(link) as bigint, mode: at.mode };
  const payee = { side: 'link', book: own } as const;
  const actor = memberOf(own, { holderKind: game.links.courier.includes(link) ? 'courier' : 'merchant' });
  const holding = { ...game.bookOf(at), currency: at.currency, linkId: link };
  const refusal = refusalOf(at.purse, link, amount);
  const handed = amount ?? balance(at.purse, `cash:${link}`);
  const meanwhile = dice(4) === 0 && refusal === undefined ? returnSome : async () => {};
  if (dice(2) === 0) {
    const said = await game
      .run((tx) => recordHandover(actor, tx, game.clock, payee, holding, { kind: 'handed_over', amount, note: null }))
      .then(({ id }) => ({ id, code: undefined }))
      .catch(({ code }: { code: string }) => ({ id: '', code }));
    if (said.code !== undefined) return agree(said.code, refusal);
    await meanwhile(game, at, link, dice);
    const { code } = await send(game, at, `/cash/handovers/${said.id}/confirm`);
    return agree(code, refusal ?? handOver(at.purse, link, handed));
  }
  const { code, data } = await send<{ handover_id: string }>(
    game,
    at,
    '/cash/handovers',
    bodyOf(at, link, 'handed_over', amount),
  );
  if (code !== undefined || data === undefined) return agree(code, refusal);
  await meanwhile(game, at, link, dice);
  const decision = dice(5) === 0 ? 'decline' : 'confirm';
  const decided = await once(game, () =>
    game.run((tx) => decideHandover(actor, tx, game.clock, payee, data.handover_id, decision)),
  );
  return agree(decided.code, decision === 'decline' ? refusal : (refusal ?? handOver(at.purse, link, handed)));
};

/** By bank transfer: test money arrives at once, live money when the operator credits it. */
export const transferCash: Step = async (game, at, dice) => {
  const found = await heldBy(game, at, dice);
  if (found === undefined) return idle;
  const { link } = found;
  const held = balance(at.purse, `cash:${link}`);
  const amount = found.amount ?? (at.mode === 'live' ? held + 2n : undefined);
  const body = { beneficiary_ref: Number(link), currency: at.currency };
  if (at.mode === 'live') {
    const holding = { ...game.bookOf(at), currency: at.currency, linkId: link };
    const { data } = await once(game, () =>
      game.run((tx) => receiveCash(shell, tx, game.clock, holding, amount as bigint)),
    );
    const made = transfer(at.purse, link, amount as bigint);
    // If the operator's answer was lost, nothing is reversed here.
    if (data !== undefined) game.ids.topUps.set(made, data.id);
    return done;
  }
  const { code, data } = await send<{ top_up: { topup_id: string } }>(game, at, '/cash/transfers', {
    ...body,
    ...(amount === undefined ? {} : { amount: numberOf(at, amount) }),
  });
  if (amount === undefined && held === 0n) return agree(code, 'invalid_state');
  const made = transfer(at.purse, link, amount ?? held);
  if (data !== undefined) game.ids.topUps.set(made, data.top_up.topup_id);
  return agree(code, undefined);
};
