/**
 * Mails a saved view of Explore to the person who saved it, once for each day, week or month that has ended. The mail leads to the
 * view of these days, which is read and exported signed in: it has no figures itself. A schedule ends with the view, with the
 * membership or the permission, and when the person unsubscribes.
 */
import { readTimeZone } from '../../base/clock/time-zone.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { type PersonActor, personActor, type SystemActor } from '../../core/access/actor.ts';
import { authorize, isAllowed } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { HolderKind } from '../../core/access/roles.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findSubscriber, switchOn } from '../../core/mail/mail-switches.repository.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { findReader, inEnglish } from '../../core/mail/readers.repository.ts';
import { actingFor } from '../holders/acting.ts';
import { findMembership } from '../holders/members.repository.ts';
import { lastDue, type MailedEvery, nextMailAt, periodBefore, queryFor } from './mailed-period.ts';
import { findView, lockKeeper, type SavedViewRow, type ViewKeeper } from './saved-views.repository.ts';
import { viewMail } from './view-mail.ts';
import {
  type DueMailing,
  deleteMailing,
  listDueMailings,
  lockDueMailing,
  saveMailing,
  type ViewMailing,
} from './view-mails.repository.ts';

const mailKind = 'views';

/** What it takes to read Explore. */
const readsExplore: Partial<Record<HolderKind | 'service', Action>> = {
  company: 'orders.read',
  merchant: 'payments.read',
  service: 'books.read',
};

/**
 * @throws AppError `forbidden`, `not_found`; `validation_failed` (`time_zone`); `invalid_state` for a view that is not of Explore.
 */
export async function mailView(
  actor: PersonActor,
  tx: Tx,
  now: Date,
  keeper: ViewKeeper,
  viewId: string,
  { every, timeZone: named }: { every: MailedEvery; timeZone: string },
): Promise<SavedViewRow & { mailing: ViewMailing }> {
  authorize(actor, 'saved_views.change', keeper);
  await lockKeeper(tx, keeper);
  const view = await findView(tx, keeper, viewId);
  if (view === undefined) throw new AppError('not_found');
  const needed = actor.holderKind === null ? undefined : readsExplore[actor.holderKind];
  if (view.screen !== 'explore' || needed === undefined) {
    throw new AppError('invalid_state', { message: 'Only views of Explore can be emailed.' });
  }
  authorize(actor, needed, keeper);
  const timeZone = readTimeZone(named);
  if (timeZone === undefined) throw invalidField('time_zone', 'must be a name of the time zone database');

  const mailing = { every, timeZone, nextAt: nextMailAt(every, timeZone, now) };
  await saveMailing(tx, viewId, mailing);
  // Whoever asks for such mails wants to get them.
  await switchOn(tx, keeper.personId, mailKind);
  return { ...view, mailing };
}

/** A second time changes nothing. @throws AppError `forbidden`, `not_found`. */
export async function stopMailing(actor: PersonActor, tx: Tx, keeper: ViewKeeper, viewId: string): Promise<void> {
  authorize(actor, 'saved_views.change', keeper);
  if ((await findView(tx, keeper, viewId)) === undefined) throw new AppError('not_found');

  await deleteMailing(tx, viewId);
}

const dueMax = 500;

type Deps = { db: Database; publicUrl: string };

/** Each in a transaction of its own, which also names its next time: a run that is repeated mails nobody twice. */
export async function mailDueViews(
  actor: SystemActor,
  deps: Deps,
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  authorize(actor, 'mails.deliver', { holderId: serviceHolderId, mode: null });
  for (const viewId of await listDueMailings(deps.db, now, dueMax)) {
    await inTransaction(deps.db, async (tx) => {
      const due = await lockDueMailing(tx, viewId, now);
      if (due !== undefined) await mailDue(tx, deps, due, now);
    }).catch(onError);
  }
}

async function mailDue(tx: Tx, { publicUrl }: Deps, due: DueMailing, now: Date): Promise<void> {
  const { viewId, personId, holderId, mode, every, timeZone, email } = due;
  const membership = await findMembership(tx, personId, holderId);
  const needed = membership === undefined ? undefined : readsExplore[membership.kind];
  const subscriber = await findSubscriber(tx, email, mailKind);
  const person = { personId, sessionId: null, mode, freshAt: null };
  if (
    membership === undefined ||
    needed === undefined ||
    subscriber?.isOff !== false ||
    !isAllowed(personActor(person, actingFor(membership)), needed, { holderId, mode })
  ) {
    await deleteMailing(tx, viewId);
    return;
  }

  const dueAt = lastDue(every, timeZone, due.nextAt, now);
  const days = periodBefore(every, timeZone, dueAt);
  const place = membership.kind === 'service' ? 'operator/explore' : 'explore';
  const address = `${publicUrl}/h/${holderId}/${mode}/${place}?${queryFor(due.query, days)}`;
  const facts = { view: due.name, account: membership.name, mode, days, address };
  const reader = membership.kind === 'merchant' ? await findReader(tx, email) : inEnglish(email);
  await queueNotice(tx, mailKind, reader, (words) => viewMail(words, facts));
  await saveMailing(tx, viewId, { every, timeZone, nextAt: nextMailAt(every, timeZone, dueAt) });
}
