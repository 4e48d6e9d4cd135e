/** All SQL of uploaded statement files and their bytes. */
import { sql } from 'kysely';
import {
  bool,
  bytea,
  int4,
  int8,
  jsonb,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  timestamptz,
} from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import type { CsvAnswers, CsvMapping } from '../bank-files/csv/csv-mapping.ts';
import type { FileProblem } from '../bank-files/statement-file.ts';
import type { ImportResult } from '../reconciliation/import-statement.ts';
import type { Outside } from '../reconciliation/reconciliation.repository.ts';
import type { presentGap } from '../reconciliation/statement-schemas.ts';
import { type FileState, type Found, fileStates, keptDays, type StatementFile } from './statement-file.ts';

/** What an import did, as JSON: without its lines. */
type StoredResult = Omit<ImportResult, 'importId' | 'shown' | 'repeated' | 'signColumns' | 'gaps'> & {
  repeated: number;
  /** Absent where the file was imported before statements had balances. */
  gaps?: ReturnType<typeof presentGap>[];
};

const columns = {
  id: int8,
  mode: oneOf(...modes),
  source: text,
  fileName: text,
  size: int8,
  received: int8,
  state: oneOf(...fileStates),
  createdAt: timestamptz,
  sha256: nullable(bytea),
  account: text,
  withoutProfile: bool,
  profileName: nullable(text),
  found: nullable(jsonb<Found>()),
  mapping: nullable(jsonb<CsvMapping>()),
  profileId: nullable(int8),
  problems: jsonb<FileProblem[]>(),
  importId: nullable(int8),
  revision: int4,
  progressDone: int8,
  progressTotal: int8,
  needsSecondFactor: bool,
};

const listed = { ...columns, result: nullable(jsonb<StoredResult>()), profile: nullable(text) };
export type ListedFile = RowOf<typeof listed>;

const shown = sql`${selectList(columns, 'f')}, f.result, p.name as profile
  from statement_files f left join statement_profiles p on p.id = f.profile_id`;

/** Who asks for it: the job acts for them. */
const requester = ({ personId, sessionId, requestId, address, freshAt }: PersonActor) => ({
  requestedBy: personId,
  ...{ sessionId, requestId, address, freshAt },
});

type NewFile = Outside & { fileName: string; size: bigint; account: string };

