/**
 * Steps of disputes: the customer's bank takes money, returns it, and takes it again; each provider charges a fee of its own.
 * Notices come twice, or are lost, so that the next tells several turns at once.
 */
import { expect } from 'vitest';
import { chargeBack } from '../../../src/features/payments/chargeback.ts';
import type { Dispute } from '../../../src/features/providers/provider.ts';
import { job } from '../../support/actors.ts';
import type { Acquirer } from '../acquirer.ts';
import { repeat, twiceAtOnce } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import type { ModelAttempt } from '../model/checkouts.ts';
import * as model from '../model/disputes.ts';
import type { ModelDispute, ModelOrder, ModelPayment } from '../model/purse.ts';
import { expectCheckout } from './checkout.ts';
import { done, idle, inVain, type Result, type Step } from './orders.ts';
import { hearAnswers, payShopThrough } from './results.ts';

type Paid = { of: ModelOrder | ModelPayment; total: bigint; paidBy: ModelAttempt };

type Found = Omit<Paid, 'paidBy'> & { paidBy: ModelAttempt | null };

/** @param by a provider; undefined: any. */
function paidThrough({ purse }: At, dice: Dice, by: string | undefined): Paid | undefined {
  const orders = purse.orders.slice(-30).map((of): Found => ({ of, total: of.total, paidBy: of.paidBy }));
  const payments = purse.payments.slice(-10).map((of): Found => ({ of, total: of.amount, paidBy: of.paidBy }));
  const some = (by === undefined ? (dice(3) === 0 ? payments : orders) : [...orders, ...payments]).filter(
    (one): one is Paid =>
      one.paidBy !== null && one.paidBy.provider !== 'bank' && (by === undefined || one.paidBy.provider === by),
  );
  const calm = some.filter(({ of }) => of.chargedBack === 0n);
  const from = calm.length > 0 && dice(6) > 0 ? calm : some;
  return from.length === 0 ? undefined : pick(dice, from);
}

const placeOf = (game: Game, at: At, currency: string): At =>
  game.beside(at).find((one) => one.currency === currency) as At;

/** Told once, twice, twice at once, or not at all. */
async function tell(game: Game, at: At, dispute: ModelDispute, dice: Dice): Promise<Result> {
  if (dice(6) === 0) return inVain;
  return hearOf(game, at, dispute, dice(5));
}

/** @param times 0: twice at once, 1: twice, more: once. */
async function hearOf(game: Game, at: At, dispute: ModelDispute, times: number): Promise<Result> {
  const { provider } = dispute.of.paidBy as ModelAttempt;
  const id = game.ids.disputes.get(dispute) as string;
  const told = (game.acquirers[provider] as Acquirer).disputes.get(id) as Dispute;
  const post = () => chargeBack(job, game.deps, provider, id);
  const isWhole = game.plan === undefined;
  const { code } = await repeat(game, async () => {
    if (times === 0 && isWhole) await twiceAtOnce(post);
    else await post();
    if (times === 1) await post();
  });
  expect(code).toBeUndefined();
  const { fee, withdrawals, returns } = told;
  model.follow(at.purse, dispute, {
    withdrawals,
    returns,
    fee: fee === undefined ? null : { ...fee, purse: placeOf(game, at, fee.currency).purse },
  });
  return done;
}

/**
 * The first counts its fee in euros, the same for every withdrawal, and keeps it. The second counts it in the currency of the
 * dispute and returns it with the money. The simulator has it as it comes, and now and then in another currency than before.
 */
function feeOf(game: Game, at: At, provider: string, { currency, fee, ...turns }: Dispute, dice: Dice): Dispute['fee'] {
  const { withdrawals, returns } = turns;
  if (provider === 'first') return { currency: 'EUR', charged: 15n * BigInt(withdrawals), returned: 0n };
  if (provider === 'second') return { currency, charged: 7n * BigInt(withdrawals), returned: 7n * BigInt(returns) };
  const drawn = dice(6);
  if (drawn > 2) return fee;
  const { charged = 0n, returned = 0n } = fee ?? {};
  if (drawn === 0) return { currency: fee?.currency ?? currency, charged: charged + BigInt(1 + dice(50)), returned };
  if (drawn === 1 && charged > returned && fee !== undefined) {
    return { ...fee, returned: returned + BigInt(1 + dice(Number(charged - returned))) };
  }
  const other = game.beside(at).find((one) => one.currency !== (fee?.currency ?? currency)) as At;
  return { currency: other.currency, charged: charged + 1n, returned };
}

const opening = (of: Paid['of'], purse: ModelDispute['purse'], amount: bigint): ModelDispute => ({
  of,
  purse,
  amount,
  withdrawals: 0,
  returns: 0,
  feePurse: null,
  fee: 0n,
  feeReturned: 0n,
  advanced: 0n,
  evidence: null,
});

