/**
 * Ends a link, by the company or by its party. The link keeps its id and history but takes no new orders; orders
 * recorded before still settle to it. The caller must drop the link from its cache after the commit.
 */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { findLink, type LinkHistory, setLinkEnded } from '../holders/links.repository.ts';
import { mailOwners } from './answer-invitation.ts';
import { endedByCompanyMail, endedByPartyMail } from './invitation-mails.ts';
import type { InvitationDeps } from './invite.ts';
import { publishLinkEnded } from './publish-invitation-events.ts';

/**
 * Ending an ended link changes nothing.
 * @throws AppError `not_found`; `forbidden`; `company_not_active` or `merchant_not_active`.
 */
export async function endLink(
  actor: Actor,
  tx: Tx,
  { clock, publicUrl, now }: Pick<InvitationDeps, 'clock' | 'publicUrl' | 'now'>,
  { companyId, id, by }: { companyId: bigint; id: bigint; by: 'company' | 'beneficiary' },
): Promise<LinkHistory> {
  if (by === 'company') authorize(actor, 'links.end', { holderId: companyId, mode: null });
  const link = await findLink(tx, companyId, id);
  if (by === 'beneficiary') authorize(actor, 'links.end', link && { holderId: link.holderId, mode: null });
  if (link === undefined) throw new AppError('not_found', { message: 'No beneficiary has this id.' });

  const endedNow = await setLinkEnded(tx, companyId, id, now());
  const ended = (await findLink(tx, companyId, id)) as LinkHistory;
  if (!endedNow) return ended;
  await publishLinkEnded(tx, clock, ended, by);
  await appendAudit(actor, tx, {
    action: 'links.end',
    holderId: by === 'company' ? companyId : link.holderId,
    mode: null,
    object: { kind: 'link', id: String(id) },
    before: { status: link.status },
    after: { status: ended.status, company: companyId, name: link.name },
  });
  const { holderId, name, type } = link;
  if (by === 'beneficiary') {
    await mailOwners(tx, companyId, (recipient) => endedByPartyMail({ recipient, name, type, linkId: id }));
    return ended;
  }
  const companyName = await findHolderName(tx, companyId);
  await mailOwners(tx, holderId, (recipient) =>
    endedByCompanyMail(publicUrl, { recipient, companyName, type, linkId: id }),
  );
  return ended;
}
