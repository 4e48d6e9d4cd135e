/** All SQL of merge invitations. Rows contain a token's hash, never the token. */

import { int4, int8, narrowed, text } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { HolderStatus } from '../../core/access/roles.ts';
import { lockHolderAlone } from '../holders/holder-locks.repository.ts';
import type { Invitation, InvitationStatus } from './invitation.ts';

const columns = [
  'invitations.companyId',
  'invitations.id',
  'position',
  'email',
  'type',
  'invitations.name',
  'invitations.status',
  'servesLive',
  'invitations.language',
  'linkId',
  'personId',
  'invitations.createdAt',
  'expiresAt',
  'decidedAt',
] as const;

export type Lock = 'lock' | 'look';

export type Company = { id: bigint; name: string; status: HolderStatus };

/**
 * Locked until the transaction ends: a company's invitations are created one after the other, so that the limits are
 * exact.
 */
export async function lockCompany(tx: Tx, companyId: bigint): Promise<Company | undefined> {
  await lockHolderAlone(tx, companyId);
  return tx
    .selectFrom('companies')
    .innerJoin('holders', 'holders.id', 'companies.holderId')
    .select(['holders.id', 'holders.name', 'holders.status'])
    .where('companies.holderId', '=', companyId)
    .executeTakeFirst();
}

export async function countOpen(tx: Tx, companyId: bigint, now: Date): Promise<number> {
  const { count } = await query({ count: int4 })`
    select count(*)::int as count from invitations
    where company_id = ${companyId} and status = 'pending' and expires_at > ${now}`.executeTakeFirstOrThrow(tx);
  return count;
}

/** Mails sent on a day, in total and to one address. */
export async function countMails(
  tx: Tx,
  companyId: bigint,
  { day, email }: { day: string; email: string },
): Promise<{ all: number; toAddress: number }> {
  return query({ all: int4, toAddress: int4 })`
    select coalesce(sum(mails), 0)::int as "all",
      coalesce(sum(mails) filter (where email = ${email}), 0)::int as "toAddress"
    from invitation_mails where company_id = ${companyId} and day = ${day}::date`.executeTakeFirstOrThrow(tx);
}

export async function addMail(
  tx: Tx,
  companyId: bigint,
  { day, email }: { day: string; email: string },
): Promise<void> {
  await command`
    insert into invitation_mails as m (company_id, day, email, mails) values (${companyId}, ${day}::date, ${email}, 1)
    on conflict (company_id, day, email) do update set mails = m.mails + 1`.execute(tx);
}

/** Deletes the counts of days before `before`. */
export async function purgeMailCounts(db: Database, before: string): Promise<void> {
  await db.deleteFrom('invitationMails').where(condition`day < ${before}::date`).execute();
}

type NewInvitation = Pick<
  Invitation,
  'companyId' | 'id' | 'email' | 'type' | 'name' | 'servesLive' | 'language' | 'createdAt' | 'expiresAt'
