/**
 * Makes a file for the bank of approved payouts and of money that goes back to its sender, once: each is in one living
 * file at most, and a second file needs a reason (docs/contract/people.md, "Payment files"). It changes no payout: those
 * that the bank was told to pay are marked as sent.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId, newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { controlSum } from '../bank-files/pain001.ts';
import type { BankAccount } from '../payouts/bank-account.ts';
import type { Payout } from '../payouts/payout.ts';
import { type LineReturn, shareReturns, shareUnfiledReturns } from '../reconciliation/line-returns.repository.ts';
import { findBankDetails } from '../wallets/bank-details.repository.ts';
import {
  debtorOf,
  type MadeFile,
  makePayoutFile,
  type PayoutFileDraft,
  type PayoutFileFormat,
  payoutsMax,
  unfitDay,
} from './payout-file.ts';
import {
  findAccountsOf,
  findLivingFiles,
  findPayoutFile,
  insertPayoutFile,
  listApprovedPayouts,
  lockMaking,
  lockPayouts,
  type PayoutFile,
} from './payout-files.repository.ts';

export type PayoutFileRequest = {
  mode: Mode;
  format: PayoutFileFormat;
  currency: string;
  executionDay: string;
  /** Both undefined: all approved payouts and all returns of the currency that are in no living file. */
  payoutIds: readonly string[] | undefined;
  returnIds?: readonly string[] | undefined;
  /** Why payouts may be in it that are in a living file, or sent already; only of those that are named. */
  againReason: string | undefined;
};

/** `notes`: what the operator should know of payments in it. */
export type CreatedFile = PayoutFile & Pick<MadeFile, 'notes'>;

/**
 * @throws AppError `forbidden`; `validation_failed`, also with each payout that can't be in a file; `invalid_state` when there is
 * none, without an account to pay from, and for a payout that is in another state or in a living file.
 */
export async function createPayoutFile(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  request: PayoutFileRequest,
): Promise<CreatedFile> {
  const { mode, format, currency, executionDay, againReason } = request;
  const object = { holderId: serviceHolderId, mode };
  authorize(actor, 'payout_files.create', object);
  const createdAt = clock.now(serviceHolderId, mode);
  const unfit = unfitDay(executionDay, createdAt);
  if (unfit !== undefined) throw invalidField('execution_day', unfit);
  if (againReason !== undefined && isOfAll(request)) {
    throw invalidField('again_reason', 'needs the payouts or returns that are in a file once more');
  }
  const debtor = format === 'csv' ? undefined : await findDebtor(tx, currency);
  await lockMaking(tx);
  const payouts = await choosePayouts(tx, request);
  const returns = await chooseReturns(tx, request, payoutsMax - payouts.length);
  refuseNone(request, payouts.length + returns.length);
  const accounts = await findAccountsOf(tx, payouts);
  const draft: PayoutFileDraft = {
    ...{ id: newPublicId('pf', serviceHolderId), mode, format, currency, executionDay, createdAt, debtor },
    returns: returns.map(filedReturn),
    payouts: payouts.map((payout) => ({ payout, bankAccount: accounts.get(payout.bankAccountId) as BankAccount })),
  };
  const made = makePayoutFile(draft);
  if (!made.ok) throw new AppError('validation_failed', { details: made.problems });
  const debtorAccount = debtor === undefined ? null : (debtor.iban ?? debtor.accountNumber);
  const sum = controlSum(made.file.lines);

  const { id } = draft;
  const facts = { id, mode, format, currency, executionDay, debtorAccount, controlSum: sum, createdAt };
  await insertPayoutFile(tx, { ...facts, againReason: againReason ?? null }, made.file);
  await appendAudit(actor, tx, {
    action: 'payout_files.create',
    ...object,
    object: { kind: 'payout_file', id },
    after: {
      format,
      executionDay,
      payouts: payouts.length,
      ...(returns.length === 0 ? {} : { returns: returns.length }),
      total: `${formatDecimal(sum, exponentOf(currency))} ${currency}`,
      sha256: made.file.sha256.toString('hex'),
      reason: againReason ?? null,
    },
  });
  return { ...((await findPayoutFile(tx, mode, id)) as PayoutFile), notes: made.file.notes };
}

