/** All SQL of the profiles by which CSVs of a bank are read. */
import { bool, int8, jsonb, oneOf, type RowOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { CsvMapping } from '../bank-files/csv/csv-mapping.ts';
import type { Outside } from '../reconciliation/reconciliation.repository.ts';

const columns = {
  id: int8,
  mode: oneOf(...modes),
  source: text,
  name: text,
  fingerprint: text,
  /** Empty: there is only one. */
  account: text,
  mapping: jsonb<CsvMapping>(),
  changedAt: timestamptz,
};
export type StatementProfile = RowOf<typeof columns>;

const profilesMax = 500;

/** By name. */
export async function listProfiles(db: Database, { mode, source }: Outside): Promise<StatementProfile[]> {
  return query(columns)`
    select ${selectList(columns, 'p')} from statement_profiles p
    where mode = ${mode} and source = ${source} order by name limit ${profilesMax}`.execute(db);
}

/** Those of files with this layout, the last changed first. */
export async function listProfilesOf(
  db: Database,
  { mode, source }: Outside,
  fingerprint: string,
): Promise<StatementProfile[]> {
  return query(columns)`
    select ${selectList(columns, 'p')} from statement_profiles p
    where mode = ${mode} and source = ${source} and fingerprint = ${fingerprint} order by changed_at desc, id desc`.execute(
    db,
  );
}

export async function lockProfile(tx: Tx, mode: Mode, id: bigint): Promise<StatementProfile | undefined> {
  return query(columns)`
    select ${selectList(columns, 'p')} from statement_profiles p where id = ${id} and mode = ${mode} for update`.executeTakeFirst(
    tx,
  );
}

export async function findProfileNamed(
  db: Database | Tx,
  { mode, source }: Outside,
  name: string,
): Promise<StatementProfile | undefined> {
  return query(columns)`
    select ${selectList(columns, 'p')} from statement_profiles p
    where mode = ${mode} and source = ${source} and name = ${name}`.executeTakeFirst(db);
}

type NewProfile = Omit<StatementProfile, 'id'>;

/** Replaces the profile of the same layout and account. @returns its id, and whether it is new. */
export async function saveProfile(tx: Tx, profile: NewProfile): Promise<{ id: bigint; isNew: boolean }> {
  const { mode, source, name, fingerprint, account, mapping, changedAt } = profile;
  return query({ id: int8, isNew: bool })`
    insert into statement_profiles (mode, source, name, fingerprint, account, mapping, changed_at)
    values (${mode}, ${source}, ${name}, ${fingerprint}, ${account}, ${JSON.stringify(mapping)}::jsonb, ${changedAt}::timestamptz)
    on conflict (mode, source, fingerprint, account) do update
      set name = excluded.name, mapping = excluded.mapping, changed_at = excluded.changed_at
    returning id, xmax = 0 as "isNew"`.executeTakeFirstOrThrow(tx);
}

export async function renameProfile(tx: Tx, id: bigint, name: string): Promise<void> {
  await tx.updateTable('statementProfiles').set({ name }).where('id', '=', id).execute();
}

export async function deleteProfile(tx: Tx, id: bigint): Promise<void> {
  await command`delete from statement_profiles where id = ${id}`.execute(tx);
}
