/**
 * What the events of each kind say of their row, in SQL: `x` is the row, `e` an event, `l` the last one about the row. A
 * fact that events do not carry, or that changes without one, is not here: other checks compare it.
 */
import { type RawBuilder, sql } from 'kysely';
import type { EventsAbout, Scope } from './check.ts';
import {
  amount,
  byCurrency,
  capturedShares,
  captureFacts,
  type Fact,
  flag,
  id,
  inMinorUnits,
  isCaptured,
  splits,
  text,
  time,
} from './published-facts.ts';

export type PublishedRow = {
  /** The kind of row in the check's name, and in its findings. */
  title: string;
  name: string;
  rows: (scope: Scope) => RawBuilder<unknown>;
  /** The column of the rows with the holder in whose book the events are. */
  holder: 'holder_id' | 'company_id';
  events: EventsAbout;
  /** The birth first, if it is published. */
  types: readonly string[];
  /** The types are in the order in which they can follow each other. */
  onward: boolean;
  /** The row's id in an event, as text. */
  key: string;
  /** Type of the row's id, for its index. */
  idType: 'bigint' | 'text';
  of?: string;
  facts: readonly Fact[];
};

const list = (object: string, ...ends: readonly string[]) => ends.map((end) => `${object}.${end}`);

const booked = [text('mode'), text('currency'), amount('amount')];

/** Refunds of a payment change its state with events of their own, and a payment that is being paid is published as open. */
const paymentStatus = (of: string) =>
  `case ${of} when 'processing' then 'created' when 'partially_refunded' then 'succeeded' when 'refunded' then 'succeeded' else ${of} end`;

const orders: PublishedRow = {
  title: 'Orders',
  name: 'order',
  rows: (scope) => scope.rows('orders'),
  holder: 'holder_id',
  events: 'orders',
  types: [
    ...list(
      'order',
      'created',
      'authorized',
      'reopened',
      'paid',
      'cancelled',
      'partially_refunded',
      'refunded',
      'settled',
      'deferred',
      'held',
    ),
    ...list('order', 'released', 'partially_reversed', 'reversed', 'voided', 'restored'),
    ...list('shadow_order', 'named', 'paid_outside', 'claimed'),
    'split.assigned',
  ],
  onward: false,
  key: 'e.subject_id',
  idType: 'bigint',
  facts: [
    text('mode'),
    text('currency'),
    text('partner_order_ref'),
    text('payment_source', 'payment_method'),
    text('payment_status'),
    text('settlement_status'),
    text('hold_reason'),
    flag('is_shadow'),
    text('shadow_merchant_ref'),
    text('shadow_merchant_name'),
    amount('total_amount', 'order_amount'),
    splits,
    isCaptured('capture', 'x.capture is not null', 'order_id'),
    ...captureFacts,
    capturedShares,
    time('created_at'),
    time('paid_at'),
    ['settlement_id', 'x.settlement_id', `(l.data -> 'settlement' ->> 'settlement_id')::bigint`, 'settlement'],
    [
      'settled_at',
      `date_trunc('milliseconds', x.settled_at)`,
      `(l.data -> 'settlement' ->> 'settled_at')::timestamptz`,
      'settlement',
    ],
  ],
};

/** One that waited for funds is pending again without an event. */
const openStatus = (of: string) => `case ${of} when 'awaiting_funds' then 'pending' else ${of} end`;

const orderRefunds: PublishedRow = {
  title: 'Refunds of orders',
  name: 'refund',
  rows: (scope) => scope.rows('order_refunds'),
  holder: 'holder_id',
  events: 'orders',
  types: [
    ...list('order_refund', 'created', 'deferred', 'succeeded', 'failed'),
    ...list('order_reversal', 'succeeded', 'failed'),
    ...list('restitution', 'deferred', 'paid'),
  ],
  onward: false,
  key: `e.data ->> 'refund_id'`,
  idType: 'text',
  facts: [
    text('currency'),
    amount('amount'),
    id('order_id'),
    text('refund_ref'),
    ['kind', 'x.kind', `coalesce(l.data ->> 'kind', 'refund')`, 'kind'],
    ['status', openStatus('x.status'), openStatus(`(l.data ->> 'status')`), 'status'],
    text('failure'),
    text('restitution'),
    time('created_at'),
  ],
};

const payments: PublishedRow = {
  title: 'Payments',
  name: 'payment',
  rows: (scope) => scope.rows('payments'),
  holder: 'holder_id',
  events: 'payments',
  types: [
    ...list('payment', 'created', 'authorized', 'paid', 'declined', 'cancelled', 'expired'),
    ...list('capture', 'requested', 'refused'),
    ...list('chargeback', 'created', 'reversed'),
  ],
  onward: false,
  key: 'e.subject_id',
  idType: 'text',
  facts: [
    ['status', paymentStatus('x.status'), paymentStatus(`(l.data ->> 'status')`), 'status'],
    text('currency'),
    amount('amount'),
    isCaptured('manual_capture', 'x.manual_capture', 'token'),
    ...captureFacts,
    [
      'capture_amount',
      'x.capture_amount::numeric',
      inMinorUnits(`l.data -> 'capture' ->> 'requested_amount'`),
      'capture',
    ],
    text('trx_id'),
    time('created_at'),
    time('paid_at'),
  ],
};

