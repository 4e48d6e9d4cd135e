/** Switches a kind of mail on or off: by the person, or off by the link under a mail. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { MailKind } from './kinds.ts';
import { findAddress, switchOff, switchOn } from './mail-switches.repository.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

/** @throws AppError `not_found`, `forbidden`. */
export async function switchMails(actor: Actor, tx: Tx, personId: string, kind: MailKind, on: boolean): Promise<void> {
  authorize(actor, 'account.change', { personId });

  await (on ? switchOn(tx, personId, kind) : switchOff(tx, personId, kind));
}

type OpenedLink = { kind: MailKind; address: string };

/** What the link is about. Changes nothing. @throws AppError `link_expired`. */
export async function openUnsubscription(tx: Tx, links: UnsubscribeLinks, token: string): Promise<OpenedLink> {
  const { kind, address } = await opened(tx, links, token);
  return { kind, address };
}

/** A second time changes nothing. @throws AppError `forbidden`, `link_expired`. */
export async function unsubscribe(actor: Actor, tx: Tx, links: UnsubscribeLinks, token: string): Promise<OpenedLink> {
  const { personId, kind, address } = await opened(tx, links, token);
  authorize(actor, 'mails.unsubscribe', { personId });

  await switchOff(tx, personId, kind);
  return { kind, address };
}

async function opened(tx: Tx, links: UnsubscribeLinks, token: string) {
  const link = await links.read(token);
  const address = link && (await findAddress(tx, link.personId));
  if (link === undefined || address === undefined) throw new AppError('link_expired');
  return { ...link, address };
}
