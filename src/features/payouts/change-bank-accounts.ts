/**
 * Adds and removes bank accounts on file. The actor must have passed a second factor or be the operator, and is never
 * an API key. Owners are notified by mail, and payouts to a new account can't be approved for 48 hours
 * (docs/contract/partner.md, "Payouts").
 */

import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { type Actor, type PersonActor, personActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf } from '../../core/access/four-eyes.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import type { PostalAddress } from '../bank-files/postal-address.ts';
import { actingFor } from '../holders/acting.ts';
import { listOwners } from '../holders/addresses.ts';
import { findMembership } from '../holders/members.repository.ts';
import { type BankAccount, type BankAccountDraft, readBankAccount } from './bank-account.ts';
import { type AccountNews, bankAccountMail } from './bank-account-mails.ts';
import {
  findBankAccount,
  insertBankAccount,
  listBankAccounts,
  setAddress,
  setBankAccountEnded,
} from './bank-accounts.repository.ts';
import { type AddressForm, readAddress } from './payee-address.ts';
import type { CheckedForm } from './payee-check.ts';
import { lockOwner } from './payouts.repository.ts';

const activeMax = 20;

/** @throws AppError `not_found`; `validation_failed` with every offending field, never quoting a value. */
export async function addBankAccount(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  holderId: bigint,
  form: CheckedForm,
): Promise<BankAccount> {
  authorize(actor, 'bank_accounts.add', { holderId, mode: null });
  const read = readBankAccount(form);
  if (!read.ok) throw new AppError('validation_failed', { details: read.details });
  // Serialises additions per holder, because existing accounts are compared and counted.
  if ((await lockOwner(tx, holderId)) === undefined) throw new AppError('not_found');
  const active = (await listBankAccounts(tx, holderId)).filter((one) => one.status === 'active');
  const same = active.find((one) => isSame(one, read.draft));
  // A repeated request adds nothing but an address, and does not restart the 48 hours.
  if (same !== undefined) return putAddress(actor, tx, same, read.draft.address ?? same.address, 'bank_accounts.add');
  if (active.length >= activeMax) {
    const message = `is one more than the ${activeMax} that may be on file`;
    throw invalidField('iban', message);
  }
  const account: BankAccount = {
    ...read.draft,
    holderId,
    id: newPublicId('ba', holderId),
    status: 'active',
    payeeCheck: form.payee?.result ?? null,
    payeeKnownAs: form.payee?.name ?? null,
    createdAt: clock.now(holderId, 'live'),
    endedAt: null,
  };

  await insertBankAccount(tx, account, personOf(actor));
  await appendAudit(actor, tx, {
    action: 'bank_accounts.add',
    ...objectOf(account),
    after: {
      status: account.status,
      country: account.country,
      currency: account.currency,
      ...(account.payeeCheck === null ? {} : { payeeCheck: account.payeeCheck }),
    },
  });
  await notifyOwners(tx, account, 'added');
  return account;
}

/**
 * Puts the same account on file for other holders that the person owns: each by itself, with its own entry and mail.
 * @param others of these holders too.
 * @throws AppError as `addBankAccount`; `validation_failed` (`also_for`) for a holder that the person does not own.
 */
