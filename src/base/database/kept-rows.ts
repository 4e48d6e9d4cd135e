/**
 * Rows that decide where money goes, and who may: whoever writes one says so with `keepRow`, in the same transaction, and
 * `row_versions` gets what the row now is. Versions are only inserted and read. Verification compares each row with its last
 * version (docs/ledger.md, "What verify proves" 15).
 *
 * A fact may be added: versions from before are compared without it. A table may be added together with a migration that
 * writes the first version of each row that is there. Personal data is kept only as a hash with a salt that is erased with it.
 */
import { type RawBuilder, sql } from 'kysely';
import { command } from './statement.ts';
import type { Tx } from './transaction.ts';

const hashOf = (...columns: string[]) =>
  `encode(sha256(convert_to(jsonb_build_array(${columns.join(', ')})::text, 'UTF8')), 'hex')`;

/** Written alike in every session's time zone. */
const time = (column: string) => `${column} at time zone 'UTC'`;

type Kept = { key: readonly string[]; facts: Readonly<Record<string, string>> };

const columns = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

/** The key's columns, and the facts, in SQL. */
export const keptRows = Object.freeze({
  api_keys: {
    key: ['client_id'],
    facts: {
      ...columns('holder_id', 'mode'),
      secret_digest: hashOf(`encode(secret_hash, 'hex')`),
      expires_at: time('expires_at'),
      revoked_at: time('revoked_at'),
    },
  },
  bank_accounts: {
    key: ['holder_id', 'id'],
    facts: {
      ...columns('status', 'currency', 'country', 'added_by', 'payee_check'),
      created_at: time('created_at'),
      ended_at: time('ended_at'),
      digest: hashOf('salt', 'account_name', 'iban', 'account_number', 'bank_code'),
      address_digest: hashOf('salt', 'street', 'building_number', 'post_code', 'town', 'address_country'),
      payee_digest: hashOf('salt', 'payee_known_as'),
    },
  },
  bank_details: {
    key: ['currency'],
    facts: columns(
      ...['account_holder', 'iban', 'bic', 'bank_name', 'other', 'account_number', 'bank_code', 'town', 'country'],
    ),
  },
  cash_references: { key: ['holder_id', 'mode', 'currency', 'link_id'], facts: columns('reference') },
  cash_settings: { key: ['holder_id', 'mode'], facts: columns('is_tracked', 'limits', 'days_max', 'refuses') },
  companies: { key: ['holder_id'], facts: columns('require_exact_splits') },
  four_eyes: {
    key: ['holder_id'],
    facts: { ...columns('is_on', 'off_requested_by'), off_requested_at: time('off_requested_at') },
  },
  holders: {
    key: ['id'],
    facts: { ...columns('kind', 'status', 'suspended_from', 'closed_from'), closed_at: time('closed_at') },
  },
  links: {
    key: ['company_id', 'id'],
    facts: { ...columns('holder_id', 'type', 'status', 'serves_live', 'is_test_payee'), ended_at: time('ended_at') },
  },
  members: { key: ['holder_id', 'person_id'], facts: columns('role') },
  payout_rules: { key: ['currency'], facts: columns('minimum', 'fee', 'daily_limit') },
  payout_schedules: {
    key: ['holder_id', 'id'],
    facts: columns(
      ...['mode', 'owner_holder_id', 'account_kind', 'link_id', 'currency', 'every', 'day', 'time_zone'],
      ...['minimum', 'keep', 'bank_account_id', 'set_by'],
    ),
  },
  settlement_schedules: { key: ['company_id', 'mode', 'currency'], facts: columns('every', 'days', 'local_time') },
  settlement_settings: {
    key: ['company_id', 'mode'],
    facts: columns('time_zone', 'hold_seconds', 'settle_only_paid', 'paused'),
  },
  statement_months: {
    key: ['id'],
    facts: {
      ...columns('mode', 'source', 'month', 'closed_by', 'reopened_by', 'reason'),
      closed_at: time('closed_at'),
      reopened_at: time('reopened_at'),
    },
  },
  write_off_limits: { key: ['holder_id', 'currency'], facts: columns('amount') },
} as const satisfies Record<string, Kept>);

export type KeptTable = keyof typeof keptRows;

/** A row's key and facts as they are now: (row_key, facts). */
export function factsOfRows(table: KeptTable, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const { key, facts }: Kept = keptRows[table];
  const pairs = Object.entries(facts).map(([name, value]) => `'${name}', ${value}`);
  return sql`select ${sql.raw(key.map((column) => `x.${column}::text`).join(` || '/' || `))} as row_key,
    jsonb_build_object(${sql.raw(pairs.join(', '))}) as facts from ${rows} x`;
}

type Key<Table extends KeptTable> = Record<(typeof keptRows)[Table]['key'][number], string | bigint>;

/** Records what the row is after a change; of a row that was deleted, that it is gone. */
export async function keepRow<Table extends KeptTable>(tx: Tx, table: Table, key: Key<Table>): Promise<void> {
  const names: readonly string[] = keptRows[table].key;
  const values = names.map((name) => (key as Record<string, string | bigint>)[name]);
  const found = sql.join(
    names.map((name, place) => sql`${sql.ref(`x.${name}`)} = ${values[place]}`),
    sql` and `,
  );
  await command`
    insert into row_versions (table_name, row_key, facts)
    select ${table}, ${values.join('/')}, (
      select facts from (${factsOfRows(table, sql`(select * from ${sql.table(table)} x where ${found})`)}) now)`.execute(
    tx,
  );
}
