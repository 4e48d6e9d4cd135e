/**
 * Which payments go into a payment file: approved payouts, money that goes back to the sender of a line, and refunds by bank
 * transfer (docs/contract/people.md, "Payment files"). None of them changes until the transaction ends.
 */
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { hasLetters, isIban } from '../bank-files/bank-codes.ts';
import type { Payout } from '../payouts/payout.ts';
import { type LineReturn, shareReturns, shareUnfiledReturns } from '../reconciliation/line-returns.repository.ts';
import { type BankRefund, listUnfiledRefunds, shareBankRefunds } from '../refunds/bank-refunds.repository.ts';
import { payoutsMax } from './payout-file.ts';
import { findLivingFiles, listApprovedPayouts, lockPayouts } from './payout-files.repository.ts';

export type PaymentChoice = {
  mode: Mode;
  currency: string;
  /** All undefined: all that wait in the currency and are in no living file. */
  payoutIds: readonly string[] | undefined;
  returnIds?: readonly string[] | undefined;
  refundIds?: readonly string[] | undefined;
  /** Why those may be in it that are in a living file, or payouts that were sent already; only of those that are named. */
  againReason: string | undefined;
};

export const isOfAll = ({ payoutIds, returnIds, refundIds }: PaymentChoice): boolean =>
  payoutIds === undefined && returnIds === undefined && refundIds === undefined;

/** @throws AppError `not_found`; `invalid_state` of one in another currency or state, or in a living file without a reason, and without any. */
export async function choosePayments(tx: Tx, choice: PaymentChoice) {
  const payouts = await choosePayouts(tx, choice);
  const returns = await chooseReturns(tx, choice, payoutsMax - payouts.length);
  const refunds = await chooseRefunds(tx, choice, payoutsMax - payouts.length - returns.length);
  if (payouts.length + returns.length + refunds.length === 0) {
    throw refuse(`No approved payout in ${choice.currency} waits for a file, and no money that goes back.`);
  }
  return { payouts, returns, refunds };
}

const refuse = (message: string) => new AppError('invalid_state', { message });

async function choosePayouts(tx: Tx, choice: PaymentChoice): Promise<Payout[]> {
  return isOfAll(choice) ? listUnfiled(tx, choice) : findNamed(tx, choice, choice.payoutIds ?? []);
}

/** @throws AppError `not_found`; `invalid_state` of one in another currency or state, or in a living file without a reason. */
async function chooseReturns(tx: Tx, choice: PaymentChoice, max: number): Promise<LineReturn[]> {
  const { mode, currency, againReason } = choice;
  if (isOfAll(choice)) return shareUnfiledReturns(tx, { mode, currency }, max);
  const ids = [...new Set(choice.returnIds)];
  const found = await shareReturns(tx, mode, ids);
  if (found.length < ids.length) throw new AppError('not_found', { message: 'No return has one of these IDs.' });
  const filed = againReason === undefined ? await findLivingFiles(tx, ids) : new Map<string, string>();
  for (const one of found) {
    refuseOther(one, currency);
    if (one.status !== 'ordered') throw refuse(`${one.id} was ${one.status === 'sent' ? 'sent' : 'canceled'}.`);
    refuseFiled(one, filed);
  }
  return found;
}

/** As `chooseReturns`. Of all, those whose payer's account the statement names: the others are sent by hand. */
async function chooseRefunds(tx: Tx, choice: PaymentChoice, max: number): Promise<BankRefund[]> {
  const { mode, currency, againReason } = choice;
  if (isOfAll(choice)) return takeUnfiledRefunds(tx, { mode, currency }, max);
  const ids = [...new Set(choice.refundIds)];
  const found = await shareBankRefunds(tx, mode, ids);
  if (found.length < ids.length) {
    throw new AppError('not_found', { message: 'No refund by bank transfer has one of these IDs.' });
  }
  const filed = againReason === undefined ? await findLivingFiles(tx, ids) : new Map<string, string>();
  for (const one of found) {
    refuseOther(one, currency);
    if (one.status !== 'pending') throw refuse(`${one.id} ${one.status === 'failed' ? 'has failed' : 'was sent'}.`);
    refuseFiled(one, filed);
    if (!namesPayer(one))
      throw refuse(`${one.id} can't be in a file: the statement names no name and IBAN of who paid.`);
  }
  return found;
}

const namesPayer = ({ creditorName, creditorAccount }: BankRefund): boolean =>
  isIban(creditorAccount ?? '') && hasLetters(creditorName ?? '');

async function takeUnfiledRefunds(
  tx: Tx,
  { mode, currency }: Pick<PaymentChoice, 'mode' | 'currency'>,
  max: number,
): Promise<BankRefund[]> {
  const ids = (await listUnfiledRefunds(tx, { mode, currency }, payoutsMax)).filter(namesPayer).map(({ id }) => id);
  return (await shareBankRefunds(tx, mode, ids.slice(0, max))).filter(({ status }) => status === 'pending');
}

type Named = { id: string; currency: string };

function refuseOther({ id, currency: own }: Named, currency: string): void {
  if (own !== currency) throw refuse(`${id} is in ${own}: a file has one currency.`);
}

function refuseFiled({ id }: Named, filed: ReadonlyMap<string, string>): void {
  const file = filed.get(id);
  if (file !== undefined) throw refuse(`${id} is in the file ${file} already.`);
}

const pageSize = 1_000;

async function listUnfiled(tx: Tx, { mode, currency }: PaymentChoice): Promise<Payout[]> {
  const found: Payout[] = [];
  for (let after: bigint | undefined; found.length < payoutsMax; ) {
    const page = await listApprovedPayouts(tx, { mode, currency }, { after, limit: pageSize });
    const filed = await findLivingFiles(
      tx,
      page.map(({ id }) => id),
    );
    found.push(...page.filter(({ id }) => !filed.has(id)));
    after = page.at(-1)?.position;
    if (page.length < pageSize) break;
  }
  return found.slice(0, payoutsMax);
}

function unknownPayout(): never {
  throw new AppError('not_found', { message: 'No payout has one of these IDs.' });
}

async function findNamed(tx: Tx, choice: PaymentChoice, payoutIds: readonly string[]): Promise<Payout[]> {
  const { mode, currency, againReason } = choice;
  const ids = [...new Set(payoutIds)];
  const holderIds = new Set(ids.map((id) => holderOfPublicId('po', id) ?? unknownPayout()));
  const found = await lockPayouts(tx, [...holderIds], ids);
  const known = new Set(found.filter((payout) => payout.mode === mode).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) unknownPayout();
  const filed = againReason === undefined ? await findLivingFiles(tx, ids) : new Map<string, string>();
  for (const payout of found) {
    const { id, status } = payout;
    refuseOther(payout, currency);
    if (status !== 'approved' && (status !== 'sent' || againReason === undefined)) {
      throw refuse(`${id} is ${status}.`);
    }
    refuseFiled(payout, filed);
  }
  return found;
}