/** A capture that was never told is learned with its dispute, which is nobody's if the money has to go back. */
async function disputeUntold(game: Game, at: At, dice: Dice): Promise<Result | undefined> {
  const untold = [...game.attempts.values()].filter(
    ({ at: place, attempt: { id, provider, state } }) =>
      place === at &&
      (state === 'processing' || state === 'declined') &&
      (game.acquirers[provider]?.find(id)?.captured ?? null) !== null,
  );
  if (untold.length === 0 || dice(4) > 0) return undefined;
  const { checkout, attempt } = pick(dice, untold);
  const { provider, id: attemptId } = attempt;
  const part = checkout.manual === null ? null : game.acquirers[provider]?.find(attemptId)?.captured;
  const amount = part?.amount ?? checkout.amount;
  const id = game.name(`dp-${game.holders.company}`);
  const turns = { withdrawals: 1, returns: 0 };
  const said: Dispute = { id, attemptId, amount, currency: at.currency, ...turns, fee: undefined };
  game.acquirers[provider]?.disputes.set(id, said);
  game.calls.length = 0;
  const { code } = await repeat(game, () => chargeBack(job, game.deps, provider, id));
  expect(code).toBeUndefined();
  expect(game.calls[0]).toMatchObject({ call: 'confirm', provider, attemptId });
  hearAnswers(game);
  await expectCheckout(game, checkout);
  if (attempt.state !== 'succeeded' || checkout.paid === null) return inVain;
  const opened = opening(checkout.paid, at.purse, amount);
  game.ids.disputes.set(opened, id);
  at.purse.disputes.push(opened);
  model.follow(at.purse, opened, { ...turns, fee: null });
  return done;
}

export const dispute: Step = async (game, at, dice) => {
  const learned = await disputeUntold(game, at, dice);
  return learned ?? disputePaid(game, at, dice, undefined);
};

export const disputeAt =
  (provider: string): Step =>
  async (game, at, dice) => {
    if (at.mode === 'test') return idle;
    if (paidThrough(at, dice, provider) === undefined) await payShopThrough(game, at, provider, dice);
    return disputePaid(game, at, dice, provider);
  };

export async function disputePaid(game: Game, at: At, dice: Dice, by: string | undefined): Promise<Result> {
  const paid = paidThrough(at, dice, by);
  return paid === undefined ? idle : disputeOf(game, at, paid, dice);
}

export async function disputeOf(game: Game, at: At, { of, total, paidBy }: Paid, dice: Dice): Promise<Result> {
  // Now and then the bank counts in a currency of its own.
  const { purse, currency } = dice(5) > 0 ? at : pick(dice, game.beside(at));
  const amount = purse !== at.purse || dice(3) === 0 ? BigInt(1 + dice(Number(total))) : total;
  const opened = opening(of, purse, amount);
  const id = game.name(`dp-${game.holders.company}`);
  const { provider, id: attemptId } = paidBy;
  const said: Dispute = { id, attemptId, amount, currency, withdrawals: 1, returns: 0, fee: undefined };
  game.acquirers[provider]?.disputes.set(id, { ...said, fee: feeOf(game, at, provider, said, dice) });
  game.ids.disputes.set(opened, id);
  at.purse.disputes.push(opened);
  return tell(game, at, opened, dice);
}

/** Won, lost again, or a fee charged or returned. */
export const followDispute: Step = async (game, at, dice) => {
  const recent = at.purse.disputes.slice(-8);
  if (recent.length === 0) return idle;
  const known = pick(dice, recent);
  const { provider } = known.of.paidBy as ModelAttempt;
  const { disputes } = game.acquirers[provider] as Acquirer;
  const id = game.ids.disputes.get(known) as string;
  // Whether evidence is wanted is said when it is asked for (evidence.ts).
  const { standing: _, ...said } = disputes.get(id) as Dispute;
  if (dice(4) > 0) {
    if (said.withdrawals > said.returns) said.returns += 1;
    else said.withdrawals += 1;
  }
  disputes.set(id, { ...said, fee: feeOf(game, at, provider, said, dice) });
  return tell(game, at, known, dice);
};

/** The provider asks for evidence, of money that the bank has. */
export async function askForEvidence(game: Game, at: At, of: ModelDispute, dueAt: Date): Promise<void> {
  const { provider } = of.of.paidBy as ModelAttempt;
  const { disputes } = game.acquirers[provider] as Acquirer;
  const id = game.ids.disputes.get(of) as string;
  const said = disputes.get(id) as Dispute;
  const withdrawals = said.returns + 1;
  const standing = { status: 'needs_response', reason: 'fraudulent', evidenceDueAt: dueAt } as const;
  disputes.set(id, { ...said, withdrawals, standing });
  await hearOf(game, at, of, 2);
}
