/**
 * Makes a company's test city: restaurants and couriers that are linked at once, because nobody has to accept.
 *
 * Their accounts have no member, so nobody signs in for them, is sent mail, or can add a bank account. They are active
 * and never pending, so no operator is asked to admit them. What they must never do is hold live money: their links are
 * test payees, which the database keeps from serving live mode, and accounts of live mode refer to links that do.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { insertHolder } from '../holders/holders.repository.ts';
import { findLink, insertLink, type LinkHistory } from '../links/links.repository.ts';
import { publishLinkCreated } from '../links/publish-invitation-events.ts';
import { cityPayees } from './city-payees.ts';
import { insertCity } from './test-city.repository.ts';

/** A company has one city at most: making it again changes nothing. @throws AppError `forbidden`. */
export async function makeCity(actor: Actor, tx: Tx, clock: Clock, companyId: bigint): Promise<void> {
  authorize(actor, 'test_city.make', { holderId: companyId, mode: 'test' });
  const isNew = await insertCity(tx, companyId, clock.now(companyId, 'test'));
  if (!isNew) return;

  for (const { type, name } of cityPayees) {
    const holderId = await insertHolder(tx, type, name);
    const id = await insertLink(tx, companyId, { holderId, type, name, servesLive: false, isTestPayee: true });
    await publishLinkCreated(actor, tx, clock, (await findLink(tx, companyId, id)) as LinkHistory);
  }
  await appendAudit(actor, tx, {
    action: 'test_city.make',
    holderId: companyId,
    mode: 'test',
    object: { kind: 'company', id: String(companyId) },
    after: { payees: cityPayees.length },
  });
}