> & {
  tokenHash: Buffer;
};

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<Invitation> {
  const { companyId, id, email, type, name, servesLive, language, createdAt, expiresAt, tokenHash } = invitation;
  return tx
    .insertInto('invitations')
    .values({ companyId, id, email, type, name, servesLive, language, tokenHash, createdAt, expiresAt })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The invitation stored as pending, which may be past its deadline. Locked until the transaction ends. */
export async function lockPending(
  tx: Tx,
  companyId: bigint,
  { email, type }: Pick<Invitation, 'email' | 'type'>,
): Promise<Invitation | undefined> {
  return tx
    .selectFrom('invitations')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('email', '=', email)
    .where('type', '=', type)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
}

export async function findInvitation(
  db: Database | Tx,
  companyId: bigint,
  id: string,
  lock: Lock = 'look',
): Promise<Invitation | undefined> {
  return db
    .selectFrom('invitations')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(lock === 'lock', (found) => found.forUpdate())
    .executeTakeFirst();
}

export type AskedInvitation = Invitation & { companyName: string; companyStatus: Company['status'] };

const askedInvitations = (db: Database | Tx) =>
  db
    .selectFrom('invitations')
    .innerJoin('holders', 'holders.id', 'invitations.companyId')
    .select(columns)
    .select(['holders.name as companyName', 'holders.status as companyStatus']);

/** By the hash of the token in a mailed or copied link, with the company's name and status. */
export async function findInvitationByToken(
  db: Database | Tx,
  tokenHash: Buffer,
  lock: Lock = 'look',
): Promise<AskedInvitation | undefined> {
  return askedInvitations(db)
    .where((row) => row.or([row('tokenHash', '=', tokenHash), row('copiedTokenHash', '=', tokenHash)]))
    .$if(lock === 'lock', (found) => found.forUpdate('invitations'))
    .executeTakeFirst();
}

/** By its id, with the company's name and status. */
export async function findAskedInvitation(
  db: Database | Tx,
  companyId: bigint,
  id: string,
  lock: Lock = 'look',
): Promise<AskedInvitation | undefined> {
  return askedInvitations(db)
    .where('invitations.companyId', '=', companyId)
    .where('invitations.id', '=', id)
    .$if(lock === 'lock', (found) => found.forUpdate('invitations'))
    .executeTakeFirst();
}

/** The token of the link that the company copied last. */
export async function setCopiedToken(tx: Tx, { companyId, id }: Invitation, hash: Buffer): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ copiedTokenHash: hash })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Pending again, with a new token; the links mailed or copied before stop working. */
export async function setRenewed(
  tx: Tx,
  { companyId, id }: Invitation,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<Invitation> {
  return tx
    .updateTable('invitations')
    .set({ status: 'pending', decidedAt: null, tokenHash, copiedTokenHash: null, expiresAt })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'expired'])
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The link of this invitation will serve live mode too. The caller must have locked the row. */
export async function setInvitesLive(tx: Tx, { companyId, id }: Invitation): Promise<Invitation> {
  return tx
    .updateTable('invitations')
    .set({ servesLive: true })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** `pending → to`. The caller must have locked the row. @returns undefined when it was not pending. */
export async function setDecided(
  tx: Tx,
  { companyId, id }: Pick<Invitation, 'companyId' | 'id'>,
  to: Exclude<InvitationStatus, 'pending'>,
  { at, linkId, personId }: { at: Date; linkId?: bigint; personId?: string },
): Promise<Invitation | undefined> {
  return tx
    .updateTable('invitations')
    .set({ status: to, decidedAt: at, linkId: linkId ?? null, personId: personId ?? null })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(columns)
    .executeTakeFirst();
}

type InvitationFilter = Page & { status?: InvitationStatus | undefined; now: Date };

/** Newest first. Filters by the deadline, whether or not the job has recorded the expiry. */
export async function listInvitations(
  db: Database,
  companyId: bigint,
  { status, after, limit, now }: InvitationFilter,
): Promise<Invitation[]> {
  const shown = (wanted: InvitationStatus) => condition`
    ${wanted}::text = case when status = 'pending' and expires_at <= ${now} then 'expired' else status end`;
  return db
    .selectFrom('invitations')
    .select(columns)
    .where('companyId', '=', companyId)
    .$if(after !== undefined, (list) => list.where('position', '<', after as bigint))
    .$if(status !== undefined, (list) => list.where(shown(status as InvitationStatus)))
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

/** Open invitations to an address with their companies, the earliest deadline first. */
export async function listOpenFor(db: Database, email: string, now: Date, limit: number): Promise<AskedInvitation[]> {
  return askedInvitations(db)
    .where('email', '=', email)
    .where('invitations.status', '=', 'pending')
    .where('expiresAt', '>', now)
    .orderBy('expiresAt')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Pending invitations past their deadline; rows locked by others are skipped. */
export async function lockExpired(tx: Tx, now: Date, limit: number): Promise<Invitation[]> {
  return tx
    .selectFrom('invitations')
    .select(columns)
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .orderBy('position')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** A person's email address, if it is confirmed. */
export async function findConfirmedEmail(db: Database | Tx, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .where('emailVerified', '=', true)
    .executeTakeFirst();
  return row?.email;
}

/** The links created by these invitations, by invitation id; invitations not accepted are left out. */
export async function findAcceptedLinks(
  db: Database | Tx,
  companyId: bigint,
  ids: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await query({ id: text, linkId: narrowed(int8) })`
    select id, link_id as "linkId" from invitations
    where company_id = ${companyId} and id = any(${[...ids]}::text[]) and status = 'accepted'`.execute(db);
  return new Map(rows.map(({ id, linkId }) => [id, linkId]));
}
