-- A debt that was repaid outside the service, or written off: the rows to which its transfers belong.
create sequence debt_settlements_position_seq;
create table debt_settlements (
  -- The book of the debt: the debtor's own for a debt to the service, the company's for a debt of one of its links.
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  kind text collate "C" not null check (kind in ('repaid', 'written_off')),
  -- The link that owes; null for a debt to the service.
  link_id bigint,
  -- The account from which a debt to the service is recovered; null for a link's.
  account_kind text collate "C" check (account_kind in ('clearing', 'wallet')),
  -- What is asked for, and once it is posted what was posted.
  amount bigint not null check (amount > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  -- Only a write-off may wait for a second person.
  status text not null check (status in ('requested', 'posted', 'declined')),
  requested_by text,
  requested_at timestamptz not null,
  -- The second person, or who declined it.
  decided_by text,
  decided_at timestamptz,
  position bigint not null default nextval('debt_settlements_position_seq'),
  primary key (holder_id, id),
  constraint debt_settlements_debtor check ((link_id is null) = (account_kind is not null)),
  constraint debt_settlements_requested check (status = 'posted' or kind = 'written_off'),
  constraint debt_settlements_decided check ((status = 'requested') = (decided_at is null)),
  constraint debt_settlements_two_people check (status <> 'posted' or decided_by <> requested_by)
);
create index debt_settlements_of_holder on debt_settlements (holder_id, mode, position);
create index debt_settlements_waiting on debt_settlements (mode, position) where status = 'requested';
-- The service's side of a settlement finds it by its id alone.
create index debt_settlements_by_id on debt_settlements (id);
-- One debt has one open request.
create unique index debt_settlements_open on debt_settlements (holder_id, mode, currency, coalesce(link_id, 0))
  where status = 'requested';

-- How much of one debt one person may write off alone in 30 days: the service's people (holder 1), or a company's.
create table write_off_limits (
  holder_id bigint not null references holders (id),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount >= 0),
  -- A limit is the agreement of whoever set it, who needs another person at any amount.
  set_by text not null,
  set_at timestamptz not null,
  primary key (holder_id, currency)
);

alter table transfers drop constraint transfers_subject_kind;
alter table transfers add constraint transfers_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
  'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
  'fees_drawn', 'acquirer_payout', 'debt_settlement', 'settlement', 'invitation', 'link')) not valid;
alter table transfers validate constraint transfers_subject_kind;
alter table events drop constraint events_subject_kind;
alter table events add constraint events_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
  'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
  'fees_drawn', 'acquirer_payout', 'debt_settlement', 'settlement', 'invitation', 'link')) not valid;
alter table events validate constraint events_subject_kind;