const refunds: PublishedRow = {
  title: 'Refunds of payments',
  name: 'refund',
  rows: (scope) => scope.rows('refunds'),
  holder: 'holder_id',
  events: 'payments',
  types: list('refund', 'created', 'succeeded', 'failed'),
  onward: false,
  key: `e.data ->> 'refund_id'`,
  idType: 'text',
  facts: [
    text('status'),
    text('currency'),
    amount('amount'),
    text('payment_id', 'token'),
    text('refund_ref'),
    time('created_at'),
  ],
};

const payouts: PublishedRow = {
  title: 'Payouts',
  name: 'payout',
  rows: (scope) => scope.rows('payouts'),
  holder: 'holder_id',
  events: 'others',
  types: list('payout', 'requested', 'approved', 'sent', 'completed', 'cancelled', 'rejected', 'failed'),
  onward: true,
  key: 'e.subject_id',
  idType: 'text',
  facts: [
    ...booked,
    text('status'),
    text('account_kind', 'account'),
    id('link_id', 'beneficiary_ref'),
    amount('fee'),
    text('bank_account_id'),
    text('schedule_id'),
    time('created_at'),
    time('approved_at'),
    time('sent_at'),
    time('ended_at'),
  ],
};

const topUps: PublishedRow = {
  title: 'Top-ups',
  name: 'top_up',
  rows: (scope) => scope.rows('top_ups'),
  holder: 'holder_id',
  events: 'others',
  types: list('top_up', 'expired', 'cancelled', 'refused', 'succeeded', 'reversed'),
  onward: true,
  key: 'e.subject_id',
  idType: 'text',
  facts: [
    ...booked,
    text('status'),
    text('reference'),
    id('link_id', 'beneficiary_ref'),
    amount('requested_amount'),
    time('created_at'),
    time('succeeded_at'),
    time('ended_at'),
    ['reversed_amount', 'x.reversed_amount::numeric', inMinorUnits(`l.data -> 'reversal' ->> 'amount'`), 'reversal'],
    [
      'reversed_covered',
      '(x.reversed_amount - x.reversed_covered)::numeric',
      inMinorUnits(`l.data -> 'reversal' ->> 'owed_amount'`),
      'reversal',
    ],
    ['reversal_reason', 'x.reversal_reason', `l.data -> 'reversal' ->> 'reason'`, 'reversal'],
    [
      'reversed_at',
      `date_trunc('milliseconds', x.reversed_at)`,
      `(l.data -> 'reversal' ->> 'reversed_at')::timestamptz`,
      'reversal',
    ],
  ],
};

const commission: PublishedRow = {
  title: 'Movements of commission',
  name: 'transfer',
  rows: (scope) => scope.rows('commission_transfers'),
  holder: 'holder_id',
  events: 'others',
  types: ['transfer.succeeded'],
  onward: true,
  key: 'e.subject_id',
  idType: 'text',
  facts: [...booked, time('created_at')],
};

const settlements: PublishedRow = {
  title: 'Settlements',
  name: 'settlement',
  rows: () => sql.table('settlements'),
  holder: 'holder_id',
  events: 'others',
  types: ['settlement.completed'],
  onward: true,
  key: 'e.subject_id',
  idType: 'bigint',
  facts: [
    text('mode'),
    text('status'),
    text('trigger'),
    text('currency'),
    id('orders_settled'),
    id('orders_awaiting_funds'),
    id('orders_on_hold'),
    byCurrency('credited'),
    byCurrency('recorded'),
    time('started_at'),
    time('finished_at'),
  ],
};

/** Published in the log of each mode that they serve, and every one serves test mode. */
const inTestMode = `e.mode = 'test'`;
const modes: Fact = [
  'serves_live',
  'x.serves_live',
  `exists (select from jsonb_array_elements_text(l.data -> 'modes') m where m = 'live')`,
  'modes',
];

const invitations: PublishedRow = {
  title: 'Invitations',
  name: 'invitation',
  rows: () => sql.table('invitations'),
  holder: 'company_id',
  events: 'others',
  types: list('invitation', 'accepted', 'declined', 'revoked', 'expired'),
  onward: true,
  key: 'e.subject_id',
  idType: 'text',
  of: inTestMode,
  facts: [
    text('status'),
    text('type'),
    id('link_id', 'beneficiary_ref'),
    modes,
    time('created_at'),
    time('decided_at'),
  ],
};

const links: PublishedRow = {
  title: 'Links',
  name: 'link',
  rows: () => sql.table('links'),
  holder: 'company_id',
  events: 'others',
  types: list('link', 'created', 'widened', 'ended'),
  onward: true,
  key: 'e.subject_id',
  idType: 'bigint',
  of: inTestMode,
  facts: [text('status'), text('type'), modes, time('created_at'), time('ended_at')],
};

export const publishedRows: readonly PublishedRow[] = [
  orders,
  orderRefunds,
  payments,
  refunds,
  payouts,
  topUps,
  commission,
  settlements,
  invitations,
  links,
];
