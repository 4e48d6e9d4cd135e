-- Cash that a payee hands over by bank transfer: the reference of its transfers, and what became of the money that arrived.

-- One for each payee, mode and currency; never reused, and never another one's (transfer_references).
create table cash_references (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  link_id bigint not null,
  reference text collate "C" not null check (reference ~ '^RF[0-9]{2}[A-Z]{8}$'),
  primary key (holder_id, mode, currency, link_id),
  foreign key (holder_id, link_id) references links (company_id, id)
);
create index cash_references_reference on cash_references (reference);

-- A top-up of clearing that a payee's transfer of cash is: whose, and how much of it the payee held. What is above is its earnings.
-- When it is taken back: what it holds in cash again, and what its earnings gave back. The rest is its debt.
alter table top_ups
  add column link_id bigint,
  add column handed_over bigint,
  add column reversed_held bigint,
  add column reversed_earned bigint;
alter table top_ups
  add constraint top_ups_cash check (
    case
      when link_id is null then num_nonnulls(handed_over, reversed_held, reversed_earned) = 0
      else account_kind = 'clearing' and source = 'bank' and handed_over is not null and handed_over between 0 and amount
        and (reversed_at is null) = (reversed_held is null) and (reversed_held is null) = (reversed_earned is null)
        and coalesce(reversed_earned between 0 and least(amount - handed_over, reversed_amount)
          and reversed_held in (0, reversed_amount - least(amount - handed_over, reversed_amount)), true)
    end) not valid,
  add constraint top_ups_link foreign key (holder_id, link_id) references links (company_id, id) not valid;
alter table top_ups validate constraint top_ups_cash;
alter table top_ups validate constraint top_ups_link;

-- The bank transfer by which it was handed over.
alter table cash_handovers
  add column top_up_id text collate "C",
  add constraint cash_handovers_by_transfer check (
    top_up_id is null or kind = 'handed_over' and status = 'posted' and recorded_by = 'link') not valid;
alter table cash_handovers validate constraint cash_handovers_by_transfer;
create unique index cash_handovers_top_up on cash_handovers (holder_id, top_up_id) where top_up_id is not null;
