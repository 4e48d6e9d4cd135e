/** The operator's step: which live providers may charge, and in which order. */
import { setProviderOrder } from '../../../src/features/providers/set-provider-order.ts';
import { shell } from '../../support/actors.ts';
import { once } from '../act.ts';
import { pick } from '../dice.ts';
import { type At, type Game, terms } from '../game.ts';
import type { Method, Preference } from '../model/checkouts.ts';
import { agree, done, type Result, type Step } from './orders.ts';

const lists = [
  ['first', 'second'],
  ['second', 'first'],
  ['first', 'second'],
  ['second', 'first'],
  ['first'],
  ['second'],
  ['second', 'second'],
  null,
] as const;

function refusalOf(method: Method | null, providers: readonly string[] | null, before: Preference | undefined) {
  if (providers === null) return before === undefined ? 'validation_failed' : undefined;
  const isUsable = (name: string): boolean =>
    method === null || terms[name as keyof typeof terms].methods.includes(method);
  const isNamedOnce = new Set(providers).size === providers.length;
  return isNamedOnce && providers.every(isUsable) ? undefined : 'validation_failed';
}

type Providers = readonly string[] | null;
type Scope = Omit<Preference, 'providers'>;

export const setPreference: Step = async (game, at, dice) => {
  const scope = {
    holder: pick(dice, [null, null, 'company', 'shop'] as const),
    method: pick(dice, [null, null, 'card', 'onlinewallet'] as const),
    currency: pick(dice, [null, null, at.currency]),
  };
  return setOrder(game, scope, pick(dice, lists));
};

/** Cards of the shop in this currency are charged by these. */
export const preferForShop = (game: Game, { currency }: At, providers: readonly string[]): Promise<Result> =>
  setOrder(game, { holder: 'shop', method: 'card', currency }, providers);

async function setOrder(game: Game, scope: Scope, providers: Providers): Promise<Result> {
  const isSame = (one: Preference): boolean =>
    one.holder === scope.holder && one.method === scope.method && one.currency === scope.currency;
  const before = game.preferences.find(isSame);
  const { holder, ...rest } = scope;
  const order = { ...rest, holderId: holder === null ? null : game.holders[holder], providers };
  const { code } = await once(game, () =>
    game.run((tx) => setProviderOrder(shell, tx, game.deps.providers, order, 'Agreed')),
  );
  await game.followed.load();
  const result = agree(code, refusalOf(scope.method, providers, before));
  if (result !== done) return result;
  game.preferences = game.preferences.filter((one) => !isSame(one));
  if (providers !== null) game.preferences.push({ ...scope, providers });
  return done;
}
