-- What the operator books for a line of a statement that no transfer explains: a charge of the bank, interest, a rounding
-- difference, or money set aside until it is known whose it is.

create table statement_bookings (
  holder_id bigint not null check (holder_id = 1),
  mode text not null check (mode in ('test', 'live')),
  -- <line id>:<which of this line>
  id text collate "C" not null,
  line_id bigint not null references statement_lines (id),
  kind text collate "C" not null check (kind in ('bank_charge', 'bank_interest', 'rounding', 'set_aside')),
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Signed as on the statement.
  amount bigint not null check (amount <> 0),
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  -- When it was undone.
  reversed_at timestamptz,
  primary key (holder_id, mode, id),
  constraint statement_bookings_reason check (kind <> 'set_aside' or reason is not null)
);
create index statement_bookings_line on statement_bookings (line_id);

alter table accounts
  drop constraint accounts_kind,
  add constraint accounts_kind check (kind in ('clearing', 'commission', 'wallet', 'earnings', 'payouts_pending', 'fees',
    'outside', 'transit', 'advances', 'suspense', 'debt', 'link_debt', 'debts', 'shadow_clearing', 'shadow_commission',
    'shadow_merchant', 'shadow_courier')) not valid;
alter table transfers
  drop constraint transfers_subject_kind,
  add constraint transfers_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'statement_booking', 'settlement', 'invitation', 'link')) not valid;
alter table events
  drop constraint events_subject_kind,
  add constraint events_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'statement_booking', 'settlement', 'invitation', 'link')) not valid;
-- Without holding up who posts.
alter table accounts validate constraint accounts_kind;
alter table transfers validate constraint transfers_subject_kind;
alter table events validate constraint events_subject_kind;
