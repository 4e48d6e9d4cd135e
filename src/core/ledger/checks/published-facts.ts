/** How a row's value and what an event carries of it are compared, in SQL: `x` is the row, `l` its last event. */
import { codesWith } from '../../../base/money/currency.ts';

/** A fact's name, the row's value, the event's, and the field of the event that carries it. */
export type Fact = readonly [name: string, stored: string, published: string, field: string];

const quoted = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ');
const unitOf = (currency: string) =>
  `(case when ${currency} in (${quoted(codesWith(0))}) then 1 when ${currency} in (${quoted(codesWith(3))}) then 1000 else 100 end)`;
const unit = unitOf('x.currency');

export const text = (name: string, field = name): Fact => [name, `x.${name}`, `l.data ->> '${field}'`, field];
export const id = (name: string, field = name): Fact => [name, `x.${name}`, `(l.data ->> '${field}')::bigint`, field];
export const flag = (name: string, field = name): Fact => [
  name,
  `x.${name}`,
  `(l.data ->> '${field}')::boolean`,
  field,
];
/** Converts a decimal, as the interfaces write it, to minor units. */
export const inMinorUnits = (decimal: string): string => `trim_scale((${decimal})::numeric * ${unit})`;

export const amount = (name: string, field = name): Fact => [
  name,
  `x.${name}::numeric`,
  inMinorUnits(`l.data ->> '${field}'`),
  field,
];
/** Events write milliseconds; a column that the database fills has microseconds. */
export const time = (name: string, field = name): Fact => [
  name,
  `date_trunc('milliseconds', x.${name})`,
  `(l.data ->> '${field}')::timestamptz`,
  field,
];

const sharesOf = (list: string, type: string, ref: string, minor: string) => `(
  select string_agg(s.split ->> '${type}' || ':' || coalesce(s.split ->> '${ref}', '-') || ':' || trim_scale((s.split ->> 'amount')::numeric${minor}), ', ' order by s.n)
  from ${list} with ordinality as s (split, n))`;
export const splits: Fact = [
  'splits',
  sharesOf('jsonb_array_elements(x.splits)', 'type', 'ref', ''),
  sharesOf(`jsonb_array_elements(l.data -> 'splits')`, 'beneficiary_type', 'beneficiary_ref', ` * ${unit}`),
  'splits',
];

/** What a settlement credited or recorded in each currency, in minor units. */
export const byCurrency = (name: 'credited' | 'recorded'): Fact => [
  name,
  `x.${name}`,
  `(select coalesce(jsonb_object_agg(c ->> 'currency', trim_scale((c ->> 'amount')::numeric * ${unitOf(`c ->> 'currency'`)})::text), '{}')
    from jsonb_array_elements(l.data -> '${name}') c)`,
  name,
];

/** Whether the row is of those that are captured later, which events say by having `capture` at all. `always`: a field of every event. */
export const isCaptured = (name: string, stored: string, always: string): Fact => [
  name,
  stored,
  `(l.data -> 'capture' is not null)`,
  always,
];

/** What is captured of an order's splits. */
export const capturedShares: Fact = [
  'uncaptured',
  `case when x.captured_amount is not null then (
    select string_agg(((s.split ->> 'amount')::bigint - coalesce(x.uncaptured[s.n], 0))::text, ', ' order by s.n)
    from jsonb_array_elements(x.splits) with ordinality as s (split, n)) end`,
  `(select string_agg(trim_scale((s.split ->> 'amount')::numeric * ${unit})::text, ', ' order by s.n)
    from jsonb_array_elements(case jsonb_typeof(l.data -> 'capture' -> 'splits')
      when 'array' then l.data -> 'capture' -> 'splits' end) with ordinality as s (split, n))`,
  'capture',
];

/** Facts of a capture, in the same object of each event. */
export const captureFacts: readonly Fact[] = [
  [
    'captured_amount',
    'x.captured_amount::numeric',
    inMinorUnits(`l.data -> 'capture' ->> 'captured_amount'`),
    'capture',
  ],
  [
    'capturable_until',
    `date_trunc('milliseconds', x.capturable_until)`,
    `(l.data -> 'capture' ->> 'capturable_until')::timestamptz`,
    'capture',
  ],
];
