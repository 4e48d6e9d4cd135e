-- Money on a line of a statement that belongs to nobody here goes back to its sender: what the line brought stands in suspense
-- until the bank has sent it.

create table line_returns (
  holder_id bigint not null check (holder_id = 1),
  mode text not null check (mode in ('test', 'live')),
  id text collate "C" not null,
  line_id bigint not null references statement_lines (id),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  -- Whom the bank is to pay: a name and an IBAN. Both null where the operator sent it by hand.
  creditor_name text check (char_length(creditor_name) between 1 and 140),
  creditor_account text collate "C" check (creditor_account ~ '^[A-Z]{2}[0-9A-Z]{13,32}$'),
  -- The sender reads it.
  reason text not null check (char_length(reason) between 1 and 255),
  status text not null check (status in ('ordered', 'sent', 'cancelled')),
  created_at timestamptz not null,
  sent_at timestamptz,
  cancelled_at timestamptz,
  primary key (holder_id, mode, id),
  constraint line_returns_creditor check ((creditor_name is null) = (creditor_account is null)),
  constraint line_returns_sent check ((status = 'sent') = (sent_at is not null)),
  constraint line_returns_cancelled check ((status = 'cancelled') = (cancelled_at is not null))
);
-- A line is sent back once.
create unique index line_returns_living on line_returns (holder_id, line_id) where status <> 'cancelled';
create index line_returns_ordered on line_returns (mode, id) where status = 'ordered';

alter table transfers
  drop constraint transfers_subject_kind,
  add constraint transfers_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'statement_booking', 'line_return', 'settlement', 'invitation', 'link'))
    not valid;
alter table events
  drop constraint events_subject_kind,
  add constraint events_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'statement_booking', 'line_return', 'settlement', 'invitation', 'link'))
    not valid;
-- Without holding up who posts.
alter table transfers validate constraint transfers_subject_kind;
alter table events validate constraint events_subject_kind;
