/**
 * Makes a file for the bank of approved payouts, and of returns and refunds, which go back to their senders, once: each is in one living
 * file at most, and a second file needs a reason (docs/contract/people.md, "Payment files"). It changes no payout: those
 * that the bank was told to pay are marked as sent.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { controlSum } from '../bank-files/pain001.ts';
import { bankReference } from '../bank-files/references.ts';
import type { BankAccount } from '../payouts/bank-account.ts';
import type { LineReturn } from '../reconciliation/line-returns.repository.ts';
import type { BankRefund } from '../refunds/bank-refunds.repository.ts';
import { findBankDetails } from '../wallets/bank-details.repository.ts';
import { choosePayments, isOfAll, type PaymentChoice } from './choose-payments.ts';
import {
  debtorOf,
  type FiledBack,
  type MadeFile,
  makePayoutFile,
  type PayoutFileDraft,
  type PayoutFileFormat,
  unfitDay,
} from './payout-file.ts';
import {
  findAccountsOf,
  findPayoutFile,
  insertPayoutFile,
  lockMaking,
  type PayoutFile,
} from './payout-files.repository.ts';

export type PayoutFileRequest = PaymentChoice & { format: PayoutFileFormat; executionDay: string };

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
    throw invalidField('again_reason', 'needs the payouts, returns or refunds that are in a file once more');
  }
  const debtor = format === 'csv' ? undefined : await findDebtor(tx, currency);
  await lockMaking(tx);
  const { payouts, returns, refunds } = await choosePayments(tx, request);
  const accounts = await findAccountsOf(tx, payouts);
  const draft: PayoutFileDraft = {
    ...{ id: newPublicId('pf', serviceHolderId), mode, format, currency, executionDay, createdAt, debtor },
    back: [...returns.map(filedReturn), ...refunds.map(filedRefund)],
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
      ...(refunds.length === 0 ? {} : { refunds: refunds.length }),
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

type Creditor = { creditorName: string | null; creditorAccount: string | null };

/** One that was not sent by hand says whom the bank is to pay. */
const creditorOf = ({ creditorName, creditorAccount }: Creditor) => ({
  name: creditorName ?? '',
  iban: creditorAccount ?? '',
});

const filedReturn = ({ id, amount, createdAt, reason, ...creditor }: LineReturn): FiledBack => ({
  ...{ id, amount, createdAt, ...creditorOf(creditor), text: `Return ${bankReference(id)} ${reason}` },
});

const filedRefund = ({ id, amount, createdAt, holderName, ...creditor }: BankRefund): FiledBack => ({
  ...{ id, amount, createdAt, ...creditorOf(creditor), text: `Refund ${bankReference(id)} ${holderName}` },
});
