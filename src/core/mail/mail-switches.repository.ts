/** All SQL of the kinds of mail that people have switched off. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { MailKind } from './kinds.ts';

export async function listSwitchedOff(db: Database | Tx, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('mailSwitches').select('kind').where('personId', '=', personId).execute();
  return rows.map(({ kind }) => kind);
}

export async function switchOff(tx: Tx, personId: string, kind: MailKind): Promise<void> {
  await tx
    .insertInto('mailSwitches')
    .values({ personId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function switchOn(tx: Tx, personId: string, kind: MailKind): Promise<void> {
  await tx.deleteFrom('mailSwitches').where('personId', '=', personId).where('kind', '=', kind).execute();
}

/** The person with this address, and whether they have switched such mails off. */
export async function findSubscriber(
  tx: Tx,
  email: string,
  kind: MailKind,
): Promise<{ personId: string; isOff: boolean } | undefined> {
  const row = await tx
    .selectFrom('people')
    .leftJoin('mailSwitches', (join) =>
      join.onRef('mailSwitches.personId', '=', 'people.id').on('mailSwitches.kind', '=', kind),
    )
    .select(['people.id as personId', 'mailSwitches.kind as off'])
    .where('people.email', '=', email)
    .executeTakeFirst();
  return row && { personId: row.personId, isOff: row.off !== null };
}

export async function findAddress(db: Database | Tx, personId: string): Promise<string | undefined> {
  return (await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst())?.email;
}
