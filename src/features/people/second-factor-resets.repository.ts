/** SQL of lost second factors that are being reset, and who may decide about it. */

import { bool, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import { notifyPerson } from '../../core/events/events.repository.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';

const columns = {
  personId: text,
  email: text,
  name: text,
  reason: text,
  /** Null: at the shell. */
  requestedBy: nullable(text),
  requesterName: nullable(text),
  requestedAt: timestamptz,
  confirmedBy: nullable(text),
  /** Null until it is decided. */
  effectiveAt: nullable(timestamptz),
  isDue: bool,
};

export type SecondFactorReset = RowOf<typeof columns>;

/** Oldest first. */
export async function listResets(db: Database | Tx, personId: string | null = null): Promise<SecondFactorReset[]> {
  return query(columns)`
    select r.person_id as "personId", p.email, p.name, r.reason, r.requested_by as "requestedBy",
      q.name as "requesterName", r.requested_at as "requestedAt", r.confirmed_by as "confirmedBy",
      r.effective_at as "effectiveAt", coalesce(r.effective_at <= now(), false) as "isDue"
    from second_factor_resets r
    join people p on p.id = r.person_id
    left join people q on q.id = r.requested_by
    where ${personId}::text is null or r.person_id = ${personId}
    order by r.requested_at, r.person_id limit 200`.execute(db);
}

/** Locks the person, so that the reset and the use of the factor take turns. */
export async function lockReset(tx: Tx, personId: string): Promise<SecondFactorReset | undefined> {
  await tx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
  return (await listResets(tx, personId))[0];
}

export async function insertReset(
  tx: Tx,
  { personId, reason, requestedBy }: { personId: string; reason: string; requestedBy: string | null },
  hours: number,
): Promise<void> {
  await command`
    insert into second_factor_resets (person_id, reason, requested_by, effective_at)
    values (${personId}, ${reason}, ${requestedBy},
      case when ${requestedBy}::text is null then now() + make_interval(hours => ${hours}) end)`.execute(tx);
}

export async function confirmReset(tx: Tx, personId: string, confirmedBy: string, hours: number): Promise<void> {
  await command`
    update second_factor_resets
    set confirmed_by = ${confirmedBy}, effective_at = now() + make_interval(hours => ${hours})
    where person_id = ${personId} and effective_at is null`.execute(tx);
}

/** @returns false when there was none. */
export async function deleteReset(tx: Tx, personId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('secondFactorResets').where('personId', '=', personId).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Takes the second factor away, and with it every session and challenge that it opened. */
export async function deleteSecondFactor(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('secondFactors').where('personId', '=', personId).execute();
  await tx.deleteFrom('sessions').where('personId', '=', personId).execute();
  await notifyPerson(tx, personId);
  await tx.deleteFrom('verifications').where('value', '=', personId).execute();
  await tx
    .updateTable('people')
    .set({ secondFactor: false, secondFactorAt: null })
    .where('id', '=', personId)
    .execute();
}

export async function findPersonWithFactor(
  db: Database | Tx,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('people')
    .select(['id', 'email'])
    .where('email', '=', normalEmail(email))
    .where('secondFactor', '=', true)
    .executeTakeFirst();
}

/** The administrators who could decide: all but the person. */
export async function listDeciders(db: Database | Tx, personId: string): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select(['people.id', 'people.email'])
    .where('members.holderId', '=', serviceHolderId)
    .where('members.role', '=', 'administrator')
    .where('people.id', '!=', personId)
    .orderBy('people.id')
    .execute();
}
