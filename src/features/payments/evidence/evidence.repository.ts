/** All SQL of evidence and its files. A row is written only while it is locked. Files are read without their bytes, but by two. */

import { int4, int8, jsonb, nullable, oneOf, type RowOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { command, query } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { type Mode, modes } from '../../../base/money/mode.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import {
  type EvidenceFile,
  type EvidencePurpose,
  evidenceFileTypes,
  evidencePurposes,
} from '../../providers/provider.ts';
import { evidenceStates, type Texts } from './evidence.ts';

export type EvidenceKey = { holderId: bigint; disputeId: string };

const columns = {
  state: oneOf(...evidenceStates),
  texts: jsonb<Texts>(),
  submissionId: nullable(text),
  submittedAt: nullable(timestamptz),
  submittedBy: nullable(text),
  deliveredAt: nullable(timestamptz),
  handedOverBy: nullable(text),
  refusal: nullable(text),
  purgedAt: nullable(timestamptz),
};

export type Evidence = RowOf<typeof columns>;

const names = [
  'state',
  'texts',
  'submissionId',
  'submittedAt',
  'submittedBy',
  'deliveredAt',
  'handedOverBy',
  'refusal',
  'purgedAt',
] as const;

const ofKey = (db: Database | Tx, { holderId, disputeId }: EvidenceKey) =>
  db.selectFrom('disputeEvidence').select(names).where('holderId', '=', holderId).where('disputeId', '=', disputeId);

export async function findEvidence(db: Database | Tx, key: EvidenceKey): Promise<Evidence | undefined> {
  return (await ofKey(db, key).executeTakeFirst()) as Evidence | undefined;
}

/** The names of those who submitted it and handed it over; null for somebody who is not there any more. */
export async function findNames(
  db: Database,
  { submittedBy, handedOverBy }: Evidence,
): Promise<{ submittedBy: string | null; handedOverBy: string | null }> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', [submittedBy ?? '', handedOverBy ?? ''])
    .execute();
  const nameOf = (wanted: string | null) => people.find(({ id }) => id === wanted)?.name ?? null;
  return { submittedBy: nameOf(submittedBy), handedOverBy: nameOf(handedOverBy) };
}

/**
 * Locks the dispute against a change of its state, and then its evidence, which begins with that.
 * @returns undefined without such a dispute.
 */
export async function lockEvidence(
  tx: Tx,
  { holderId, mode }: Book,
  disputeId: string,
  at: Date,
): Promise<Evidence | undefined> {
  const found = await query({ id: text })`
    select id from disputes where holder_id = ${holderId} and mode = ${mode} and id = ${disputeId} for share`.executeTakeFirst(
    tx,
  );
  if (found === undefined) return undefined;
  await tx
    .insertInto('disputeEvidence')
    .values({ holderId, disputeId, updatedAt: at })
    .onConflict((conflict) => conflict.columns(['holderId', 'disputeId']).doNothing())
    .execute();
  return lockAlone(tx, { holderId, disputeId });
}

/** The caller has locked what it changes beside. */
export async function lockAlone(tx: Tx, key: EvidenceKey): Promise<Evidence | undefined> {
  return (await ofKey(tx, key).forUpdate().executeTakeFirst()) as Evidence | undefined;
}

type Changes = Partial<Omit<Evidence, 'texts'>>;

export async function updateEvidence(
  tx: Tx,
  { holderId, disputeId }: EvidenceKey,
  changes: Changes & { texts?: Texts },
  at: Date,
): Promise<void> {
  const { texts, ...rest } = changes;
  await tx
    .updateTable('disputeEvidence')
    .set({ ...rest, ...(texts !== undefined && { texts: JSON.stringify(texts) }), updatedAt: at })
    .where('holderId', '=', holderId)
    .where('disputeId', '=', disputeId)
    .execute();
}

const listed = {
  purpose: oneOf(...evidencePurposes),
  name: text,
  type: oneOf(...evidenceFileTypes),
  size: int4,
  createdAt: timestamptz,
};

export type ListedFile = RowOf<typeof listed>;

export const listFiles = (db: Database | Tx, { holderId, disputeId }: EvidenceKey): Promise<ListedFile[]> =>
  query(listed)`
    select f.purpose, f.name, f.type, f.size, f.created_at as "createdAt"
    from dispute_files f where f.holder_id = ${holderId} and f.dispute_id = ${disputeId}
    order by f.created_at, f.purpose`.execute(db);

