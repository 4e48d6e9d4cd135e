/** Debts: memos of what could not be taken, paid from the debtor's next credits (docs/ledger.md, "Debts"). */
import { keep } from './cash.ts';
import { balance, cross, type Holder, min, move, type Purse, type Refusal, unreserved } from './purse.ts';

/** A link gives what it could not: the rest is a memo. */
export function owe(purse: Purse, link: bigint, amount: bigint): void {
  if (amount > 0n) move(purse, 'debts', `debt:${link}`, amount);
}

/**
 * Money that reached earnings pays what its link owes, to clearing, and what is left stays with the link of the cash that it holds.
 * The caller then lets clearing pay: `recoverOwn`.
 */
export function recoverLink(purse: Purse, link: bigint, most = balance(purse, `earnings:${link}`)): bigint {
  const paid = min(min(balance(purse, `debt:${link}`), most), balance(purse, `earnings:${link}`));
  if (paid > 0n) {
    move(purse, `earnings:${link}`, 'clearing', paid);
    move(purse, `debt:${link}`, 'debts', paid);
  }
  return paid + keep(purse, link, most - paid);
}

/** Where a holder's own money is. */
export const accountOf = (holder: Holder): string => (holder === 'company' ? 'clearing' : 'wallet');

/** Money that reached clearing or a wallet pays what its holder owes the service; waiting refunds and paid orders come first. */
export function recoverOwn(purse: Purse, holder: Holder = 'company'): void {
  const account = accountOf(holder);
  const there = holder === 'company' ? unreserved(purse) : balance(purse, account, holder);
  const paid = min(balance(purse, 'debt', holder), there);
  if (paid <= 0n) return;
  cross(purse, [holder, account], ['service', 'advances'], paid);
  move(purse, 'debt', 'debts', paid, holder);
}

/** Links first, since what they give is clearing's: the company pays its debt only from what reaches clearing. */
export function recoverAll(purse: Purse, credited: readonly string[]): void {
  let grew = credited.includes('clearing');
  for (const account of new Set(credited)) {
    const link = /^earnings:(\d+)$/.exec(account)?.[1];
    if (link !== undefined && recoverLink(purse, BigInt(link)) > 0n) grew = true;
  }
  if (grew) recoverOwn(purse);
}

/** Who bears it when a debt is written off. A company bore a link's when the customer was paid. */
function bear(purse: Purse, memo: string, amount: bigint): void {
  if (memo === 'debt') move(purse, 'fees', 'advances', amount, 'service');
}

const keptOff = (purse: Purse, memo: string, holder: Holder): bigint => purse.writtenOff.get(`${holder} ${memo}`) ?? 0n;

function writeOff(purse: Purse, memo: string, holder: Holder, amount: bigint): void {
  move(purse, memo, 'debts', amount, holder);
  bear(purse, memo, amount);
  purse.writtenOff.set(`${holder} ${memo}`, keptOff(purse, memo, holder) + amount);
}

/** What made a debt is undone: as much as was written off is owed again first. @returns how much. */
export function oweAgain(purse: Purse, memo: string, amount: bigint, holder: Holder = 'company'): bigint {
  const again = min(amount, keptOff(purse, memo, holder));
  writeOff(purse, memo, holder, -again);
  return again;
}

/**
 * Cancels what is still owed of a failed refund's debt. What was written off was never paid.
 * @returns what the link has not paid of it.
 */
export function forgive(purse: Purse, link: bigint, amount: bigint): bigint {
  const memo = `debt:${link}`;
  const existing = min(balance(purse, memo), amount);
  const again = oweAgain(purse, memo, amount - existing);
  move(purse, memo, 'debts', existing + again);
  return existing + again;
}

/** Ends a debt, or a part of it, without its debtor's next credits. */
export function endDebt(
  purse: Purse,
  how: 'repaid' | 'written_off',
  holder: Holder,
  memo: string,
  amount: bigint | undefined,
): Refusal | undefined {
  const owed = balance(purse, memo, holder);
  if (owed === 0n) return 'invalid_state';
  const ended = amount ?? owed;
  if (ended > owed) return 'validation_failed';
  if (how === 'written_off') writeOff(purse, memo, holder, ended);
  else {
    move(purse, memo, 'debts', ended, holder);
    // Money of the service, through the debtor's account; a link repays outside.
    if (memo === 'debt') cross(purse, ['service', 'advances'], [holder, 'outside:bank'], -ended);
  }
  return undefined;
}

/** A bank transfer to the service: a credit that pays what is owed by then. */
export function repayByTransfer(purse: Purse, holder: Holder, amount: bigint): void {
  move(purse, 'outside:bank', accountOf(holder), amount, holder);
  recoverOwn(purse, holder);
}
