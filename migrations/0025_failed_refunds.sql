-- What a failed refund owes the parties of its order while clearing cannot pay it, and what it credits them when the order
-- has settled since.
alter table order_refunds
  add column restitution text check (restitution in ('awaiting_funds', 'paid')),
  -- Minor units to pay from clearing by split: taken shares, and what was recovered since of the debts the refund left.
  add column restitution_shares bigint[] not null default '{}',
  add column restitution_debts bigint[] not null default '{}',
  add column restitution_amount bigint not null default 0 check (restitution_amount >= 0),
  -- Its place among the refunds that wait for clearing.
  add column restitution_position bigint,
  add constraint order_refunds_restitution check (
    (restitution is null) = (restitution_amount = 0) and (restitution is null) = (restitution_position is null)
    and (restitution is null or status = 'failed')),
  -- Minor units by split: of a refund that reduced the splits before settlement and failed after it.
  add column credited_back bigint[] check (credited_back is null or (before_settlement and status = 'failed'));
create index order_refunds_restitution_waiting on order_refunds (holder_id, mode, currency, restitution_position)
  where restitution = 'awaiting_funds';

-- What the customer's bank has taken back and not returned. A refund can return the rest only. A dispute in another currency
-- counts as the whole payment.
alter table payments add column charged_back_amount bigint not null default 0 check (charged_back_amount >= 0);

update payments p set charged_back_amount = d.amount
from (
  select holder_id, payment_id, sum(amount) as amount
  from (
    select e.holder_id, e.payment_id, e.dispute,
      case when min(t.currency) = min(paid.currency) then sum(t.amount) else min(paid.amount) end as amount
    from (
      select distinct holder_id, mode, subject_id as payment_id, data ->> 'dispute' as dispute
      from events where type = 'chargeback.created' and subject_kind = 'payment') e
    join payments paid on paid.holder_id = e.holder_id and paid.id = e.payment_id
    join transfers t on t.holder_id = e.holder_id and t.mode = e.mode and t.subject_kind = 'dispute'
      and t.subject_id = e.dispute and t.code in ('chargeback', 'chargeback_advance')
    where not exists (
      select from transfers w
      where w.holder_id = e.holder_id and w.mode = e.mode and w.subject_kind = 'dispute_won' and w.subject_id = e.dispute)
    group by 1, 2, 3) disputes
  group by 1, 2) d
where p.holder_id = d.holder_id and p.id = d.payment_id;
