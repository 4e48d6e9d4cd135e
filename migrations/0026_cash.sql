-- Cash on delivery: who collected an order's cash, what they hold of it, and how it leaves their hands.

-- What a link holds is a memo account of its company's book; `cash` offsets it.
alter table accounts
  drop constraint accounts_kind,
  add constraint accounts_kind check (kind in ('clearing', 'commission', 'wallet', 'earnings', 'payouts_pending', 'fees',
    'outside', 'transit', 'advances', 'suspense', 'debt', 'link_debt', 'debts', 'link_cash', 'cash', 'shadow_clearing',
    'shadow_commission', 'shadow_merchant', 'shadow_courier')) not valid,
  drop constraint accounts_named,
  add constraint accounts_named check (
    case kind
      when 'earnings' then link_id is not null and num_nonnulls(source, shadow_ref, shadow_name) = 0
      when 'link_debt' then link_id is not null and num_nonnulls(source, shadow_ref, shadow_name) = 0
      when 'link_cash' then link_id is not null and num_nonnulls(source, shadow_ref, shadow_name) = 0
      when 'outside' then source is not null and num_nonnulls(link_id, shadow_ref, shadow_name) = 0
      when 'shadow_merchant' then num_nonnulls(shadow_ref, shadow_name) <= 1 and num_nonnulls(link_id, source) = 0
      when 'shadow_courier' then num_nonnulls(source, shadow_ref, shadow_name) = 0
      else num_nonnulls(link_id, source, shadow_ref, shadow_name) = 0
    end) not valid;
alter table transfers
  drop constraint transfers_subject_kind,
  add constraint transfers_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'cash_handover', 'statement_booking', 'line_return', 'settlement',
    'invitation', 'link')) not valid;
alter table events
  drop constraint events_subject_kind,
  add constraint events_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'cash_handover', 'statement_booking', 'line_return', 'settlement',
    'invitation', 'link')) not valid;
-- Without holding up who posts.
alter table accounts validate constraint accounts_kind;
alter table accounts validate constraint accounts_named;
alter table transfers validate constraint transfers_subject_kind;
alter table events validate constraint events_subject_kind;

-- How a company follows its customers' cash, by mode. Without a row it does not.
create table cash_settings (
  holder_id bigint not null references companies (holder_id),
  mode text not null check (mode in ('test', 'live')),
  is_tracked boolean not null,
  -- How much cash one link may hold: minor units by currency.
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  -- For how many days a link may hold any.
  days_max integer check (days_max between 1 and 365),
  -- Above a limit, an order is refused; otherwise it is recorded with a warning.
  refuses boolean not null default false,
  primary key (holder_id, mode)
);

create sequence cash_handovers_position_seq;
-- Cash that a link no longer holds: handed over to the company, given back to a customer, or owed from now on. What is handed over
-- counts once both sides have said so.
create table cash_handovers (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  link_id bigint not null,
  kind text collate "C" not null check (kind in ('handed_over', 'returned', 'owed')),
  amount bigint not null check (amount > 0),
  note text check (char_length(note) between 1 and 500),
  -- Which side recorded it: the other one decides.
  recorded_by text collate "C" not null check (recorded_by in ('company', 'link')),
  status text collate "C" not null check (status in ('waiting', 'posted', 'declined', 'withdrawn')),
  created_by text,
  created_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  position bigint not null default nextval('cash_handovers_position_seq'),
  primary key (holder_id, id),
  foreign key (holder_id, link_id) references links (company_id, id),
  -- Only what is handed over has two sides.
  constraint cash_handovers_two_sides check (kind = 'handed_over' or recorded_by = 'company' and status = 'posted'),
  constraint cash_handovers_decided check ((status = 'waiting') = (decided_at is null))
);
create index cash_handovers_of_link on cash_handovers (holder_id, mode, link_id, position);
create index cash_handovers_listed on cash_handovers (holder_id, mode, position);
create index cash_handovers_waiting on cash_handovers (holder_id, mode) where status = 'waiting';

-- The cash that links are about to hold: read before an order is recorded whose cash one more link would collect.
create index orders_cash on orders (holder_id, mode, currency, jsonb_path_query_first(splits, '$[*] ? (@.cash == true).ref'))
  where payment_source = 'cod' and splits @> '[{"cash": true}]'
    and settlement_status in ('unsettled', 'awaiting_funds', 'on_hold');
