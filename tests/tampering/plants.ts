/**
 * What an insider would write straight into a column: each value that its type or its CHECK knows, and what another row has
 * there; and a row copied or removed. Constraints are dropped first: whoever changes a row changes those that go with it as well.
 */
import { sql } from 'kysely';
import type { Tx } from '../../src/base/database/transaction.ts';

export type Column = { table: string; column: string; type: string; values: string[] };

/** Every column of these tables that can be written, with the values that its CHECK enumerates. */
export async function listColumns(tx: Tx, tables: readonly string[]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      coalesce((
        select array_agg(m.value[1]) from pg_constraint n,
          regexp_matches(pg_get_constraintdef(n.oid), '''([^'']+)''::text', 'g') m (value)
        where n.conrelid = c.oid and n.contype = 'c' and n.conkey = array[a.attnum]
          and pg_get_constraintdef(n.oid) ~ 'ANY \\(ARRAY'), '{}') as values
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${[...tables]}::text[])
    order by c.relname, a.attnum`.execute(tx);
  return rows;
}

/** The last column of the primary key, which is another in a copied row. */
export async function findKeyColumn(tx: Tx, table: string): Promise<string> {
  const { rows } = await sql<{ column: string }>`
    select a.attname as column from pg_constraint n
    join pg_attribute a on a.attrelid = n.conrelid and a.attnum = n.conkey[cardinality(n.conkey)]
    where n.contype = 'p' and n.conrelid = ${table}::regclass`.execute(tx);
  return (rows[0] as { column: string }).column;
}

/** CHECK constraints and what must be unique, except for the primary key. */
export async function dropConstraints(tx: Tx, table: string): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %I drop constraint %I cascade', ${table}::text, conname) as statement
    from pg_constraint where conrelid = ${table}::regclass and contype in ('c', 'u')
    union all
    select 'drop index ' || i.indexrelid::regclass from pg_index i
    where i.indisunique and i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint n where n.conindid = i.indexrelid and n.contype in ('p', 'u'))`.execute(
    tx,
  );
  for (const { statement } of rows) await sql.raw(statement).execute(tx);
}

/** Values that mean something where others would break the queries that read them. In SQL. */
const meaningful: Readonly<Record<string, string>> = {
  'events.data': `(data::jsonb || '{"amount": 1, "status": "other"}')::json`,
  'orders.splits': `jsonb_set(splits, '{0,amount}', to_jsonb((splits #>> '{0,amount}')::bigint + 1))`,
  'orders.capture': `case when capture is null then 'manual' end`,
  'settlement_schedules.local_time': `'05:00'`,
  'settlement_settings.time_zone': `'Asia/Tokyo'`,
  'members.role': `'finance'`,
  'bank_accounts.iban': `'GB82WEST12345698765432'`,
};

/** In SQL. A currency is one of three letters, and a hash of 32 bytes. */
export function valuesFor({ table, column, type, values }: Column): string[] {
  const own = `"${column}"`;
  const known = meaningful[`${table}.${column}`];
  if (known !== undefined) return [known];
  if (values.length > 0) return values.map((value) => `'${value}'`);
  const another = `(select y.${own} from ${table} y where y.${own}::text <> x.${own}::text order by y.${own} limit 1)`;
  return [madeUp(column, type), another];
}

function madeUp(column: string, type: string): string {
  const own = `"${column}"`;
  if (column.endsWith('currency')) return `'JPY'`;
  if (type.endsWith('[]')) return `coalesce(${own}, '{}') || 1::${type.slice(0, -2)}`;
  if (type.startsWith('timestamp')) return `coalesce(${own}, now()) + interval '1 day'`;
  switch (type) {
    case 'text':
      return `coalesce(${own}, '') || 'x'`;
    case 'boolean':
      return `not coalesce(${own}, false)`;
    case 'bytea':
      return `decode(repeat('07', 32), 'hex')`;
    case 'uuid':
      return 'gen_random_uuid()';
    case 'date':
      return `coalesce(${own}, '2031-03-01') + 1`;
    case 'json':
    case 'jsonb':
      return `'{}'::${type}`;
    default:
      return `coalesce(${own}, 0) + 1`;
  }
}

/**
 * Which rows are changed first: those that the service wrote, and that something depends on; otherwise the oldest. A row that
 * was updated may be anywhere in its table.
 */
const firstBy: Readonly<Record<string, string>> = {
  accounts: 'balance = 0, id',
  holders: `kind = 'service', id`,
  links: `name <> 'Joined', id`,
  payment_attempts: '(select position from payments p where p.holder_id = x.holder_id and p.id = x.payment_id), number',
  ...Object.fromEntries(
    [
      'api_keys',
      'cash_handovers',
      'debt_settlements',
      'disputes',
      'invitations',
      'order_refunds',
      'payments',
      'payouts',
      'refunds',
      'top_ups',
    ].map((table) => [table, 'position']),
  ),
  ...Object.fromEntries(['orders', 'settlements', 'statement_lines'].map((table) => [table, 'id'])),
};
const orderOf = (table: string): string => firstBy[table] ?? 'ctid';

/** One row, which has a value there if any does. Changes none where there is no such value. */
export const changeOf = ({ table, column }: Column, value: string): string => `
  update ${table} x set "${column}" = ${value} where ctid = (
    select ctid from ${table} x where (${value})::text <> coalesce("${column}"::text, '') order by "${column}" is null, ${orderOf(table)} limit 1)`;

/** @param key the column by which the copy differs. */
export function copyOf(table: string, columns: readonly Column[], key: string): string {
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  const { column, type } = columns.find((one) => one.column === key) as Column;
  const fresh = type === 'text' ? `"${column}" || 'x'` : `"${column}" + 1000000`;
  const other = `jsonb_populate_record(x, jsonb_build_object('${column}', ${fresh}))`;
  return `
    insert into ${table} (${names}) select ${names} from (
      select (${other}).* from ${table} x order by ${orderOf(table)} limit 1) y`;
}

export const removalOf = (table: string): string =>
  `delete from ${table} where ctid = (select ctid from ${table} x order by ${orderOf(table)} limit 1)`;
