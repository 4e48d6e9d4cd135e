/** All SQL of merge invitations. Rows hold the hash of a token, never a token. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Invitation, InvitationStatus } from './invitation.ts';

const columns = sql.raw(`i.company_id as "companyId", i.id, i.position, i.email, i.type, i.name, i.status,
  i.link_id as "linkId", i.person_id as "personId", i.created_at as "createdAt", i.expires_at as "expiresAt",
  i.decided_at as "decidedAt"`);

export type Lock = 'lock' | 'look';
const locking = (lock: Lock) => sql.raw(lock === 'lock' ? 'for update of i' : '');

export type Company = { name: string; status: 'pending' | 'active' | 'suspended' };

/** Held until the transaction ends: a company's invitations are sent one after the other, so that bounds are exact. */
export async function lockCompany(tx: Tx, companyId: bigint): Promise<Company | undefined> {
  const { rows } = await sql<Company>`
    select h.name, h.status from companies c join holders h on h.id = c.holder_id
    where c.holder_id = ${companyId} for no key update of c`.execute(tx);
  return rows[0];
}

export async function countOpen(tx: Tx, companyId: bigint, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitations
    where company_id = ${companyId} and status = 'pending' and expires_at > ${now}`.execute(tx);
  return (rows[0] as { count: number }).count;
}

/** Mails sent on a day: in all, and to one address. */
export async function countMails(
  tx: Tx,
  companyId: bigint,
  { day, email }: { day: string; email: string },
): Promise<{ all: number; toAddress: number }> {
  const { rows } = await sql<{ all: number; toAddress: number }>`
    select coalesce(sum(mails), 0)::int as "all",
      coalesce(sum(mails) filter (where email = ${email}), 0)::int as "toAddress"
    from invitation_mails where company_id = ${companyId} and day = ${day}::date`.execute(tx);
  return rows[0] as { all: number; toAddress: number };
}

export async function addMail(
  tx: Tx,
  companyId: bigint,
  { day, email }: { day: string; email: string },
): Promise<void> {
  await sql`
    insert into invitation_mails as m (company_id, day, email, mails) values (${companyId}, ${day}::date, ${email}, 1)
    on conflict (company_id, day, email) do update set mails = m.mails + 1`.execute(tx);
}

/** Drops the counts of days that are over. */
export async function forgetMailCounts(db: Database, before: string): Promise<void> {
  await sql`delete from invitation_mails where day < ${before}::date`.execute(db);
}

export type NewInvitation = Pick<
  Invitation,
  'companyId' | 'id' | 'email' | 'type' | 'name' | 'createdAt' | 'expiresAt'
> & {
  tokenHash: Buffer;
};

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<Invitation> {
  const { companyId, id, email, type, name, createdAt, expiresAt, tokenHash } = invitation;
  const { rows } = await sql<Invitation>`
    insert into invitations as i (company_id, id, email, type, name, token_hash, created_at, expires_at)
    values (${companyId}, ${id}, ${email}, ${type}, ${name}, ${tokenHash}, ${createdAt}, ${expiresAt})
    returning ${columns}`.execute(tx);
  return rows[0] as Invitation;
}

/** The one whose row says pending; its deadline may have come. Held until the transaction ends. */
export async function lockPending(
  tx: Tx,
  companyId: bigint,
  { email, type }: Pick<Invitation, 'email' | 'type'>,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations i
    where i.company_id = ${companyId} and i.email = ${email} and i.type = ${type} and i.status = 'pending'
    for update of i`.execute(tx);
  return rows[0];
}

