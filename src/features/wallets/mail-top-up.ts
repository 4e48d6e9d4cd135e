/** Mails about a top-up by bank transfer, to the members of its holder who may top up and to the operator's people. */
import type { Tx } from '../../base/database/transaction.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { listOperators, listReadersThatMay } from '../holders/addresses.ts';
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
  toHolder(tx, topUp, (words) => requestedMail(words, topUp, details));

export const mailReceived = (tx: Tx, topUp: TopUp): Promise<void> =>
  toHolder(tx, topUp, (words) => receivedMail(words, topUp));

export const mailRefused = (tx: Tx, topUp: TopUp): Promise<void> =>
  toHolder(tx, topUp, (words) => refusedMail(words, topUp));

export const mailExpired = (tx: Tx, topUp: TopUp): Promise<void> =>
  toHolder(tx, topUp, (words) => expiredMail(words, topUp));

/** A transfer for a top-up that no longer waits is sent back. @param amount in minor units. */
export const mailReturned = (tx: Tx, topUp: TopUp, amount: bigint, currency: string, reason: string): Promise<void> =>
  toHolder(tx, topUp, (words) => returnedMail(words, topUp, { amount, currency, reason }));

/** With what is owed now, if the balance did not cover it. Of a payee's cash the payee is told too. */
export async function mailTakenBack(tx: Tx, topUp: TopUp): Promise<void> {
  await toHolder(tx, topUp, (words) => takenBackMail(words, topUp));
  await toPayee(tx, topUp, cashTakenBackMail);
}

/** Of a payee's cash, which the payee transferred. */
export const mailCashReceived = (tx: Tx, topUp: TopUp): Promise<void> => toPayee(tx, topUp, cashReceivedMail);

async function toPayee(
  tx: Tx,
  topUp: TopUp,
  write: (words: Words, topUp: TopUp, company: string) => Mail,
): Promise<void> {
  const { mode, holderId, linkId } = topUp;
  const link = mode === 'test' || linkId === null ? undefined : await findLink(tx, holderId, linkId);
  if (link === undefined) return;
  const company = await findHolderName(tx, holderId);
  for (const reader of await listReadersThatMay(tx, link.holderId, 'own_cash.hand_over')) {
    await queueNotice(tx, 'cash', reader, (words) => write(words, topUp, company));
  }
}

/** To the operator's people who may approve it. */
export async function mailTakeBackRequested(tx: Tx, topUp: TopUp): Promise<void> {
  if (topUp.mode === 'test') return;
  const name = await findHolderName(tx, topUp.holderId);
  const all = await listOperators(tx, 'administrator', 'finance');
  for (const reader of all.filter(({ personId }) => personId !== topUp.reversalRequest?.by))
    await queueNotice(tx, 'operator', reader, (words) => takeBackRequestedMail(words, topUp, name));
}

/** To the operator's people who confirm top-ups. */
export async function mailExpected(tx: Tx, topUp: TopUp): Promise<void> {
  const name = await findHolderName(tx, topUp.holderId);
  for (const reader of await listOperators(tx, 'administrator', 'finance'))
    await queueNotice(tx, 'operator', reader, (words) => expectedMail(words, topUp, name));
}

/** Test money needs no mail: it is there at once. */
async function toHolder(tx: Tx, topUp: TopUp, write: (words: Words) => Mail): Promise<void> {
  if (topUp.mode === 'test') return;
  for (const reader of await listReadersThatMay(tx, topUp.holderId, 'wallets.top_up')) {
    await queueNotice(tx, 'top_ups', reader, write);
  }
}
