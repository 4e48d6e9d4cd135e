/** Mails about a top-up by bank transfer, to the members of its holder who may top up and to the operator's people. */
import type { Tx } from '../../base/database/transaction.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listAddressesThatMay, listOperatorAddresses, listOperators } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { findLink } from '../links/links.repository.ts';
import type { BankDetails } from './bank-details.ts';
import {
  cashReceivedMail,
  cashTakenBackMail,
  expectedMail,
  expiredMail,
  receivedMail,
  refusedMail,
  requestedMail,
  returnedMail,
  takeBackRequestedMail,
  takenBackMail,
} from './top-up-mails.ts';
import type { TopUp } from './top-ups.repository.ts';

/** @param details undefined while the operator has none in this currency. */
export const mailRequested = (tx: Tx, topUp: TopUp, details: BankDetails | undefined): Promise<void> =>
  toHolder(tx, topUp, (recipient) => requestedMail(recipient, topUp, details));

export const mailReceived = (tx: Tx, topUp: TopUp): Promise<void> =>
  toHolder(tx, topUp, (recipient) => receivedMail(recipient, topUp));

export const mailRefused = (tx: Tx, topUp: TopUp): Promise<void> =>
  toHolder(tx, topUp, (recipient) => refusedMail(recipient, topUp));

export const mailExpired = (tx: Tx, topUp: TopUp): Promise<void> =>
  toHolder(tx, topUp, (recipient) => expiredMail(recipient, topUp));

/** A transfer for a top-up that no longer waits is sent back. @param amount in minor units. */
export const mailReturned = (tx: Tx, topUp: TopUp, amount: bigint, currency: string, reason: string): Promise<void> =>
  toHolder(tx, topUp, (recipient) => returnedMail(recipient, topUp, amount, currency, reason));

/** With what is owed now, if the balance did not cover it. Of a payee's cash the payee is told too. */
export async function mailTakenBack(tx: Tx, topUp: TopUp): Promise<void> {
  await toHolder(tx, topUp, (recipient) => takenBackMail(recipient, topUp));
  await toPayee(tx, topUp, (recipient, company) => cashTakenBackMail(recipient, topUp, company));
}

/** Of a payee's cash, which the payee transferred. */
export const mailCashReceived = (tx: Tx, topUp: TopUp): Promise<void> =>
  toPayee(tx, topUp, (recipient, company) => cashReceivedMail(recipient, topUp, company));

async function toPayee(
  tx: Tx,
  { mode, holderId, linkId }: TopUp,
  write: (recipient: string, company: string) => Mail,
): Promise<void> {
  const link = mode === 'test' || linkId === null ? undefined : await findLink(tx, holderId, linkId);
  if (link === undefined) return;
  const company = await findHolderName(tx, holderId);
  for (const address of await listAddressesThatMay(tx, link.holderId, 'own_cash.hand_over')) {
    await queueNotice(tx, 'cash', write(address, company));
  }
}

/** To the operator's people who may approve it. */
export async function mailTakeBackRequested(tx: Tx, topUp: TopUp): Promise<void> {
  if (topUp.mode === 'test') return;
  const name = await findHolderName(tx, topUp.holderId);
  const all = await listOperators(tx, 'administrator', 'finance');
  for (const { email } of all.filter(({ personId }) => personId !== topUp.reversalRequest?.by))
    await queueNotice(tx, 'operator', takeBackRequestedMail(email, topUp, name));
}

/** To the operator's people who confirm top-ups. */
export async function mailExpected(tx: Tx, topUp: TopUp): Promise<void> {
  const name = await findHolderName(tx, topUp.holderId);
  for (const address of await listOperatorAddresses(tx, 'administrator', 'finance'))
    await queueNotice(tx, 'operator', expectedMail(address, topUp, name));
}

/** Test money needs no mail: it is there at once. */
async function toHolder(tx: Tx, topUp: TopUp, write: (recipient: string) => Mail): Promise<void> {
  if (topUp.mode === 'test') return;
  for (const address of await listAddressesThatMay(tx, topUp.holderId, 'wallets.top_up')) {
    await queueNotice(tx, 'top_ups', write(address));
  }
}
