-- What a payment provider withdrew, gave back and charged for each dispute, as far as it is posted.
create table disputes (
  holder_id bigint not null,
  -- The provider's.
  id text collate "C" not null check (id <> ''),
  mode text not null check (mode in ('test', 'live')),
  payment_id text collate "C" not null,
  -- Minor units of each withdrawal and each return.
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  withdrawals integer not null default 0 check (withdrawals >= 0),
  returns integer not null default 0,
  -- The provider's own fee in its currency, and how much of it came back; minor units, borne by the service.
  fee bigint not null default 0 check (fee >= 0),
  fee_returned bigint not null default 0 check (fee_returned >= 0 and fee_returned <= fee),
  fee_currency text collate "C" check (fee_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (holder_id, id),
  foreign key (holder_id, payment_id) references payments (holder_id, id),
  -- Money comes back after it was withdrawn.
  check (returns between 0 and withdrawals),
  check (fee = 0 or fee_currency is not null)
);
create index disputes_of_payment on disputes (holder_id, payment_id);

-- Disputes from before had one withdrawal and at most one return. Which payment each is about stands in its event.
with taken as (
  select t.holder_id, t.mode, t.subject_id as id, t.currency, sum(t.amount) as amount, min(t.created_at) as at
  from transfers t
  join accounts a on a.holder_id = t.holder_id and a.id = t.to_account_id and a.kind = 'outside'
  where t.subject_kind = 'dispute' and t.code in ('chargeback', 'chargeback_advance')
  group by 1, 2, 3, 4
)
insert into disputes (holder_id, id, mode, payment_id, amount, currency, withdrawals, returns, created_at, updated_at)
select k.holder_id, k.id, k.mode, e.subject_id, k.amount, k.currency, 1, case when w.at is null then 0 else 1 end, k.at,
  coalesce(w.at, k.at)
from taken k
join lateral (
  select subject_id from events e
  where e.holder_id = k.holder_id and e.type = 'chargeback.created' and e.subject_kind = 'payment'
    and e.data ->> 'dispute' = k.id
  limit 1) e on true
left join lateral (
  select min(created_at) as at from transfers t
  where t.holder_id = k.holder_id and t.mode = k.mode and t.subject_kind = 'dispute_won' and t.subject_id = k.id
    and t.code = 'chargeback_reversed') w on true
on conflict do nothing;