/** With its bytes. */
export async function findFile(
  db: Database,
  { holderId, disputeId }: EvidenceKey,
  purpose: EvidencePurpose,
): Promise<Pick<EvidenceFile, 'type' | 'bytes'> | undefined> {
  const found = await db
    .selectFrom('disputeFiles')
    .select(['type', 'bytes'])
    .where('holderId', '=', holderId)
    .where('disputeId', '=', disputeId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return found as Pick<EvidenceFile, 'type' | 'bytes'> | undefined;
}

/** All with their bytes, to be handed on. */
export async function readFiles(db: Database, { holderId, disputeId }: EvidenceKey): Promise<EvidenceFile[]> {
  const found = await db
    .selectFrom('disputeFiles')
    .select(['purpose', 'name', 'type', 'bytes'])
    .where('holderId', '=', holderId)
    .where('disputeId', '=', disputeId)
    .orderBy('purpose')
    .execute();
  return found as EvidenceFile[];
}

const lockClass = 5_131;

/** Locks the sum of a holder's files against other uploads, in bytes: of the dispute and of the book, without the file of this purpose. */
export async function lockStored(
  tx: Tx,
  { holderId, mode }: Book,
  disputeId: string,
  purpose: EvidencePurpose,
): Promise<{ ofDispute: number; ofBook: number }> {
  await command`select pg_advisory_xact_lock(hashtextextended(${String(holderId)}::text, ${lockClass}::bigint))`.execute(
    tx,
  );
  const { ofDispute, ofBook } = await query({ ofDispute: int8, ofBook: int8 })`
    select coalesce(sum(f.size) filter (where f.dispute_id = ${disputeId}), 0)::bigint as "ofDispute",
      coalesce(sum(f.size), 0)::bigint as "ofBook"
    from dispute_files f
    join disputes d on d.holder_id = f.holder_id and d.id = f.dispute_id
    where f.holder_id = ${holderId} and d.mode = ${mode}
      and not (f.dispute_id = ${disputeId} and f.purpose = ${purpose})`.executeTakeFirstOrThrow(tx);
  return { ofDispute: Number(ofDispute), ofBook: Number(ofBook) };
}

export async function saveFile(
  tx: Tx,
  { holderId, disputeId }: EvidenceKey,
  file: EvidenceFile & { uploadedBy: string },
  at: Date,
): Promise<void> {
  const values = { ...file, size: file.bytes.length, createdAt: at };
  await tx
    .insertInto('disputeFiles')
    .values({ holderId, disputeId, ...values })
    .onConflict((conflict) => conflict.columns(['holderId', 'disputeId', 'purpose']).doUpdateSet(values))
    .execute();
}

/** @returns whether there was one. */
export async function deleteFile(
  tx: Tx,
  { holderId, disputeId }: EvidenceKey,
  purpose: EvidencePurpose,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('disputeFiles')
    .where('holderId', '=', holderId)
    .where('disputeId', '=', disputeId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

const sending = { holderId: int8, disputeId: text, mode: oneOf(...modes) };

/** Submitted and not answered by their provider yet, oldest first. @param only limits it to one book. */
export const listSending = (
  db: Database,
  limit: number,
  only?: { holderId: bigint; mode: Mode },
): Promise<RowOf<typeof sending>[]> =>
  query(sending)`
    select e.holder_id as "holderId", e.dispute_id as "disputeId", d.mode
    from dispute_evidence e
    join disputes d on d.holder_id = e.holder_id and d.id = e.dispute_id
    where e.state = 'sending'
      and (${only?.mode ?? null}::text is null
        or e.holder_id = ${only?.holderId ?? null}::bigint and d.mode = ${only?.mode ?? null}::text)
    order by e.submitted_at limit ${limit}`.execute(db);

/** Deletes texts and files of disputes whose last change is so long ago. Those that are open keep theirs. */
export async function purgeEvidence(tx: Tx, days: number, limit: number): Promise<number> {
  const old = await query({ holderId: int8, disputeId: text })`
    update dispute_evidence e set texts = '{}', refusal = null, purged_at = now()
    where (e.holder_id, e.dispute_id) in (
      select v.holder_id, v.dispute_id
      from dispute_evidence v
      join disputes d on d.holder_id = v.holder_id and d.id = v.dispute_id
      where v.purged_at is null and d.status in ('won', 'lost')
        and greatest(d.updated_at, v.updated_at) < now() - make_interval(days => ${days}::int)
      limit ${limit})
    returning e.holder_id as "holderId", e.dispute_id as "disputeId"`.execute(tx);
  for (const { holderId, disputeId } of old) {
    await tx.deleteFrom('disputeFiles').where('holderId', '=', holderId).where('disputeId', '=', disputeId).execute();
  }
  return old.length;
}
