/** Steps that end debts: of links by their company, to the service by the operator or by a transfer of the debtor. */
import { debtToService } from '../../../src/features/debts/find-debt.ts';
import { settleDebt } from '../../../src/features/debts/settle-debt.ts';
import { startRepayment } from '../../../src/features/debts/start-repayment.ts';
import { memberOf, shell } from '../../support/actors.ts';
import { once, send } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import { endDebt, repayByTransfer } from '../model/debts.ts';
import { balance, type Holder } from '../model/purse.ts';
import { agree, done, idle, inVain, numberOf, type Step } from './orders.ts';
import { makeLinkOwe } from './refunds.ts';
import { makeServiceOwed } from './top-ups.ts';

/** A part, all of it without an amount, or now and then too much. */
function partOf(owed: bigint, dice: Dice): bigint | undefined {
  if (dice(3) === 0) return undefined;
  return dice(6) === 0 ? owed + 1n : BigInt(1 + dice(Number(owed)));
}

const ofLink =
  (path: string, how: 'repaid' | 'written_off'): Step =>
  async (game, at, dice) => {
    const all = [...game.links.merchant, ...game.links.courier];
    const owes = (link: bigint): boolean => balance(at.purse, `debt:${link}`) > 0n;
    // Few links owe for long: they earn again.
    if (!all.some(owes) && !(await makeLinkOwe(game, at, dice)) && dice(12) > 0) return idle;
    const owing = all.filter(owes);
    const link = pick(dice, owing.length === 0 ? all : owing);
    const amount = partOf(balance(at.purse, `debt:${link}`) || 1n, dice);
    const { code } = await send(game, at, path, {
      beneficiary_ref: Number(link),
      currency: at.currency,
      ...(amount === undefined ? {} : { amount: numberOf(at, amount) }),
      reason: 'Agreed',
    });
    return agree(code, endDebt(at.purse, how, 'company', `debt:${link}`, amount));
  };

export const repayOutside = ofLink('/debts/repaid', 'repaid');
export const writeOffLink = ofLink('/debts/write-offs', 'written_off');

const debtors = ['company', 'shop', 'customer'] as const;
const owingOf = ({ purse }: At): Holder[] => debtors.filter((holder) => balance(purse, 'debt', holder) > 0n);

const toService =
  (how: 'repaid' | 'written_off'): Step =>
  async (game, at, dice) => {
    const made = owingOf(at).length > 0 ? done : await makeServiceOwed(game, at, dice);
    const owing = owingOf(at);
    if (owing.length === 0) return made === idle ? idle : inVain;
    const holder = pick(dice, owing);
    const amount = partOf(balance(at.purse, 'debt', holder), dice);
    const { code } = await once(game, () =>
      game.run(async (tx) => {
        const debt = await debtToService(tx, game.bookOf(at, holder), at.currency);
        return settleDebt(shell, tx, game.clock, debt, { kind: how, amount, reason: 'Agreed' });
      }),
    );
    return agree(code, endDebt(at.purse, how, holder, 'debt', amount));
  };

export const repayService = toService('repaid');
export const writeOffService = toService('written_off');

/** In test mode the transfer arrives at once; in live mode top-ups stand for it. */
export const repayByBank: Step = async (game: Game, at, dice) => {
  if (at.mode === 'live') return idle;
  const made = owingOf(at).length > 0 ? done : await makeServiceOwed(game, at, dice);
  const owing = owingOf(at);
  if (owing.length === 0) return made === idle ? idle : inVain;
  const holder = pick(dice, owing);
  const owed = balance(at.purse, 'debt', holder);
  const amount = BigInt(1 + dice(Number(owed)));
  const book = game.bookOf(at, holder);
  const holderKind = holder === 'shop' ? 'merchant' : holder;
  const actor = memberOf(book, { holderKind: holderKind as 'company' });
  const { code } = await once(game, () =>
    game.run((tx) => startRepayment(actor, tx, game.clock, book, { currency: at.currency, amount })),
  );
  const result = agree(code, undefined);
  if (result === done) repayByTransfer(at.purse, holder, amount);
  return result;
};
