/**
 * Sets and removes the bank details that top-ups are paid to. Customers send money there, so every administrator is
 * notified by mail of a change, and the audit log keeps who made it.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { writeMail } from '../../core/mail/mail.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { listOperators } from '../holders/addresses.ts';
import { deleteBankDetails, lockBankDetails, saveBankDetails } from './bank-details.repository.ts';
import { type BankDetails, type BankDetailsForm, endOfIban, readBankDetails } from './bank-details.ts';

const ofService = { holderId: serviceHolderId, mode: null } as const;

/** @throws AppError `forbidden`; `validation_failed` with every offending field. */
export async function setBankDetails(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  currency: string,
  form: BankDetailsForm,
): Promise<BankDetails> {
  authorize(actor, 'bank_details.change', ofService);
  const read = readBankDetails(currency, form);
  if (!read.ok) throw new AppError('validation_failed', { details: read.faults });
  const before = await lockBankDetails(tx, currency);
  if (before !== undefined && isSame(before, read.details)) return before;
  const details: BankDetails = { ...read.details, changedAt: clock.now(serviceHolderId, 'live') };

  await saveBankDetails(tx, details);
  await record(actor, tx, currency, before, details);
  return details;
}

/** Top-ups that were asked for keep waiting. @throws AppError `forbidden`, `not_found`. */
export async function removeBankDetails(actor: Actor, tx: Tx, currency: string): Promise<void> {
  authorize(actor, 'bank_details.change', ofService);
  const before = await lockBankDetails(tx, currency);
  if (before === undefined) throw new AppError('not_found', { message: 'There are no bank details in this currency.' });

  await deleteBankDetails(tx, currency);
  await record(actor, tx, currency, before, undefined);
}

const isSame = (one: BankDetails, other: Omit<BankDetails, 'changedAt'>): boolean =>
  one.accountHolder === other.accountHolder &&
  one.iban === other.iban &&
  one.bic === other.bic &&
  one.bankName === other.bankName &&
  one.other === other.other &&
  one.accountNumber === other.accountNumber &&
  one.bankCode === other.bankCode &&
  one.town === other.town &&
  one.country === other.country;

const factsOf = (details: BankDetails | undefined): AuditFacts | null =>
  details === undefined ? null : { holder: details.accountHolder, account: endOfIban(details.iban), bic: details.bic };

async function record(
  actor: Actor,
  tx: Tx,
  currency: string,
  before: BankDetails | undefined,
  after: BankDetails | undefined,
): Promise<void> {
  await appendAudit(actor, tx, {
    action: 'bank_details.change',
    ...ofService,
    object: { kind: 'bank_details', id: currency },
    before: factsOf(before),
    after: factsOf(after),
  });
  const what = after === undefined ? 'removed' : before === undefined ? 'added' : 'changed';
  const parts = {
    subject: `Bank details for ${currency} were ${what}`,
    before: [
      `The bank details to which customers and companies send ${currency} were ${what}.`,
      ...(after === undefined ? [] : [`Account holder: ${after.accountHolder}`]),
    ],
    after: ['If you did not expect this, check the audit log immediately: money is sent to this account.'],
  };
  for (const reader of await listOperators(tx, 'administrator'))
    await queueMail(tx, reader, (words) => writeMail(words, parts));
}
