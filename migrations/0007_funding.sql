-- Where money comes from: attempts that may take their time, what goes back, and orders paid at the checkout.

alter table payments
  -- The order this payment pays; its holder is the company then, and the money arrives in clearing.
  add column order_id bigint,
  -- The service's fee taken at capture, minor units; returned in proportion by refunds.
  add column fee bigint not null default 0 check (fee >= 0 and fee <= amount),
  -- Minor units gone back, or on their way back.
  add column refunded_amount bigint not null default 0 check (refunded_amount >= 0 and refunded_amount <= amount),
  -- SHA-256 of the browser that paid or cancelled: the only one that is led back.
  add column ended_by bytea check (octet_length(ended_by) = 32),
  add constraint payments_order foreign key (holder_id, order_id) references orders (holder_id, id);
create index payments_of_order on payments (holder_id, order_id) where order_id is not null;
create index payments_open on payments (expires_at) where status = 'created';

alter table payment_attempts
  drop constraint payment_attempts_status_check,
  -- Ours, and the provider's key: whatever is sent twice happens there once.
  add column id text collate "C",
  add column provider text not null default 'wallet' check (provider in ('wallet', 'simulator', 'stripe')),
  add column provider_ref text,
  -- Where the customer goes to finish it, when the provider asks for that.
  add column continue_url text,
  add column payer_name text,
  add column payer_email text,
  add column browser bytea check (octet_length(browser) = 32),
  add column updated_at timestamptz,
  -- When the sweep asks the provider what became of it.
  add column due_at timestamptz,
  add constraint payment_attempts_status_check
    check (status in ('processing', 'succeeded', 'declined', 'returned')),
  add constraint payment_attempts_due check ((status = 'processing') = (due_at is not null));
create unique index payment_attempts_id on payment_attempts (holder_id, id) where id is not null;
create index payment_attempts_due on payment_attempts (due_at) where status = 'processing';
-- A payment has at most one attempt under way.
create unique index payment_attempts_one_processing on payment_attempts (holder_id, payment_id) where status = 'processing';

create table refunds (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  payment_id text collate "C" not null,
  refund_ref text collate "C" not null check (char_length(refund_ref) between 1 and 255),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- The part of the service's fee that went back to the holder with it, minor units.
  fee_returned bigint not null default 0 check (fee_returned >= 0 and fee_returned <= amount),
  reason text,
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  due_at timestamptz,
  primary key (holder_id, id),
  constraint refunds_ref unique (holder_id, payment_id, refund_ref),
  foreign key (holder_id, payment_id) references payments (holder_id, id),
  check ((status = 'pending') = (due_at is not null))
);
create index refunds_due on refunds (due_at) where status = 'pending';

-- The outside world of test mode: what the built-in simulator knows of its charges.
create table simulator_charges (
  -- Our attempt.
  id text collate "C" primary key,
  status text not null check (status in ('open', 'succeeded', 'declined', 'closed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  card_last_four text,
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  -- When a pending charge completes by itself.
  completes_at timestamptz,
  created_at timestamptz not null default now()
);

-- An order paid at the checkout may name no address to return to.
alter table payments alter column return_url drop not null;