async function findDebtor(tx: Tx, currency: string) {
  const details = await findBankDetails(tx, currency);
  const debtor = details && debtorOf(details);
  if (debtor !== undefined) return debtor;
  const message =
    details === undefined
      ? `There are no bank details in ${currency} to pay from.`
      : `The bank details in ${currency} have no IBAN and no account number to pay from.`;
  throw new AppError('invalid_state', { message });
}

const isOfAll = ({ payoutIds, returnIds }: PayoutFileRequest): boolean =>
  payoutIds === undefined && returnIds === undefined;

const refuse = (message: string) => new AppError('invalid_state', { message });

function refuseNone({ currency }: PayoutFileRequest, count: number): void {
  if (count === 0) throw refuse(`No approved payout in ${currency} waits for a file, and no money that goes back.`);
}

async function choosePayouts(tx: Tx, request: PayoutFileRequest): Promise<Payout[]> {
  return isOfAll(request) ? listUnfiled(tx, request) : findNamed(tx, request, request.payoutIds ?? []);
}

/** @throws AppError `not_found`; `invalid_state` of one in another currency or state, or in a living file without a reason. */
async function chooseReturns(tx: Tx, request: PayoutFileRequest, max: number): Promise<LineReturn[]> {
  const { mode, currency, againReason } = request;
  if (isOfAll(request)) return shareUnfiledReturns(tx, { mode, currency }, max);
  const ids = [...new Set(request.returnIds)];
  const found = await shareReturns(tx, mode, ids);
  if (found.length < ids.length) throw new AppError('not_found', { message: 'No return has one of these IDs.' });
  const filed = againReason === undefined ? await findLivingFiles(tx, ids) : new Map<string, string>();
  for (const { id, status, currency: own } of found) {
    if (own !== currency) throw refuse(`${id} is in ${own}: a file has one currency.`);
    if (status !== 'ordered') throw refuse(status === 'sent' ? `${id} was sent.` : `${id} was canceled.`);
    const file = filed.get(id);
    if (file !== undefined) throw refuse(`${id} is in the file ${file} already.`);
  }
  return found;
}

/** One that was not sent by hand says whom the bank is to pay. */
const filedReturn = ({ id, amount, reason, createdAt, creditorName, creditorAccount }: LineReturn) => ({
  ...{ id, amount, reason, createdAt, name: creditorName ?? '', iban: creditorAccount ?? '' },
});

const pageSize = 1_000;

async function listUnfiled(tx: Tx, { mode, currency }: PayoutFileRequest): Promise<Payout[]> {
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

async function findNamed(tx: Tx, request: PayoutFileRequest, payoutIds: readonly string[]): Promise<Payout[]> {
  const { mode, currency, againReason } = request;
  const ids = [...new Set(payoutIds)];
  const holderIds = new Set(ids.map((id) => holderOfPublicId('po', id) ?? unknownPayout()));
  const found = await lockPayouts(tx, [...holderIds], ids);
  const known = new Set(found.filter((payout) => payout.mode === mode).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) unknownPayout();
  const filed = againReason === undefined ? await findLivingFiles(tx, ids) : new Map<string, string>();
  for (const payout of found) {
    const { id, status } = payout;
    if (payout.currency !== currency) throw refuse(`${id} is in ${payout.currency}: a file has one currency.`);
    if (status !== 'approved' && (status !== 'sent' || againReason === undefined)) {
      throw refuse(`${id} is ${status}.`);
    }
    const file = filed.get(id);
    if (file !== undefined) throw refuse(`${id} is in the file ${file} already.`);
  }
  return found;
}
