/** Cash that links hold for their company (docs/ledger.md, "Cash on delivery"). */
import { owe, recoverLink, recoverOwn } from './debts.ts';
import { balance, type ModelOrder, type ModelTopUp, min, move, type Purse, type Refusal, sum } from './purse.ts';
import { counts } from './shares.ts';

/** At settlement: the order's total, less what was refunded before. */
export function collect(purse: Purse, order: ModelOrder): void {
  const split = order.splits.find(({ cash }) => cash);
  if (split === undefined || split.link === null) return;
  const refunded = sum(order.refunds.filter((refund) => refund.before && counts(refund)).map(({ amount }) => amount));
  move(purse, 'cash', `cash:${split.link}`, order.total - refunded);
}

/** What a link was credited stays with it as cash, and goes back to clearing. @returns how much. */
export function keep(purse: Purse, link: bigint, most: bigint): bigint {
  const kept = min(min(balance(purse, `cash:${link}`), most), balance(purse, `earnings:${link}`));
  if (kept > 0n) {
    move(purse, `earnings:${link}`, 'clearing', kept);
    move(purse, `cash:${link}`, 'cash', kept);
  }
  return kept;
}

/** How cash leaves a link's hands at once. */
export function give(
  purse: Purse,
  link: bigint,
  how: 'returned' | 'owed',
  amount: bigint | undefined,
): Refusal | undefined {
  const refusal = refusalOf(purse, link, amount);
  if (refusal !== undefined) return refusal;
  const given = amount ?? balance(purse, `cash:${link}`);
  move(purse, `cash:${link}`, 'cash', given);
  if (how === 'owed') owe(purse, link, given);
  return undefined;
}

/** Whether so much can be said to be handed over. */
export function refusalOf(purse: Purse, link: bigint, amount: bigint | undefined): Refusal | undefined {
  const held = balance(purse, `cash:${link}`);
  if (held === 0n) return 'invalid_state';
  return amount !== undefined && amount > held ? 'validation_failed' : undefined;
}

/** The other side confirms it. */
export function handOver(purse: Purse, link: bigint, amount: bigint): Refusal | undefined {
  if (amount > balance(purse, `cash:${link}`)) return 'invalid_state';
  move(purse, `cash:${link}`, 'cash', amount);
  return undefined;
}

/** A bank transfer brings a link's cash: what it held is handed over, the rest is its own. */
export function transfer(purse: Purse, link: bigint, amount: bigint): ModelTopUp {
  const held = min(balance(purse, `cash:${link}`), amount);
  move(purse, `cash:${link}`, 'cash', held);
  move(purse, 'outside:bank', 'clearing', amount);
  move(purse, 'clearing', `earnings:${link}`, amount - held);
  if (amount > held) recoverLink(purse, link);
  recoverOwn(purse);
  const made: ModelTopUp = { holder: 'company', amount, isTakenBack: false, cash: { link, held } };
  purse.topUps.push(made);
  return made;
}

/** As if the rest alone had come: first what was the link's own, as far as it has it; then it holds the cash again. */
export function takeCashBack(
  purse: Purse,
  { link, held }: { link: bigint; held: bigint },
  came: bigint,
  amount: bigint,
): void {
  const own = min(came - held, amount);
  const returned = min(own, balance(purse, `earnings:${link}`));
  move(purse, `earnings:${link}`, 'clearing', returned);
  move(purse, 'cash', `cash:${link}`, amount - own);
  owe(purse, link, own - returned);
}