export async function addBankAccounts(
  actor: PersonActor,
  tx: Tx,
  clock: Clock,
  holderId: bigint,
  form: CheckedForm,
  others: readonly bigint[],
): Promise<BankAccount> {
  authorize(actor, 'bank_accounts.add', { holderId, mode: null });
  const wanted = [...new Set([holderId, ...others])].sort(ascending);
  const actors = new Map<bigint, PersonActor>([[holderId, actor]]);
  for (const id of wanted.filter((one) => one !== holderId)) {
    const membership = await findMembership(tx, actor.personId, id);
    if (membership?.role !== 'owner' || membership.kind === 'service') {
      const message = 'names an account that you do not own';
      throw invalidField('also_for', message);
    }
    actors.set(id, personActor(actor, actingFor(membership), actor));
  }

  const added: BankAccount[] = [];
  for (const [id, own] of [...actors].sort(([a], [b]) => ascending(a, b))) {
    added.push(await addBankAccount(own, tx, clock, id, form));
  }
  return added.find((one) => one.holderId === holderId) as BankAccount;
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** @throws AppError `not_found`, `invalid_state` when it was removed before. */
export async function endBankAccount(actor: Actor, tx: Tx, clock: Clock, holderId: bigint, id: string): Promise<void> {
  authorize(actor, 'bank_accounts.end', { holderId, mode: null });
  const account = await findBankAccount(tx, holderId, id);
  if (account === undefined) throw new AppError('not_found', { message: 'No bank account has this id.' });
  const ended = await setBankAccountEnded(tx, holderId, id, clock.now(holderId, 'live'));
  if (!ended) throw new AppError('invalid_state', { message: 'The bank account has ended.' });

  await appendAudit(actor, tx, {
    action: 'bank_accounts.end',
    ...objectOf(account),
    before: { status: account.status },
    after: { status: 'ended' },
  });
  await notifyOwners(tx, account, 'removed');
}

/**
 * Sets the address of a bank account's holder. Its number stays, so that payouts don't wait.
 * @param form of empty fields: none. @throws AppError `not_found`; `invalid_state` when it was removed; `validation_failed`.
 */
export async function setBankAccountAddress(
  actor: Actor,
  tx: Tx,
  holderId: bigint,
  id: string,
  form: AddressForm,
): Promise<BankAccount> {
  authorize(actor, 'bank_accounts.set_address', { holderId, mode: null });
  const read = readAddress(form);
  if (!read.ok) throw new AppError('validation_failed', { details: read.details });
  await lockOwner(tx, holderId);
  const account = await findBankAccount(tx, holderId, id);
  if (account === undefined) throw new AppError('not_found', { message: 'No bank account has this id.' });
  if (account.status !== 'active') throw new AppError('invalid_state', { message: 'The bank account has ended.' });
  return putAddress(actor, tx, account, read.address, 'bank_accounts.set_address');
}

/** The audit log says that it changed, never what it is. */
async function putAddress(
  actor: Actor,
  tx: Tx,
  account: BankAccount,
  address: PostalAddress | null,
  action: 'bank_accounts.add' | 'bank_accounts.set_address',
): Promise<BankAccount> {
  if (isDeepStrictEqual(account.address, address)) return account;
  await setAddress(tx, account.holderId, account.id, address);
  await appendAudit(actor, tx, {
    action,
    ...objectOf(account),
    before: { hasAddress: account.address !== null },
    after: { hasAddress: address !== null },
  });
  return { ...account, address };
}

/** For closing an account. The caller has checked the permission and mails the owners. */
export async function endAllBankAccounts(actor: Actor, tx: Tx, clock: Clock, holderId: bigint): Promise<void> {
  const active = (await listBankAccounts(tx, holderId)).filter(({ status }) => status === 'active');
  for (const account of active) {
    if (!(await setBankAccountEnded(tx, holderId, account.id, clock.now(holderId, 'live')))) continue;
    await appendAudit(actor, tx, {
      action: 'bank_accounts.end',
      ...objectOf(account),
      before: { status: account.status },
      after: { status: 'ended' },
    });
  }
}

const objectOf = ({ holderId, id }: BankAccount) => ({
  holderId,
  mode: null,
  object: { kind: 'bank_account', id },
});

const isSame = (one: BankAccount, draft: BankAccountDraft) =>
  one.iban === draft.iban &&
  one.accountNumber === draft.accountNumber &&
  one.bankCode === draft.bankCode &&
  one.country === draft.country &&
  one.currency === draft.currency &&
  one.accountName === draft.accountName;

async function notifyOwners(tx: Tx, account: BankAccount, news: AccountNews): Promise<void> {
  for (const owner of await listOwners(tx, account.holderId)) {
    await queueMail(tx, owner, (words) => bankAccountMail(words, account, news));
  }
}
