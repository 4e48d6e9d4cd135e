/**
 * Grants to the service's role on tables that another role owns: read and write rows, but only insert into append-only
 * tables. Runs after the migrations so that it covers every table they created. Must never grant ownership.
 */
import type pg from 'pg';

/** Tables whose rows must never be changed or deleted, not even by an attacker who has the service's role. */
export const appendOnly: readonly string[] = [
  'audit_log',
  'past_time_zones',
  'payment_fee_rules',
  'row_versions',
  'seals',
  'transfers',
];

/** Tables that only the owner writes: by migrations, or by functions that check what they are asked for. */
const readOnly: readonly string[] = ['erased_entries', 'migrations', 'person_erasures'];

/** Tables whose rows are added and deleted, but never changed. */
const unchanging: readonly string[] = ['seal_salts'];

const queueSchema = 'graphile_worker';
const schemas = ['public', queueSchema];

/** Grants missing privileges and revokes excess ones. Does nothing when the role owns the tables. */
export async function grantToService(client: pg.ClientBase, role: string): Promise<void> {
  const wanted = await findMissing(client, role);
  if (wanted.length === 0) return;
  await client.query('begin');
  try {
    for (const statement of wanted) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The GRANT and REVOKE statements still needed; empty when the privileges are right. */
async function findMissing(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with relations as (
      select c.oid, c.relkind, c.relrowsecurity, format('%I.%I', n.nspname, c.relname) as name,
        n.nspname = 'public' and c.relname = any($3) as append_only,
        n.nspname = 'public' and c.relname = any($4) as read_only,
        n.nspname = 'public' and c.relname = any($5) as unchanging
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($2) and c.relkind in ('r', 'p', 'v', 'S')
    ), rights as (
      select r.*, p.privilege, (p.privilege = 'select' or not (r.read_only or r.relkind = 'v')) and
        (p.privilege in ('select', 'insert') or not (r.append_only or p.privilege = 'truncate')) and
        not (r.unchanging and p.privilege = 'update') as wanted
      from relations r, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p (privilege)
      where r.relkind <> 'S'
    )
    select format('grant usage on schema %I to %I', nspname, $1::text) as statement from pg_namespace
      where nspname = any($2) and not has_schema_privilege($1, oid, 'usage')
    union all
    select format('%s %s on %s %s %I', case when wanted then 'grant' else 'revoke' end, privilege, name,
      case when wanted then 'to' else 'from' end, $1::text) from rights
      where wanted <> has_table_privilege($1, oid, privilege) and (wanted or append_only or read_only or unchanging)
    union all
    select format('grant usage, select on sequence %s to %I', name, $1::text) from relations
      where case when relkind = 'S' then not (has_sequence_privilege($1, oid, 'usage') and has_sequence_privilege($1, oid, 'select')) else false end
    union all
    select format('create policy %I on %s to %I using (true) with check (true)', 'of ' || $1::text, name, $1::text)
      from relations r
      where relrowsecurity and not exists (
        select from pg_policy p where p.polrelid = r.oid and p.polname = 'of ' || $1::text)
    union all
    select format('grant execute on function %s to %I', p.oid::regprocedure, $1::text) from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any($2) and not has_function_privilege($1, p.oid, 'execute')`,
    [role, schemas, appendOnly, readOnly, unchanging],
  );
  return rows.map(({ statement }) => statement);
}
