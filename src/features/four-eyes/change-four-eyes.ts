/**
 * Switches four eyes on, and off again: one administrator asks for it, another one decides (docs/operating.md, "Four
 * eyes").
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { type FourEyes, lockFourEyes, saveFourEyes } from '../../core/access/four-eyes.repository.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { listMembers } from '../holders/members.repository.ts';

const on: FourEyes = Object.freeze({ isOn: true, offRequestedBy: null, offRequestedAt: null });
const off: FourEyes = Object.freeze({ ...on, isOn: false });

/** @throws AppError `forbidden`; `invalid_state` when it is on, or when there is no second administrator. */
export async function switchFourEyesOn(actor: PersonActor, tx: Tx): Promise<void> {
  const before = await lockedSetting(actor, tx);
  if (before.isOn) throw refusal('Four-eyes approval is already on.');
  if ((await listAdministrators(tx)).length < 2) {
    throw refusal('Add a second administrator first: one alone could never turn it off again.');
  }

  await change(actor, tx, before, on);
}

/** The other administrators are mailed. @throws AppError `forbidden`; `invalid_state` when it is off, or asked for. */
export async function requestFourEyesOff(actor: PersonActor, tx: Tx, at: Date): Promise<void> {
  const before = await lockedSetting(actor, tx);
  if (!before.isOn) throw refusal('Four-eyes approval is off.');
  if (before.offRequestedBy !== null) throw refusal('An administrator has already asked for this.');

  await change(actor, tx, before, { ...on, offRequestedBy: actor.personId, offRequestedAt: at });
  for (const reader of await listAdministrators(tx)) {
    if (reader.personId !== actor.personId) await queueMail(tx, reader, fourEyesOffMail);
  }
}

/** @throws AppError `forbidden`, also for who asked for it; `invalid_state` when nobody has. */
export async function switchFourEyesOff(actor: PersonActor, tx: Tx): Promise<void> {
  const before = await lockedSetting(actor, tx);
  if (before.offRequestedBy === null) throw refusal('No administrator has asked for this.');
  if (before.offRequestedBy === actor.personId) {
    throw new AppError('forbidden', { message: 'You asked for this. Another administrator has to decide.' });
  }

  await change(actor, tx, before, off);
}

/** Declines the request, or withdraws it. @throws AppError `forbidden`; `invalid_state` when there is none. */
export async function keepFourEyesOn(actor: PersonActor, tx: Tx): Promise<void> {
  const before = await lockedSetting(actor, tx);
  if (before.offRequestedBy === null) throw refusal('No administrator has asked for this.');

  await change(actor, tx, before, on);
}

const refusal = (message: string): AppError => new AppError('invalid_state', { message });

function lockedSetting(actor: PersonActor, tx: Tx): Promise<FourEyes> {
  authorize(actor, 'four_eyes.change', { holderId: serviceHolderId, mode: null });
  return lockFourEyes(tx);
}

const listAdministrators = async (tx: Tx) =>
  (await listMembers(tx, serviceHolderId)).filter(({ role }) => role === 'administrator');

async function change(actor: PersonActor, tx: Tx, before: FourEyes, after: FourEyes): Promise<void> {
  await saveFourEyes(tx, after);
  await appendAudit(actor, tx, {
    action: 'four_eyes.change',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'setting', id: 'four_eyes' },
    before: factsOf(before),
    after: factsOf(after),
  });
}

const factsOf = ({ isOn, offRequestedBy }: FourEyes) => ({ isOn, offRequested: offRequestedBy !== null });

/** In English, as all mails to operators. */
const fourEyesOffMail = (words: Words): Mail =>
  writeMail(words, {
    subject: 'An administrator wants to turn off four-eyes approval',
    before: [
      'An administrator asked to turn off four-eyes approval. Once it is off, one person alone can move money.',
      'It stays on until another administrator decides. Open "Fees and limits" in the dashboard to agree or decline.',
    ],
  });