export async function insertFile(tx: Tx, actor: PersonActor, file: NewFile): Promise<bigint> {
  const { id } = await tx
    .insertInto('statementFiles')
    .values({ ...file, ...requester(actor) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findFile(db: Database | Tx, mode: Mode, id: bigint): Promise<ListedFile | undefined> {
  return query(listed)`select ${shown} where f.id = ${id} and f.mode = ${mode}`.executeTakeFirst(db);
}

/** Newest first. */
export async function listFiles(
  db: Database,
  { mode, source }: Outside,
  { after, limit }: Page,
): Promise<ListedFile[]> {
  const from = after === undefined ? sql`true` : sql`f.id < ${after}`;
  return query(listed)`
    select ${shown} where f.mode = ${mode} and f.source = ${source} and ${from}
    order by f.id desc limit ${limit}`.execute(db);
}

/** Locks the file for a change of its state. */
export async function lockFile(tx: Tx, mode: Mode, id: bigint): Promise<StatementFile | undefined> {
  return query(columns)`
    select ${selectList(columns, 'f')} from statement_files f where f.id = ${id} and f.mode = ${mode} for update`.executeTakeFirst(
    tx,
  );
}

/**
 * What is read at a time. The driver gets it in hexadecimal, in one piece of what a socket reads (64 KiB); of a larger one it
 * makes several copies, and all of them live until the part is read, long enough for V8 to count them among the old.
 */
export const partBytes = 24 * 1_024;

/** @param at where they begin. @returns whether they were the next bytes of a file that is being uploaded. */
export async function insertBytes(db: Database, id: bigint, at: bigint, bytes: Buffer): Promise<boolean> {
  const stored = await command`
    with moved as (
      update statement_files set received = received + ${bytes.length}::integer
      where id = ${id} and state = 'uploading' and received = ${at} and received + ${bytes.length}::integer <= size
      returning id)
    insert into statement_file_parts (file_id, at, bytes)
    select id, ${at}::bigint + n, substring(${bytes}::bytea from n + 1 for ${partBytes}::integer)
    from moved, generate_series(0, ${bytes.length}::integer - 1, ${partBytes}::integer) n`.execute(db);
  return stored > 0;
}

export async function findPart(db: Database, id: bigint, at: bigint): Promise<Buffer | undefined> {
  const row = await query({ bytes: bytea }, { prepared: 'statement_file_part' })`
    select bytes from statement_file_parts where file_id = ${id} and at = ${at}`.executeTakeFirst(db);
  return row?.bytes;
}

/** Once nothing more is read of it. */
export async function deleteParts(tx: Tx, id: bigint): Promise<void> {
  await command`delete from statement_file_parts where file_id = ${id}`.execute(tx);
}

type Asked = { account?: string; answers?: CsvAnswers; withoutProfile?: boolean; profileName?: string | null };

/** Queues the file for a job. @returns the number of this request, which the job has to know. */
export async function queueFile(
  tx: Tx,
  actor: PersonActor,
  id: bigint,
  state: Extract<FileState, 'reading' | 'importing'>,
  { answers, ...asked }: Asked,
): Promise<number> {
  const { revision } = await tx
    .updateTable('statementFiles')
    .set((row) => ({
      ...{ ...asked, ...requester(actor), state, crashes: 0, needsSecondFactor: false, problems: '[]' },
      ...(answers !== undefined && { answers: JSON.stringify(answers) }),
      ...{ revision: row('revision', '+', 1), progressDone: 0n, progressTotal: 0n },
    }))
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

const work = {
  ...columns,
  answers: jsonb<CsvAnswers>(),
  crashes: int4,
  requestedBy: text,
  sessionId: nullable(text),
  requestId: nullable(text),
  address: nullable(text),
  freshAt: nullable(timestamptz),
};
/** A file with all that its job has to know. */
export type FileWork = RowOf<typeof work>;

type JobKey = { id: bigint; revision: number };

/**
 * Counts that a job begins with it: `endRun` takes it back, and what is left are processes that died of it.
 * @returns undefined when the request has been dealt with, or another one came after it.
 */
export async function beginRun(
  db: Database,
  { id, revision }: JobKey,
  state: 'reading' | 'importing',
): Promise<FileWork | undefined> {
  return query(work)`
    update statement_files f set crashes = crashes + 1, progress_done = 0
    where id = ${id} and revision = ${revision} and state = ${state}
    returning ${selectList(work, 'f')}`.executeTakeFirst(db);
}

/** A run that failed, and that the queue repeats. */
export async function endRun(db: Database, { id, revision }: JobKey): Promise<void> {
  await command`update statement_files set crashes = greatest(crashes - 1, 0) where id = ${id} and revision = ${revision}`.execute(
    db,
  );
}

export async function saveProgress(db: Database, { id, revision }: JobKey, done: bigint, total: bigint): Promise<void> {
  await command`
    update statement_files set progress_done = ${done}, progress_total = ${total}
    where id = ${id} and revision = ${revision} and state in ('reading', 'importing')`.execute(db);
}

type Read = {
  state: 'refused' | 'asking' | 'ready';
  sha256: Buffer;
  found: Found | null;
  mapping: CsvMapping | null;
  profileId: bigint | null;
  problems: readonly FileProblem[];
};

/** What a job found, unless another request came meanwhile. */
export async function saveRead(db: Database, { id, revision }: JobKey, read: Read): Promise<void> {
  const { found, mapping, problems, ...rest } = read;
  await db
    .updateTable('statementFiles')
    .set({
      ...rest,
      found: found === null ? null : JSON.stringify(found),
      mapping: mapping === null ? null : JSON.stringify(mapping),
      problems: JSON.stringify(problems),
    })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'reading')
    .execute();
}

type Failed = { state: 'refused' | 'ready'; problems: readonly FileProblem[]; needsSecondFactor: boolean };

/** What stopped a job. */
export async function saveFailure(
  db: Database,
  { id, revision }: JobKey,
  { state, problems, needsSecondFactor }: Failed,
): Promise<void> {
  await db
    .updateTable('statementFiles')
    .set({ state, problems: JSON.stringify(problems), needsSecondFactor })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', 'in', ['reading', 'importing'])
    .execute();
}

/** In the transaction of the import. @returns false when the request is not the file's last, or was dealt with. */
export async function saveImported(
  tx: Tx,
  { id, revision }: JobKey,
  importId: bigint,
  result: StoredResult,
): Promise<boolean> {
  const saved = await command`
    update statement_files set state = 'imported', import_id = ${importId}, result = ${JSON.stringify(result)}::jsonb
    where id = ${id} and revision = ${revision} and state = 'importing'`.execute(tx);
  return saved === 1;
}

export async function deleteFile(tx: Tx, id: bigint): Promise<void> {
  await command`delete from statement_files where id = ${id}`.execute(tx);
}

/** @returns how many. */
export async function purgeFiles(db: Database): Promise<number> {
  return command`
    delete from statement_files
    where created_at < now() - make_interval(days => ${keptDays})`.execute(db);
}

export async function findAnswers(tx: Tx, id: bigint): Promise<CsvAnswers> {
  const row = await query({ answers: jsonb<CsvAnswers>() })`
    select answers from statement_files where id = ${id}`.executeTakeFirst(tx);
  return row?.answers ?? {};
}
