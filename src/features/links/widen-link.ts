/**
 * Lets a link that was made in test mode serve live mode too. Only live mode may: a company's live key, or a person who
 * acts for it in live mode. There is no way back; a link that live money uses can only be ended.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { type InvitationDeps, noBeneficiary } from './invite.ts';
import { findLink, type Link, type LinkHistory, setServesLive } from './links.repository.ts';
import { publishLinkWidened } from './publish-invitation-events.ts';

/**
 * Widening a link that serves both modes changes nothing.
 * @throws AppError `not_permitted` for a test key; `forbidden`; `not_found`; `invalid_state` for an ended link, and for a test payee.
 */
export async function widenLink(
  actor: Actor,
  tx: Tx,
  { clock }: Pick<InvitationDeps, 'clock'>,
  { companyId, id }: { companyId: bigint; id: bigint },
): Promise<LinkHistory> {
  authorize(actor, 'links.widen', { holderId: companyId, mode: null });
  const link = await findLink(tx, companyId, id, true);
  if (link === undefined) throw new AppError('not_found', { message: noBeneficiary });
  if (link.servesLive) return link;
  if (link.isTestPayee) throw new AppError('invalid_state', { message: 'A test payee serves test mode alone.' });
  if (link.status === 'ended') throw new AppError('invalid_state', { message: 'The link is ended.' });

  return markWidened(actor, tx, clock, link);
}

/** For a use case that has decided it. The link must be active. */
export async function markWidened(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  { companyId, id, servesLive }: Pick<Link, 'companyId' | 'id' | 'servesLive'>,
): Promise<LinkHistory> {
  await setServesLive(tx, companyId, id);
  const widened = (await findLink(tx, companyId, id)) as LinkHistory;
  await publishLinkWidened(actor, tx, clock, widened);
  await appendAudit(actor, tx, {
    action: 'links.widen',
    holderId: companyId,
    mode: null,
    object: { kind: 'link', id: String(id) },
    before: { servesLive },
    after: { servesLive: true },
  });
  return widened;
}
