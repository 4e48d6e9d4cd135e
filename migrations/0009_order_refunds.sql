-- Refunds of orders: what each takes from whom, and which wait for the clearing wallet.

alter table orders
  -- Minor units given back to the customer, or on their way back.
  add column refunded_amount bigint not null default 0 check (refunded_amount >= 0 and refunded_amount <= total_amount),
  -- Minor units taken from each split by refunds: before settlement it is reduced, afterwards reversed. Empty: nothing.
  add column reduced bigint[] not null default '{}',
  add column reversed bigint[] not null default '{}',
  -- Refunds that are neither succeeded nor failed. While there is one, the order does not settle.
  add column open_refunds integer not null default 0 check (open_refunds >= 0),
  -- Of a shadow order: what each split's party was paid outside the service, and what was claimed to which link.
  add column paid_outside bigint[] not null default '{}',
  add column claimed bigint[] not null default '{}',
  add column claim_link_id bigint,
  add constraint orders_claimed check ((claimed = '{}') = (claim_link_id is null));

create sequence order_refunds_position_seq;
create table order_refunds (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  order_id bigint not null,
  refund_ref text collate "C" not null check (char_length(refund_ref) between 1 and 255),
  status text not null check (status in ('pending', 'awaiting_funds', 'succeeded', 'failed')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- SHA-256 of what was asked: the same refund_ref with another request is a conflict.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Minor units taken from each split; clearing bears the difference to the amount.
  taken bigint[] not null,
  -- Whether the splits were only reduced, because the order had not settled yet.
  before_settlement boolean not null,
  -- The refund of the customer's payment, once it was asked for. Null for what the partner collected itself.
  payment_refund_id text collate "C",
  reason text,
  failure text,
  -- First in, first out: the order in which they came.
  position bigint not null default nextval('order_refunds_position_seq'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (holder_id, id),
  constraint order_refunds_ref unique (holder_id, order_id, refund_ref),
  foreign key (holder_id, order_id) references orders (holder_id, id)
);
create index order_refunds_waiting on order_refunds (holder_id, mode, currency, position) where status = 'awaiting_funds';
create unique index order_refunds_payment_refund on order_refunds (holder_id, payment_refund_id)
  where payment_refund_id is not null;
