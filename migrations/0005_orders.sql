-- Interface B: partner orders with their splits, and what settles them.

create sequence orders_id_seq;
create table orders (
  holder_id bigint not null,
  id bigint not null default nextval('orders_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  partner_order_ref text collate "C" not null check (char_length(partner_order_ref) between 1 and 255),
  idempotency_key text collate "C" check (char_length(idempotency_key) between 1 and 255),
  payment_source text not null check (payment_source in ('service', 'card', 'onlinewallet', 'cod')),
  payment_status text not null default 'pending' check (payment_status in
    ('pending', 'paid', 'partially_refunded', 'refunded', 'cancelled')),
  settlement_status text not null default 'unsettled' check (settlement_status in
    ('unsettled', 'awaiting_funds', 'on_hold', 'settled', 'partially_reversed', 'reversed', 'void')),
  total_amount bigint not null check (total_amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- [{"type": "merchant", "ref": 12 or null, "amount": minor units}]
  splits jsonb not null check (jsonb_typeof(splits) = 'array' and jsonb_array_length(splits) between 1 and 200),
  is_shadow boolean not null default false,
  shadow_merchant_ref text collate "C",
  shadow_merchant_name text,
  return_url text,
  cancel_url text,
  warnings text[] not null default '{}',
  hold_reason text,
  settlement_id bigint,
  -- The request that wrote this row: tells a first answer that was lost from a re-send.
  attempt_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  settled_at timestamptz,
  primary key (holder_id, id),
  constraint orders_ref unique (holder_id, mode, partner_order_ref),
  constraint orders_settled_facts check (
    (settlement_status in ('settled', 'partially_reversed', 'reversed'))
    = (settlement_id is not null and settled_at is not null)),
  constraint orders_hold_reason check ((settlement_status = 'on_hold') = (hold_reason is not null))
) with (fillfactor = 85);
create unique index orders_idempotency_key on orders (holder_id, mode, idempotency_key) where idempotency_key is not null;
-- The queue of each book: an order leaves it when it settles, so its size is what waits, not what was ever recorded.
create index orders_settlement_queue on orders (holder_id, mode, currency, is_shadow, id)
  where settlement_status in ('unsettled', 'awaiting_funds');

create sequence settlements_id_seq;
create table settlements (
  holder_id bigint not null,
  id bigint not null default nextval('settlements_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  status text not null default 'running' check (status in ('running', 'done')),
  trigger text not null check (trigger in ('request', 'command', 'schedule', 'funds')),
  orders_settled integer not null default 0,
  orders_awaiting_funds integer not null default 0,
  orders_on_hold integer not null default 0,
  started_at timestamptz not null,
  -- Moves with every batch; a running settlement whose progress is old was left by a dead process and is resumed.
  progressed_at timestamptz not null,
  finished_at timestamptz,
  primary key (holder_id, id),
  check ((status = 'done') = (finished_at is not null))
);
create unique index settlements_one_running on settlements (holder_id, mode) where status = 'running';
create index settlements_running on settlements (progressed_at) where status = 'running';
