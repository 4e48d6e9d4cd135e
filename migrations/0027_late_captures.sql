-- Captures that a payment could no longer accept, until the provider has returned them.
create table late_captures (
  holder_id bigint not null,
  attempt_id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  payment_id text collate "C" not null,
  -- Minor units; may differ from the payment's.
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'pending' check (status in ('pending', 'returned', 'refused')),
  -- The provider's reason for its last refusal.
  failure text,
  -- How often the provider has refused; each new request is another refund there.
  refusals integer not null default 0 check (refusals >= 0),
  -- When the sweep asks the provider again.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (holder_id, attempt_id),
  foreign key (holder_id, payment_id) references payments (holder_id, id),
  check ((status = 'pending') = (due_at is not null)),
  check (status <> 'refused' or failure is not null)
);
create index late_captures_due on late_captures (due_at) where status = 'pending';
create index late_captures_refused on late_captures (created_at) where status = 'refused';

-- What became of earlier ones at the provider is not known here: the sweep asks once, with the id they were requested by.
insert into late_captures (holder_id, attempt_id, mode, payment_id, amount, currency, due_at, created_at, updated_at)
select a.holder_id, a.id, t.mode, a.payment_id, t.amount, t.currency, t.created_at, t.created_at, t.created_at
from payment_attempts a
join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
join transfers t on t.holder_id = a.holder_id and t.mode = p.mode and t.subject_kind = 'attempt' and t.subject_id = a.id
  and t.code = 'late_capture'
where a.status = 'returned' and a.id is not null;
