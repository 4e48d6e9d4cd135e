-- Payments that are authorized first and captured later, in full or in part.
alter table payments
  -- Whether the shop captures it; otherwise it is captured as it is paid.
  add column manual_capture boolean not null default false,
  -- Until when the provider holds the money for it; kept from its authorization.
  add column capturable_until timestamptz,
  -- What the provider is asked to capture, set before it is asked; and of an order's payment the share of each split.
  add column capture_amount bigint,
  add column capture_shares bigint[],
  -- What was captured; null for a payment that is captured as it is paid.
  add column captured_amount bigint,
  drop constraint payments_status_check,
  drop constraint payments_check1,
  drop constraint payments_check2,
  drop constraint payments_fee_of_rule,
  add constraint payments_status_check check (status in ('created', 'processing', 'authorized', 'succeeded', 'partially_refunded', 'refunded', 'cancelled', 'expired')) not valid,
  add constraint payments_check1 check (fee between 0 and coalesce(captured_amount, amount)) not valid,
  add constraint payments_check2 check (refunded_amount between 0 and coalesce(captured_amount, amount)) not valid,
  add constraint payments_fee_of_rule check (priced_at is null or fee::numeric = case
    when paid_at is null then 0
    else least(coalesce(captured_amount, amount)::numeric,
      div(coalesce(captured_amount, amount)::numeric * fee_basis_points + 5000, 10000) + fee_fixed) end) not valid,
  add constraint payments_authorized check (status <> 'authorized'
    or (manual_capture and trx_id is not null and payer_name is not null and capturable_until is not null and paid_at is null)) not valid,
  add constraint payments_captured check ((captured_amount is not null) = (manual_capture and paid_at is not null)
    and captured_amount between 1 and amount) not valid,
  add constraint payments_capture_asked check (capture_amount between 1 and amount
    and (capture_amount is null or capturable_until is not null)
    and (capture_shares is null or capture_amount is not null)) not valid;
alter table payments validate constraint payments_status_check;
alter table payments validate constraint payments_check1;
alter table payments validate constraint payments_check2;
alter table payments validate constraint payments_fee_of_rule;
alter table payments validate constraint payments_authorized;
alter table payments validate constraint payments_captured;
alter table payments validate constraint payments_capture_asked;

-- The sums of a shop's days are read from the index alone.
drop index payments_paid;
create index payments_paid on payments (holder_id, mode, paid_at) include (currency, amount, captured_amount, fee)
  where paid_at is not null;

-- An authorized attempt holds the customer's money: it is due when its authorization ends, or while a capture of it is under way.
alter table payment_attempts
  drop constraint payment_attempts_status_check,
  drop constraint payment_attempts_due,
  add constraint payment_attempts_status_check check (status in ('processing', 'authorized', 'succeeded', 'declined', 'returned')) not valid,
  add constraint payment_attempts_due check ((status in ('processing', 'authorized')) = (due_at is not null)) not valid;
alter table payment_attempts validate constraint payment_attempts_status_check;
alter table payment_attempts validate constraint payment_attempts_due;
drop index payment_attempts_due;
create index payment_attempts_due on payment_attempts (due_at) where status in ('processing', 'authorized');
drop index payment_attempts_one_processing;
create unique index payment_attempts_one_processing on payment_attempts (holder_id, payment_id)
  where status in ('processing', 'authorized');

alter table orders
  add column capture text collate "C" constraint orders_capture check (capture is null or (capture = 'manual' and payment_source = 'service')),
  add column capturable_until timestamptz,
  -- What was captured of total_amount; null for an order that is not captured by the company, or not yet.
  add column captured_amount bigint,
  -- Of each split, how much less than its amount was captured for it; below 0 how much more. Empty when all are 0.
  add column uncaptured bigint[] not null default '{}',
  drop constraint orders_payment_status_check,
  drop constraint orders_check,
  drop constraint orders_fee,
  drop constraint orders_reversal_amount,
  add constraint orders_payment_status_check check (payment_status in ('pending', 'authorized', 'paid', 'partially_refunded', 'refunded', 'cancelled')) not valid,
  add constraint orders_check check (refunded_amount between 0 and coalesce(captured_amount, total_amount)) not valid,
  add constraint orders_fee check (fee between 0 and coalesce(captured_amount, total_amount) and (fee = 0 or payment_source = 'service')) not valid,
  add constraint orders_reversal_amount check (reversal_amount between 0 and least(charged_back_amount, coalesce(captured_amount, total_amount) - refunded_amount)) not valid,
  add constraint orders_authorized check (payment_status <> 'authorized' or (capture is not null and capturable_until is not null and paid_at is null)) not valid,
  add constraint orders_captured check ((captured_amount is not null) = (capture is not null and paid_at is not null)
    and captured_amount between 1 and total_amount and (captured_amount is not null or uncaptured = '{}')) not valid;
alter table orders validate constraint orders_payment_status_check;
alter table orders validate constraint orders_check;
alter table orders validate constraint orders_fee;
alter table orders validate constraint orders_reversal_amount;
alter table orders validate constraint orders_authorized;
alter table orders validate constraint orders_captured;

-- `captured_at`: when the money of a charge that was only authorized was taken.
alter table simulator_charges
  add column manual_capture boolean not null default false,
  add column capturable_until timestamptz,
  add column captured_amount bigint constraint simulator_charges_captured check (captured_amount between 1 and amount),
  add column captured_at timestamptz,
  drop constraint simulator_charges_status_check,
  add constraint simulator_charges_status_check check (status in ('open', 'authorized', 'succeeded', 'declined', 'closed')) not valid;
alter table simulator_charges validate constraint simulator_charges_status_check;
