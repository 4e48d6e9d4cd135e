/** SQL of the first steps: what has happened in a holder's test mode. Reads only. */

import { bool, nullable, oneOf, type RowOf } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { holderStatuses } from '../../../core/access/roles.ts';
import type { OnboardingFacts } from './checklist.ts';

const inBooks = {
  hasOrder: bool,
  hasToppedUp: bool,
  hasSettled: bool,
  hasPayment: bool,
  hasPaid: bool,
  hasWebhook: bool,
};

const beside = {
  hasKey: bool,
  hasInvited: bool,
  isSelfOpened: bool,
  request: nullable(oneOf('waiting', 'approved', 'refused')),
  status: oneOf(...holderStatuses),
};

/** Each is answered by the first row that an index finds, however many there are. */
export async function findOnboardingFacts(db: Database, holderId: bigint): Promise<OnboardingFacts> {
  const [happened, held] = await Promise.all([findInBooks(db, holderId), findBeside(db, holderId)]);
  return { ...happened, ...held };
}

const findInBooks = (db: Database, holderId: bigint): Promise<RowOf<typeof inBooks>> =>
  query(inBooks)`
    select
      exists (select from orders where holder_id = ${holderId} and mode = 'test') as "hasOrder",
      exists (select from top_ups where holder_id = ${holderId} and mode = 'test' and status = 'succeeded') as "hasToppedUp",
      exists (select from settlements
        where holder_id = ${holderId} and mode = 'test' and orders_settled > 0) as "hasSettled",
      exists (select from payments where holder_id = ${holderId} and mode = 'test') as "hasPayment",
      exists (select from payments where holder_id = ${holderId} and mode = 'test'
        and status in ('succeeded', 'partially_refunded', 'refunded')) as "hasPaid",
      exists (select from webhook_endpoints
        where holder_id = ${holderId} and mode = 'test' and kind = 'endpoint' and deleted_at is null) as "hasWebhook"`.executeTakeFirstOrThrow(
    db,
  );

const findBeside = (db: Database, holderId: bigint): Promise<RowOf<typeof beside>> =>
  query(beside)`
    select
      exists (select from api_keys where holder_id = h.id and mode = 'test') as "hasKey",
      (exists (select from invitations where company_id = h.id)
        or exists (select from links where company_id = h.id)) as "hasInvited",
      exists (select from holder_openings where holder_id = h.id) as "isSelfOpened",
      r.status as request, h.status
    from holders h left join approval_requests r on r.holder_id = h.id
    where h.id = ${holderId}`.executeTakeFirstOrThrow(db);
