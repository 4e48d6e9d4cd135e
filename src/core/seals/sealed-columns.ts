/**
 * What is sealed of each table: the columns that never change once a row is committed. A column that may change is not
 * listed; what it holds is derived by the checks of `sluice verify`. Changing a list changes what old seals hash to: a
 * new column may only be added together with a new form of seals. Pure.
 */

/**
 * How a column's value is written: as `to_jsonb` writes it, a time in UTC to the microsecond, bytes in hexadecimal, or
 * by an SQL expression.
 */
type Form = 'plain' | 'time' | 'hex' | { sql: string };

type SealedTable = {
  /** The number by which rows are taken in order: drawn from the sequence by the transaction that inserts the row. */
  key: string;
  sequence: string;
  /** The column that names a row to people, where the key does not. */
  label?: string;
  columns: Readonly<Record<string, Form>>;
  /** SQL of what is erased with a person; each is sealed as a hash with a salt of its own. Null: there is nothing. */
  personal?: readonly string[];
  /** Rows are deleted when they are old: by which time. */
  agesBy?: string;
  /** A condition that every row satisfies, so that an index finds a range of numbers. */
  found?: string;
  /** A number below which rows may still change what is sealed of them. */
  openFrom?: string;
};

/** Splits without the links that they are given later. */
const splits = {
  sql: `(select jsonb_agg(s.split - 'ref' order by s.place) from jsonb_array_elements(t.splits) with ordinality as s (split, place))`,
};

/** A file may not say which way money went: whoever says it later turns the sign. */
const amountAsImported = { sql: 'case when t.sign_turned then -t.amount else t.amount end' };

/** The field of an event that is replaced when a person is erased. */
const payerOrEmail = `case t.subject_kind when 'payment' then 'payer' when 'invitation' then 'email' end`;

const order = ['holder_id', 'id', 'mode'] as const;
const plain = <const Name extends string>(...names: readonly Name[]): Record<Name, 'plain'> =>
  Object.fromEntries(names.map((name) => [name, 'plain'])) as Record<Name, 'plain'>;

