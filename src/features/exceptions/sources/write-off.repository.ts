/** Write-offs that wait for a second person: of debts to the service, and of a company's payees to it. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

const columns = {
  id: sql`s.id`,
  since: sql`s.requested_at`,
  order: sql`s.position`,
  amount: sql`s.amount`,
  currency: sql`s.currency`,
  said: sql`s.reason`,
};

export const writeOff = sqlSource({
  kind: 'write_off',
  needs: 'debts.read',
  effect: 'writes_off',
  rows: ({ mode }) => ({
    ...columns,
    from: sql`debt_settlements s join holders h on h.id = s.holder_id
      where s.mode = ${mode} and s.link_id is null and s.status = 'requested'`,
    holderId: sql`h.id`,
    holderName: sql`h.name`,
  }),
});

export const linkWriteOff = sqlSource({
  kind: 'link_write_off',
  needs: 'link_debts.read',
  effect: 'writes_off',
  rows: ({ holderId, mode }) => ({
    ...columns,
    from: sql`debt_settlements s join links l on l.company_id = s.holder_id and l.id = s.link_id
      where s.holder_id = ${holderId} and s.mode = ${mode} and s.status = 'requested'`,
    label: sql`l.name`,
  }),
});
