/** Money that a company or a customer brings by bank transfer, and that the bank takes back. */
import { takeCashBack } from './cash.ts';
import { accountOf, recoverOwn } from './debts.ts';
import { balance, cross, type Holder, type ModelTopUp, min, move, type Purse, type Refusal } from './purse.ts';

export function topUp(purse: Purse, amount: bigint, holder: Holder = 'company'): ModelTopUp {
  move(purse, 'outside:bank', accountOf(holder), amount, holder);
  recoverOwn(purse, holder);
  const made: ModelTopUp = { holder, amount, isTakenBack: false, cash: null };
  purse.topUps.push(made);
  return made;
}

/** Whole: what the balance lacks is laid out by the service (docs/ledger.md, "Top-ups that are taken back"). */
export function takeBackTopUp(purse: Purse, made: ModelTopUp, amount: bigint): Refusal | undefined {
  if (made.isTakenBack) return 'invalid_state';
  if (amount > made.amount) return 'validation_failed';
  const { holder } = made;
  const account = accountOf(holder);
  if (made.cash !== null) takeCashBack(purse, made.cash, made.amount, amount);
  const lacking = amount - min(balance(purse, account, holder), amount);
  cross(purse, ['service', 'advances'], [holder, account], lacking);
  move(purse, 'debts', 'debt', lacking, holder);
  move(purse, account, 'outside:bank', amount, holder);
  made.isTakenBack = true;
  return undefined;
}
