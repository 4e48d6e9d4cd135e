/** The service's role, and whether it could change the append-only tables. Reads the system catalog only. */
import type pg from 'pg';
import { appendOnly } from './grants.ts';

export type ServiceRole = {
  role: string;
  /** The owner of the append-only tables; undefined before the first migration. */
  owner: string | undefined;
  mayChangeAuditLog: boolean;
};

export async function describeServiceRole(pool: pg.Pool): Promise<ServiceRole> {
  const { rows } = await pool.query<{ role: string; owner: string | null; may: boolean | null }>(
    `select current_user::text as role, min(pg_get_userbyid(c.relowner)) as owner,
      bool_or(pg_has_role(c.relowner, 'member') or has_table_privilege(c.oid, 'update, delete, truncate')) as may
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [appendOnly],
  );
  const row = rows[0];
  return { role: row?.role ?? '', owner: row?.owner ?? undefined, mayChangeAuditLog: row?.may ?? false };
}
