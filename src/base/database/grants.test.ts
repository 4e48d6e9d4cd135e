/** What the service's role is not permitted to do, and that two settings make the service use that role. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { migrate } from './migrate.ts';
import { type ConnectionSettings, createPool } from './pool.ts';

const ownerRole = (inject('cluster') ?? inject('postgres')).owner.user;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('as the service', () => {
  it.each([
    'update audit_log set at = now()',
    'delete from audit_log',
    'truncate audit_log',
    'drop table audit_log',
    'alter table audit_log add column mine text',
    'alter table audit_log disable trigger all',
    'create index on audit_log (at)',
    'create rule hide as on insert to audit_log do instead nothing',
    'alter table audit_log owner to current_user',
    "update pg_class set relacl = null where relname = 'audit_log'",
    'update transfers set amount = 1',
    'delete from transfers',
    'truncate transfers',
    'drop table transfers',
    'alter table accounts drop constraint accounts_pkey',
    'create table mine ()',
    "insert into migrations values (999, 'mine', '')",
    `set role ${ownerRole}`,
    'set session_replication_role = replica',
  ])('%s is refused', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('runs three functions with the rights of the owner, which take names from no other schema', async () => {
    const { rows } = await database.pool.query(
      `select proname as name, proconfig as settings from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
    );
    const settings = ['search_path=pg_catalog, pg_temp'];
    expect(rows).toEqual(
      ['erase_from_audit_log', 'purge_audit_log', 'request_erasure'].map((name) => ({ name, settings })),
    );
  });

  it('purges entries that it dates back itself, and no others', async () => {
    await database.pool.query(`
      insert into audit_log (at, actor_kind, actor_id, action, object_kind, object_id)
      values (now(), 'command', 'x', 'quotas.set', 'company', '1'),
        (now() - interval '3 years', 'command', 'x', 'quotas.set', 'company', '2')`);
    await database.pool.query('select purge_audit_log()');
    const { rows } = await database.pool.query('select object_id from audit_log');
    expect(rows).toEqual([{ object_id: '1' }]);
  });

  it.each([
    'update seals set hash = previous_hash',
    'delete from seals',
    'update seal_salts set salt = salt',
    'delete from erased_entries',
    "update person_erasures set email = 'x@example.com'",
  ])('%s is refused', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('the audit log is read and added to, whatever the service grants itself', async () => {
    await database.pool.query('grant all on audit_log to current_user');
    const rights = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'];
    const { rows } = await database.pool.query<{ right: string }>(
      `select p as right from unnest($1::text[]) p where has_table_privilege('audit_log', p)`,
      [rights],
    );
    expect(rows.map((row) => row.right)).toEqual(['select', 'insert']);
  });
});

describe('a role of any name', () => {
  let other: pg.Pool;
  const serviceRole = 'till';
  let service: ConnectionSettings;

  beforeAll(async () => {
    await database.owner.query(`create role ${serviceRole} login password 'till'`);
    service = { ...database.settings, user: serviceRole, password: 'till' };
    other = createPool(service);
  });
  afterAll(async () => {
    await other.end();
    await database.owner.query(`drop owned by ${serviceRole}; drop role ${serviceRole}`);
  });

  it('gets what the service needs', async () => {
    await expect(other.query('select from orders')).rejects.toMatchObject({ code: '42501' });
    expect(await migrate({ owner: database.ownerSettings, service })).toEqual([]);
    await other.query('select from orders');
    await other.query(`select graphile_worker.add_job('nothing', '{}'::json)`);
    expect((await other.query('select from graphile_worker._private_jobs')).rowCount).toBe(1);
    await other.query('delete from graphile_worker._private_jobs');
    await expect(other.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
  });

  it('takes back what the role was granted by hand, and covers tables that came later', async () => {
    await database.owner.query(`grant all on audit_log to ${serviceRole}; create table later (id bigserial)`);
    await migrate({ owner: database.ownerSettings, service });
    await expect(other.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
    await other.query('insert into later default values');
  });

  it('says what to do when the role of migrations does not own the tables', async () => {
    await expect(migrate({ owner: service, service })).rejects.toThrow(
      `The tables belong to ${ownerRole}, and migrations run as ${serviceRole}: name the owner in DATABASE_MIGRATION_URL`,
    );
  });

  it('refuses two addresses that lead to two databases', async () => {
    const owner = { ...database.ownerSettings, database: 'postgres' };
    await expect(migrate({ owner, service })).rejects.toThrow('must lead to the same database');
  });

  it('works with one role for both', async () => {
    expect(await migrate({ owner: database.ownerSettings, service: database.ownerSettings })).toEqual([]);
  });
});