const sealedTables = {
  transfers: {
    key: 'id',
    sequence: 'transfers_id_seq',
    columns: {
      ...plain(...order, 'currency', 'from_account_id', 'to_account_id', 'amount', 'code', 'line', 'settlement_id'),
      ...plain('reverses_id', 'subject_kind', 'subject_id'),
      created_at: 'time',
    },
  },
  events: {
    key: 'appended',
    sequence: 'events_appended_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'type', 'position', 'subject_kind', 'subject_id', 'appended', 'transfer_id', 'request_id'),
      created_at: 'time',
      data: { sql: `(t.data::jsonb - coalesce(${payerOrEmail}, ''))` },
    },
    personal: [`nullif(t.data::jsonb -> (${payerOrEmail}), 'null')`],
    agesBy: 'created_at',
    openFrom: 'select min(appended) from events where position is null',
  },
  audit_log: {
    key: 'id',
    sequence: 'audit_log_id_seq',
    columns: {
      ...plain('id', 'actor_kind', 'actor_id', 'role', 'request_id', 'holder_id', 'mode', 'action', 'object_kind'),
      ...plain('object_id'),
      at: 'time',
    },
    personal: [
      // From where it was done; and the facts.
      `case when num_nonnulls(t.address, t.session_id, t.after -> 'browser') > 0
        then jsonb_build_array(t.address, t.session_id, t.after -> 'browser') end`,
      `case when num_nonnulls(t.before, t.after) > 0 then jsonb_build_array(t.before, t.after - 'browser') end`,
    ],
    agesBy: 'at',
  },
  statement_imports: {
    key: 'id',
    sequence: 'statement_imports_id_seq',
    columns: {
      ...plain('id', 'mode', 'source', 'account', 'file_name'),
      file_hash: 'hex',
      imported_at: 'time',
    },
  },
  statement_lines: {
    key: 'id',
    sequence: 'statement_lines_id_seq',
    columns: {
      ...plain('id', 'import_id', 'mode', 'source', 'line_number', 'booked_on', 'currency', 'reference'),
      amount: amountAsImported,
      line_hash: 'hex',
    },
  },
  orders: {
    key: 'id',
    sequence: 'orders_id_seq',
    columns: {
      ...plain(...order, 'partner_order_ref', 'idempotency_key', 'payment_source', 'total_amount', 'currency'),
      ...plain(
        'is_shadow',
        'shadow_merchant_name',
        'return_url',
        'cancel_url',
        'webhook_url',
        'warnings',
        'attempt_id',
      ),
      splits,
      created_at: 'time',
    },
    found: 't.holder_id in (select c.holder_id from companies c)',
  },
  order_refunds: {
    key: 'position',
    sequence: 'order_refunds_position_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'order_id', 'amount', 'currency', 'taken', 'counted', 'before_settlement'),
      ...plain('kind', 'refund_ref', 'reason', 'position'),
      request_hash: 'hex',
      created_at: 'time',
    },
  },
  payments: {
    key: 'position',
    sequence: 'payments_position_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'base', 'amount', 'currency', 'return_url', 'cancel_url', 'custom', 'webhook_url', 'order_id'),
      ...plain('description', 'position', 'fee_rules'),
      created_at: 'time',
      expires_at: 'time',
      priced_at: 'time',
    },
  },
  refunds: {
    key: 'position',
    sequence: 'refunds_position_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'payment_id', 'refund_ref', 'amount', 'currency', 'fee_returned', 'reason', 'position'),
      created_at: 'time',
    },
  },
  payouts: {
    key: 'position',
    sequence: 'payouts_position_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'owner_holder_id', 'account_kind', 'link_id', 'amount', 'fee', 'currency', 'bank_account_id'),
      ...plain('requested_by', 'position'),
      created_at: 'time',
    },
  },
  top_ups: {
    key: 'position',
    sequence: 'top_ups_position_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'account_kind', 'source', 'currency', 'requested_by', 'reference', 'position'),
      created_at: 'time',
    },
  },
  disputes: {
    key: 'position',
    sequence: 'disputes_position_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'payment_id', 'amount', 'currency', 'position'),
      created_at: 'time',
    },
  },
  settlements: {
    key: 'id',
    sequence: 'settlements_id_seq',
    columns: {
      ...plain(...order, 'trigger', 'currency'),
      started_at: 'time',
    },
  },
  debt_settlements: {
    key: 'position',
    sequence: 'debt_settlements_position_seq',
    label: 'id',
    columns: {
      ...plain(...order, 'currency', 'kind', 'link_id', 'account_kind', 'reason', 'requested_by', 'position'),
      requested_at: 'time',
    },
  },
  invitations: {
    key: 'position',
    sequence: 'invitations_position_seq',
    label: 'id',
    columns: {
      ...plain('company_id', 'id', 'type', 'position'),
      created_at: 'time',
    },
  },
  payment_fee_rules: {
    key: 'id',
    sequence: 'payment_fee_rules_id_seq',
    columns: {
      ...plain('id', 'holder_id', 'method', 'currency', 'basis_points', 'fixed'),
      effective_from: 'time',
      created_at: 'time',
    },
  },
  row_versions: {
    key: 'id',
    sequence: 'row_versions_id_seq',
    columns: {
      ...plain('id', 'table_name', 'row_key', 'facts'),
      written_at: 'time',
    },
  },
} as const satisfies Record<string, SealedTable>;

export type Source = keyof typeof sealedTables;

export const sources = Object.keys(sealedTables) as Source[];

export const isSource = (name: string): name is Source => Object.hasOwn(sealedTables, name);

export const tableOf = (source: Source): SealedTable => sealedTables[source];

/** The SQL of the text that is hashed for a row `t`: a JSON object of its sealed columns. */
export function sealedForm(source: Source): string {
  const pairs = Object.entries(tableOf(source).columns).map(([name, form]) => `'${name}', ${writtenAs(name, form)}`);
  return `jsonb_build_object(${pairs.join(', ')})::text`;
}

function writtenAs(name: string, form: Form): string {
  if (form === 'plain') return `t.${name}`;
  if (form === 'hex') return `encode(t.${name}, 'hex')`;
  if (form === 'time') return `to_char(t.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return form.sql;
}