export async function findInvitation(
  db: Database | Tx,
  companyId: bigint,
  id: string,
  lock: Lock = 'look',
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations i where i.company_id = ${companyId} and i.id = ${id}
    ${locking(lock)}`.execute(db);
  return rows[0];
}

export type AskedInvitation = Invitation & { companyName: string; companyStatus: Company['status'] };

/** By what a link in a mail carries; with who asks. */
export async function findInvitationByToken(
  db: Database | Tx,
  tokenHash: Buffer,
  lock: Lock = 'look',
): Promise<AskedInvitation | undefined> {
  const { rows } = await sql<AskedInvitation>`
    select ${columns}, h.name as "companyName", h.status as "companyStatus"
    from invitations i join holders h on h.id = i.company_id
    where i.token_hash = ${tokenHash} ${locking(lock)}`.execute(db);
  return rows[0];
}

/** Pending again, under a new token; the link mailed before has ended. */
export async function setRenewed(
  tx: Tx,
  { companyId, id }: Invitation,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<Invitation> {
  const { rows } = await sql<Invitation>`
    update invitations as i
    set status = 'pending', decided_at = null, token_hash = ${tokenHash}, expires_at = ${expiresAt}
    where i.company_id = ${companyId} and i.id = ${id} and i.status in ('pending', 'expired')
    returning ${columns}`.execute(tx);
  return rows[0] as Invitation;
}

/** `pending → to`. The row must be locked. @returns undefined when it was not pending. */
export async function setDecided(
  tx: Tx,
  { companyId, id }: Pick<Invitation, 'companyId' | 'id'>,
  to: Exclude<InvitationStatus, 'pending'>,
  { at, linkId, personId }: { at: Date; linkId?: bigint; personId?: string },
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    update invitations as i
    set status = ${to}, decided_at = ${at}, link_id = ${linkId ?? null}, person_id = ${personId ?? null}
    where i.company_id = ${companyId} and i.id = ${id} and i.status = 'pending'
    returning ${columns}`.execute(tx);
  return rows[0];
}

export type InvitationFilter = {
  status?: InvitationStatus | undefined;
  before?: bigint | undefined;
  limit: number;
  now: Date;
};

/** Newest first. The deadline counts, not what a sweep has written. */
export async function listInvitations(
  db: Database,
  companyId: bigint,
  { status, before, limit, now }: InvitationFilter,
): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations i
    where i.company_id = ${companyId} and (${before ?? null}::bigint is null or i.position < ${before ?? null}::bigint)
      and (${status ?? null}::text is null or ${status ?? null}::text =
        case when i.status = 'pending' and i.expires_at <= ${now} then 'expired' else i.status end)
    order by i.position desc limit ${limit}`.execute(db);
  return rows;
}

/** Open invitations to an address, with who asks; the soonest to end first. */
export async function listOpenFor(db: Database, email: string, now: Date, limit: number): Promise<AskedInvitation[]> {
  const { rows } = await sql<AskedInvitation>`
    select ${columns}, h.name as "companyName", h.status as "companyStatus"
    from invitations i join holders h on h.id = i.company_id
    where i.email = ${email} and i.status = 'pending' and i.expires_at > ${now}
    order by i.expires_at, i.position limit ${limit}`.execute(db);
  return rows;
}

/** Pending ones whose deadline has come, and which nobody holds. */
export async function lockDue(tx: Tx, now: Date, limit: number): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${columns} from invitations i where i.status = 'pending' and i.expires_at <= ${now}
    order by i.expires_at, i.position limit ${limit} for update of i skip locked`.execute(tx);
  return rows;
}

/** The address of a person who has shown that it is theirs. */
export async function findConfirmedEmail(db: Database | Tx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from people where id = ${personId} and email_verified`.execute(db);
  return rows[0]?.email;
}

/** The links that came of these invitations, by the invitation's id; those not accepted are left out. */
export async function findAcceptedLinks(
  db: Database | Tx,
  companyId: bigint,
  ids: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; linkId: bigint }>`
    select id, link_id as "linkId" from invitations
    where company_id = ${companyId} and id = any(${[...ids]}::text[]) and status = 'accepted'`.execute(db);
  return new Map(rows.map(({ id, linkId }) => [id, linkId]));
}
