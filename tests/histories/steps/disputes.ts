/** Steps of disputes: the customer's bank takes money, returns it, and takes it again; the provider charges a fee. */
import { expect } from 'vitest';
import { inTransaction } from '../../../src/base/database/transaction.ts';
import { postChargeback } from '../../../src/features/payments/chargeback.ts';
import { job } from '../../support/actors.ts';
import { repeat } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import * as model from '../model/disputes.ts';
import type { ModelDispute, ModelOrder, ModelPayment } from '../model/purse.ts';
import { done, idle, type Step } from './orders.ts';

type Paid = { of: ModelOrder | ModelPayment; total: bigint; attemptId: string };

function paidByCard({ ids }: Game, { purse }: At, dice: Dice): Paid | undefined {
  const orders = purse.orders.slice(-30).flatMap((of): Paid[] => {
    const attemptId = ids.attempts.get(of);
    return attemptId === undefined ? [] : [{ of, total: of.total, attemptId }];
  });
  const payments = purse.payments.slice(-10).flatMap((of): Paid[] => {
    const attemptId = ids.payments.get(of)?.attemptId ?? undefined;
    return attemptId === undefined ? [] : [{ of, total: of.amount, attemptId }];
  });
  const some = dice(3) === 0 ? payments : orders;
  const calm = some.filter(({ of }) => of.chargedBack === 0n);
  const from = calm.length > 0 && dice(6) > 0 ? calm : some;
  return from.length === 0 ? undefined : pick(dice, from);
}

type Said = Pick<ModelDispute, 'withdrawals' | 'returns' | 'fee' | 'feeReturned'>;

/** The provider says all that it knows of the dispute, every time. */
async function say(game: Game, at: At, dispute: ModelDispute, said: Said): Promise<void> {
  const { amount, of } = dispute;
  const { withdrawals, returns, fee, feeReturned } = said;
  const { id, attemptId } = game.ids.disputes.get(dispute) as { id: string; attemptId: string };
  const currency = game.beside(at).find(({ purse }) => purse === dispute.purse)?.currency as string;
  const holderId = 'splits' in of ? game.holders.company : game.holders.shop;
  const charged = fee === 0n ? undefined : { currency, charged: fee, returned: feeReturned };
  const told = { id, attemptId, amount, currency, withdrawals, returns, fee: charged };
  const { code } = await repeat(game, () =>
    inTransaction(game.db, (tx) => postChargeback(job, tx, game.deps, holderId, told), { holderId }),
  );
  expect(code).toBeUndefined();
  if (withdrawals > dispute.withdrawals) model.withdraw(at.purse, dispute);
  if (returns > dispute.returns) model.win(at.purse, dispute);
  model.chargeFee(dispute, fee - dispute.fee);
  model.returnFee(dispute, feeReturned - dispute.feeReturned);
}

export const dispute: Step = async (game, at, dice) => {
  const paid = paidByCard(game, at, dice);
  if (paid === undefined) return idle;
  const { of, total, attemptId } = paid;
  // Now and then the bank counts in a currency of its own.
  const { purse } = dice(5) > 0 ? at : pick(dice, game.beside(at));
  const amount = purse !== at.purse || dice(3) === 0 ? BigInt(1 + dice(Number(total))) : total;
  const opened: ModelDispute = {
    of,
    purse,
    amount,
    withdrawals: 0,
    returns: 0,
    fee: 0n,
    feeReturned: 0n,
    advanced: 0n,
  };
  game.ids.disputes.set(opened, { id: game.name(`dp-${game.holders.company}`), attemptId });
  await say(game, at, opened, { ...opened, withdrawals: 1, fee: dice(3) === 0 ? BigInt(1 + dice(50)) : 0n });
  at.purse.disputes.push(opened);
  return done;
};

/** Won, lost again, or a fee charged or returned. */
export const followDispute: Step = async (game, at, dice) => {
  const recent = at.purse.disputes.slice(-8);
  if (recent.length === 0) return idle;
  const known = pick(dice, recent);
  const { fee, feeReturned, withdrawals, returns } = known;
  const ofFee = dice(5);
  const charged = ofFee === 0 ? BigInt(1 + dice(50)) : 0n;
  const given = ofFee === 1 && fee > feeReturned ? BigInt(1 + dice(Number(fee - feeReturned))) : 0n;
  const said = { ...known, fee: fee + charged, feeReturned: feeReturned + given };
  if (charged === 0n && given === 0n) {
    if (withdrawals > returns) said.returns += 1;
    else said.withdrawals += 1;
  }
  await say(game, at, known, said);
  return done;
};
