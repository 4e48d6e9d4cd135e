/** Steps of bank transfers to the company and the customer, also those that the bank takes back. */
import { expect } from 'vitest';
import { takeBackTopUp } from '../../../src/features/reconciliation/take-back.ts';
import { confirmTopUp, creditUnrequested } from '../../../src/features/wallets/top-up.ts';
import { shell } from '../../support/actors.ts';
import { once, send } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, type Game, payoutTerms } from '../game.ts';
import { accountOf } from '../model/debts.ts';
import { drawable, type ModelTopUp } from '../model/purse.ts';
import * as model from '../model/top-ups.ts';
import { agree, done, idle, numberOf, type Result, type Step } from './orders.ts';
import { payOut } from './payouts.ts';

export const topUp: Step = async (game, at, dice) => {
  await bring(game, at, BigInt(1 + dice(2_000)));
  return done;
};

/** The company transfers money to its clearing. */
export async function bring(game: Game, at: At, amount: bigint): Promise<void> {
  const { code, data } = await send<{ topup_id: string }>(game, at, '/wallets/topups', {
    amount: numberOf(at, amount),
    currency: at.currency,
  });
  expect(code).toBeUndefined();
  const { topup_id: id } = data as { topup_id: string };
  if (at.mode === 'live') await once(game, () => game.run((tx) => confirmTopUp(shell, tx, game.clock, id)));
  game.ids.topUps.set(model.topUp(at.purse, amount), id);
}

/** A bank transfer that the operator credits to the customer. */
export const topUpWallet: Step = async (game, at, dice) => {
  const amount = BigInt(1 + dice(3_000));
  const request = { amount, currency: at.currency, accountKind: 'wallet', source: 'bank' } as const;
  const book = game.bookOf(at, 'customer');
  const { data } = await once(game, () =>
    game.run((tx) => creditUnrequested(shell, tx, game.clock, book, request, [])),
  );
  const made = model.topUp(at.purse, amount, 'customer');
  // If the operator's answer was lost, nothing is reversed here.
  if (data !== undefined) game.ids.topUps.set(made, data.id);
  return done;
};

export const takeBack: Step = async (game, at, dice) => {
  const recent = at.purse.topUps.filter((one) => game.ids.topUps.has(one)).slice(-8);
  const standing = recent.filter(({ isTakenBack }) => !isTakenBack);
  const from = standing.length > 0 && dice(8) > 0 ? standing : recent;
  if (from.length === 0) return idle;
  const made = pick(dice, from) as ModelTopUp;
  const amount = dice(3) === 0 ? BigInt(1 + dice(Number(made.amount) + 2)) : made.amount;
  return takeBackOf(game, at, made, amount);
};

async function takeBackOf(game: Game, at: At, made: ModelTopUp, amount: bigint): Promise<Result> {
  const id = game.ids.topUps.get(made) as string;
  const request = { amount, reason: 'The bank took it back', lineId: undefined };
  const { code } = await once(game, () => game.run((tx) => takeBackTopUp(shell, tx, game.clock, at.mode, id, request)));
  return agree(code, model.takeBackTopUp(at.purse, made, amount));
}

/** Somebody has spent what the bank takes back: the service is owed it. @returns `idle` if there is nobody. */
export async function makeServiceOwed(game: Game, at: At, dice: Dice): Promise<Result> {
  const standing = at.purse.topUps.filter((one) => game.ids.topUps.has(one) && !one.isTakenBack && one.cash === null);
  if (standing.length === 0) return idle;
  const made = pick(dice, standing.slice(-8));
  const account = accountOf(made.holder);
  const there = drawable(at.purse, account, made.holder);
  if (there >= payoutTerms.minimum) await payOut(game, at, made.holder, account, there);
  return takeBackOf(game, at, made, made.amount);
}
