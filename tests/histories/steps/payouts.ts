/** Steps of payouts of everybody who has money, and of the fees that the service collects. */
import { expect } from 'vitest';
import {
  approvePayout,
  cancelPayout,
  completePayout,
  returnPayout,
  sendPayout,
} from '../../../src/features/payouts/change-payout.ts';
import { collectFees } from '../../../src/features/payouts/collect-fees.ts';
import { requestPayout } from '../../../src/features/payouts/request-payout.ts';
import { memberOf, shell } from '../../support/actors.ts';
import { accountNamed } from '../../support/ledger-names.ts';
import { once, repeat, send } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, type Game, payoutTerms } from '../game.ts';
import * as model from '../model/payouts.ts';
import { balance, drawable, type Holder, type ModelPayout, spendable } from '../model/purse.ts';
import { agree, done, idle, inVain, numberOf, type Result, type Step } from './orders.ts';

function anyAccount({ links }: Game, { purse }: At, dice: Dice): [Holder, string] {
  const earnings = [...links.merchant, ...links.courier].map((link): [Holder, string] => [
    'company',
    `earnings:${link}`,
  ]);
  const others: [Holder, string][] = [
    ['company', 'commission'],
    ['shop', 'wallet'],
    ['customer', 'wallet'],
  ];
  // Commission answers for clearing.
  if (spendable(purse) < 0n && balance(purse, 'commission') > 0n && dice(2) === 0) return ['company', 'commission'];
  // Clearing is emptied often, so that something waits for it.
  return dice(3) === 0 ? ['company', 'clearing'] : pick(dice, [...earnings, ...others]);
}

export const askPayout: Step = async (game, at, dice) => {
  const [holder, account] = anyAccount(game, at, dice);
  const most = drawable(at.purse, account, holder);
  const there = balance(at.purse, account, holder);
  if (most < there && dice(3) === 0) return payOut(game, at, holder, account, there);
  return payOut(game, at, holder, account, dice(4) > 0 && most > 0n ? most : BigInt(1 + dice(1_500)));
};

export async function payOut(game: Game, at: At, holder: Holder, account: string, amount: bigint): Promise<Result> {
  const isOwn = holder === 'company' && !account.startsWith('earnings');
  const { code, data } = isOwn
    ? await send<{ payout_id: string }>(game, at, '/payouts', {
        account,
        amount: numberOf(at, amount),
        currency: at.currency,
      })
    : await askAsMember(game, at, holder, account, amount);
  const result = agree(code, model.askPayout(at.purse, holder, account, amount, payoutTerms));
  if (result === done) {
    game.ids.payouts.set(at.purse.payouts.at(-1) as ModelPayout, data?.payout_id ?? (await newestPayout(game)));
  }
  return result;
}

/** For a person whose answer was lost. */
const newestPayout = async ({ pool, holders }: Game): Promise<string> =>
  (
    await pool.query('select id from payouts where holder_id = any($1) order by position desc limit 1', [
      Object.values(holders),
    ])
  ).rows[0].id;

async function askAsMember(game: Game, at: At, holder: Holder, account: string, amount: bigint) {
  const book = game.bookOf(at, holder);
  const ownerHolderId = ownerOf(game, holder, account);
  const request = {
    ownerHolderId,
    book,
    account: accountNamed(account),
    amount,
    currency: at.currency,
    bankAccountId: undefined,
  };
  const { code, data } = await once(game, () =>
    game.run((tx) => requestPayout(memberOf({ holderId: ownerHolderId, mode: at.mode }), tx, game.clock, request)),
  );
  return { code, data: data && { payout_id: data.id } };
}

function ownerOf({ holders, owners }: Game, holder: Holder, account: string): bigint {
  const link = /^earnings:(\d+)$/.exec(account)?.[1];
  return link === undefined ? holders[holder] : (owners.get(BigInt(link)) as bigint);
}

const hasLeft = ({ status }: ModelPayout): boolean => status === 'sent' || status === 'completed';

/** The operator, the bank (also after the payout was completed), or whoever asked. */
export const changePayout: Step = async (game, at, dice) => {
  const { purse, mode } = at;
  const open = purse.payouts.filter(({ status }) => status !== 'returned').slice(-10);
  const payout = open.length === 0 ? undefined : pick(dice, open);
  if (payout === undefined || (payout.status === 'completed' && dice(3) > 0)) return idle;
  const id = game.ids.payouts.get(payout) as string;
  const { clock, run } = game;
  const ends = payout.status === 'completed' || dice(3) === 0;
  const owner = ownerOf(game, payout.holder, payout.account);
  const isTakenBack = ends && payout.status === 'requested' && dice(2) === 0;
  const { code } = await once(game, () =>
    run((tx) => {
      if (isTakenBack) return cancelPayout(memberOf({ holderId: owner, mode }), tx, clock, owner, id);
      if (ends)
        return returnPayout(shell, tx, clock, id, { to: hasLeft(payout) ? 'failed' : 'rejected', reason: 'No' });
      if (payout.status === 'requested') return approvePayout(shell, tx, clock, id);
      return payout.status === 'approved' ? sendPayout(shell, tx, clock, id) : completePayout(shell, tx, clock, id);
    }),
  );
  expect(code).toBeUndefined();
  const next = { requested: 'approved', approved: 'sent', sent: 'completed' } as const;
  model.changePayout(purse, payout, ends ? 'returned' : next[payout.status as keyof typeof next]);
  return done;
};

/** Every night, of every book there is. */
export const collect: Step = async (game) => {
  // Once a day and book.
  game.clock.advance(24 * 3_600);
  await repeat(game, () =>
    collectFees(shell, game, (error) => {
      throw error;
    }),
  );
  let collected = 0n;
  for (const { purse } of game.places) {
    for (const holder of ['company', 'shop', 'customer'] as const) {
      collected += balance(purse, 'fees', holder);
      model.collectFees(purse, holder);
    }
  }
  return collected === 0n ? inVain : done;
};
