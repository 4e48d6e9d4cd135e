/**
 * Tells payees and their companies by mail of cash above a limit: once when more is held than allowed, and once a day while some is
 * held for longer (docs/contract/people.md, "Emails"). Live mode only.
 */
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import type { SystemActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { passedByPayeesMail, passedMail } from './cash-mails.ts';
import {
  forgetWarned,
  listPassedLimits,
  listWarned,
  type PassedLimits,
  takeWarning,
  type Warned,
} from './cash-warnings.repository.ts';
import { handOverActions } from './handover.ts';

const dayMs = 24 * 3_600_000;

/** @param at by the real clock. */
export async function warnOfCash(actor: SystemActor, db: Database, at: Date): Promise<void> {
  authorize(actor, 'mails.deliver', { holderId: serviceHolderId, mode: null });
  const passing = await listPassedLimits(db, at);
  const still = new Set(passing.flatMap(warningsOf).map(keyOf));
  const over = (await listWarned(db)).filter((one) => !still.has(keyOf(one)));
  for (const holderId of new Set([...passing, ...over].map((one) => one.holderId))) {
    await inTransaction(
      db,
      async (tx) => {
        for (const one of over) if (one.holderId === holderId) await forgetWarned(tx, one);
        await warnCompany(
          tx,
          passing.filter((one) => one.holderId === holderId),
          at,
        );
      },
      { holderId },
    );
  }
}

/** @param passing of one company. */
async function warnCompany(tx: Tx, passing: readonly PassedLimits[], at: Date): Promise<void> {
  const told: PassedLimits[] = [];
  for (const one of passing) {
    let isTold = false;
    for (const warning of warningsOf(one)) {
      if (await takeWarning(tx, warning, at, new Date(at.getTime() - dayMs))) isTold = true;
    }
    if (isTold) told.push(one);
  }
  const [first] = told;
  if (first === undefined) return;
  for (const one of told) {
    for (const reader of await listReadersThatMay(tx, one.payeeId, handOverActions.link)) {
      await queueNotice(tx, 'cash', reader, (words) => passedMail(words, one));
    }
  }
  for (const reader of await listReadersThatMay(tx, first.holderId, handOverActions.company)) {
    await queueNotice(tx, 'cash', reader, (words) => passedByPayeesMail(words, told));
  }
}

const warningsOf = ({ holderId, linkId, currency, limit, days }: PassedLimits): Warned[] => [
  ...(limit === null ? [] : [{ holderId, linkId, currency, passed: 'amount' as const }]),
  ...(days === null ? [] : [{ holderId, linkId, currency, passed: 'days' as const }]),
];

const keyOf = ({ holderId, linkId, currency, passed }: Warned): string => `${holderId}/${linkId}/${currency}/${passed}`;
