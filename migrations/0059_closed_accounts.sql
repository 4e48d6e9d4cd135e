-- Accounts that were closed: since when, and what they were before, which reopening makes them again.

alter table holders drop constraint holders_status_check;
alter table holders
  add constraint holders_status_check check (status in ('pending', 'active', 'suspended', 'closed')),
  add column closed_at timestamptz,
  add column closed_from text check (closed_from in ('pending', 'active')),
  add constraint holders_closed check ((status = 'closed') = (closed_at is not null)
    and (closed_at is null) = (closed_from is null));
create index holders_closed_at on holders (closed_at) where closed_at is not null;

-- Bank data of a closed account, once they need not be kept any longer: the row stays, because payouts name it.
alter table bank_accounts add column erased_at timestamptz;
