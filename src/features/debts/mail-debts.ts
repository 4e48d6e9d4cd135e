/** Mails about debts that were repaid outside or written off, to who owed, and to who may approve a write-off. */
import type { Tx } from '../../base/database/transaction.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { findLink } from '../links/links.repository.ts';
import { settledMail, writeOffRequestedMail } from './debt-mails.ts';
import type { DebtSettlement } from './debt-settlement.ts';
import { listApprovers } from './second-person.ts';

/** Test money needs no mail. @param left what is still owed, in minor units. */
export async function mailSettled(tx: Tx, settlement: DebtSettlement, left: bigint): Promise<void> {
  if (settlement.mode === 'test') return;
  const { holderId, linkId } = settlement;
  const link = linkId === null ? undefined : await findLink(tx, holderId, linkId);
  const creditor = link === undefined ? null : await findHolderName(tx, holderId);
  for (const reader of await listReadersThatMay(tx, link?.holderId ?? holderId, 'payouts.request')) {
    await queueNotice(tx, 'debts', reader, (words) => settledMail(words, settlement, creditor, left));
  }
}

export async function mailWriteOffRequested(tx: Tx, settlement: DebtSettlement): Promise<void> {
  if (settlement.mode === 'test') return;
  const { holderId, linkId, requestedBy } = settlement;
  const link = linkId === null ? undefined : await findLink(tx, holderId, linkId);
  const debtor = link?.name ?? (await findHolderName(tx, holderId));
  const kind = linkId === null ? 'operator' : 'debts';
  for (const reader of await listApprovers(tx, settlement, requestedBy)) {
    await queueNotice(tx, kind, reader, (words) => writeOffRequestedMail(words, settlement, debtor));
  }
}
