/** Debts: memos of what could not be taken, paid from the debtor's next credits (docs/ledger.md, "Debts"). */
import { balance, cross, type Holder, min, move, type Purse, refundable } from './purse.ts';

/** A link gives what it could not: the rest is a memo. */
export function owe(purse: Purse, link: bigint, amount: bigint): void {
  if (amount > 0n) move(purse, 'debts', `debt:${link}`, amount);
}

/** Money that reached earnings pays what its link owes, to clearing. The caller then lets clearing pay: `recoverOwn`. */
export function recoverLink(purse: Purse, link: bigint, most = balance(purse, `earnings:${link}`)): bigint {
  const paid = min(min(balance(purse, `debt:${link}`), most), balance(purse, `earnings:${link}`));
  if (paid > 0n) {
    move(purse, `earnings:${link}`, 'clearing', paid);
    move(purse, `debt:${link}`, 'debts', paid);
  }
  return paid;
}

/** Money that reached clearing or a wallet pays what its holder owes the service; waiting refunds come first. */
export function recoverOwn(purse: Purse, holder: Holder = 'company'): void {
  const account = holder === 'company' ? 'clearing' : 'wallet';
  const there = holder === 'company' ? refundable(purse) : balance(purse, account, holder);
  const paid = min(balance(purse, 'debt', holder), there);
  if (paid <= 0n) return;
  cross(purse, [holder, account], ['service', 'advances'], paid);
  move(purse, 'debt', 'debts', paid, holder);
}

/** Links first, since what they give is clearing's. */
export function recoverAll(purse: Purse, accounts: readonly string[]): void {
  for (const account of new Set(accounts)) {
    const link = /^earnings:(\d+)$/.exec(account)?.[1];
    if (link !== undefined) recoverLink(purse, BigInt(link));
  }
  recoverOwn(purse);
}

/** A debt is cancelled as far as it still exists. @returns by how much. */
export function forgive(purse: Purse, link: bigint, amount: bigint): bigint {
  const forgiven = min(balance(purse, `debt:${link}`), amount);
  move(purse, `debt:${link}`, 'debts', forgiven);
  return forgiven;
}
