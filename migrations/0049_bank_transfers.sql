-- Top-ups by bank transfer: where to send the money, the reference to send it with, and how a top-up ends without money.

alter table top_ups add column reference text collate "C";
alter table top_ups add column expires_at timestamptz;
alter table top_ups add column ended_at timestamptz;
-- What was asked for, where another amount arrived.
alter table top_ups add column requested_amount bigint check (requested_amount > 0);
alter table top_ups add column reason text check (length(reason) between 1 and 255);
alter table top_ups drop constraint top_ups_status_check;
alter table top_ups add constraint top_ups_status_check
  check (status in ('pending', 'succeeded', 'cancelled', 'expired', 'refused'));
alter table top_ups add constraint top_ups_ended
  check ((status in ('cancelled', 'expired', 'refused')) = (ended_at is not null));
alter table top_ups add constraint top_ups_reason check (reason is null or status = 'refused');
create unique index top_ups_reference on top_ups (reference) where reference is not null;
create index top_ups_expiring on top_ups (expires_at) where status = 'pending';
create index top_ups_of_holder on top_ups (holder_id, mode, position);

-- The operator's own accounts, one for each currency in which it takes transfers.
create table bank_details (
  currency text collate "C" primary key check (currency ~ '^[A-Z]{3}$'),
  account_holder text not null check (length(account_holder) between 1 and 140),
  iban text collate "C",
  bic text collate "C",
  bank_name text check (length(bank_name) between 1 and 140),
  -- What the bank of another country needs: account number, routing code, address.
  other text check (length(other) between 1 and 500),
  changed_at timestamptz not null,
  check (iban is not null or other is not null)
);

-- Transfers that the operator sends back, because they belong to no account or were not wanted.
create table returned_transfers (
  line_id bigint primary key references statement_lines (id),
  reason text not null check (length(reason) between 1 and 255),
  returned_at timestamptz not null
);
