/**
 * Ends a link, by the company or by its party. The link keeps its id and history but takes no new orders; orders
 * recorded before still settle to it. The caller must drop the link from its cache after the commit.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { mailOwners } from './answer-invitation.ts';
import { endedByCompanyMail, endedByPartyMail } from './invitation-mails.ts';
import { type InvitationDeps, noBeneficiary } from './invite.ts';
import { linkObject, madeBy } from './link-modes.ts';
import { findLink, type LinkHistory, setLinkEnded } from './links.repository.ts';
import { publishLinkEnded } from './publish-invitation-events.ts';

/**
 * Ending an ended link changes nothing.
 * @throws AppError `not_found`; `forbidden`, or `not_permitted` for a test key and a link that live money uses;
 * `company_not_active` or `merchant_not_active`.
 */
export async function endLink(
  actor: Actor,
  tx: Tx,
  { clock, publicUrl, now }: Pick<InvitationDeps, 'clock' | 'publicUrl' | 'now'>,
  { companyId, id, by }: { companyId: bigint; id: bigint; by: 'company' | 'beneficiary' },
): Promise<LinkHistory> {
  const link = await findLink(tx, companyId, id, true);
  if (by === 'company') authorize(actor, 'links.end', linkObject(actor, companyId, link ?? madeBy(actor)));
  else authorize(actor, 'links.end', link && linkObject(actor, link.holderId, link));
  if (link === undefined) throw new AppError('not_found', { message: noBeneficiary });

  return finishLink(actor, tx, { clock, publicUrl, now }, link, by);
}

/** For a use case that made its own check of the permission. The link is locked. */
export async function finishLink(
  actor: Actor,
  tx: Tx,
  { clock, publicUrl, now }: Pick<InvitationDeps, 'clock' | 'publicUrl' | 'now'>,
  link: LinkHistory,
  by: 'company' | 'beneficiary',
): Promise<LinkHistory> {
  const { companyId, id } = link;
  const endedNow = await setLinkEnded(tx, companyId, id, now());
  const ended = (await findLink(tx, companyId, id)) as LinkHistory;
  if (!endedNow) return ended;
  await publishLinkEnded(actor, tx, clock, ended, by);
  await appendAudit(actor, tx, {
    action: 'links.end',
    holderId: by === 'company' ? companyId : link.holderId,
    mode: link.servesLive ? null : 'test',
    object: { kind: 'link', id: String(id) },
    before: { status: link.status },
    after: { status: ended.status, company: companyId, name: link.name },
  });
  const { holderId, name, type } = link;
  if (by === 'beneficiary') {
    await mailOwners(tx, companyId, (words) => endedByPartyMail(words, { name, type, linkId: id }));
    return ended;
  }
  const companyName = await findHolderName(tx, companyId);
  await mailOwners(tx, holderId, (words) => endedByCompanyMail(words, { publicUrl, companyName, link }));
  return ended;
}
