-- Accounts say what they are, and transfers and events what they are about, in columns instead of texts to be taken
-- apart. A text that is not known stops the migration: it is never dropped, and never guessed at.

create function pg_temp.linked(name text, prefix text) returns bigint language sql immutable as $$
  select case when name ~ ('^' || prefix || ':[1-9][0-9]{0,17}$') then substr(name, length(prefix) + 2)::bigint end $$;

create function pg_temp.after(name text, prefix text) returns text language sql immutable as $$
  select case when starts_with(name, prefix) and length(name) > length(prefix) then substr(name, length(prefix) + 1) end $$;

alter table accounts
  add column kind text collate "C",
  add column link_id bigint,
  add column source text collate "C",
  add column shadow_ref text collate "C",
  add column shadow_name text collate "C";

update accounts set
  kind = case
    when purpose in ('clearing', 'commission', 'wallet', 'fees', 'transit', 'advances', 'debt', 'debts') then purpose
    when purpose = 'payouts:pending' then 'payouts_pending'
    when purpose = 'shadow:clearing' then 'shadow_clearing'
    when purpose = 'shadow:commission' then 'shadow_commission'
    when pg_temp.linked(purpose, 'earnings') is not null then 'earnings'
    when pg_temp.linked(purpose, 'debt') is not null then 'link_debt'
    when purpose in ('outside:bank', 'outside:card', 'outside:onlinewallet') then 'outside'
    when pg_temp.linked(purpose, 'shadow:earnings:courier') is not null then 'shadow_courier'
    when purpose = 'shadow:earnings:unnamed-courier' then 'shadow_courier'
    when purpose = 'shadow:earnings:unnamed' then 'shadow_merchant'
    when pg_temp.after(purpose, 'shadow:earnings:ref:') is not null then 'shadow_merchant'
    when pg_temp.after(purpose, 'shadow:earnings:name:') is not null then 'shadow_merchant' end,
  link_id = coalesce(pg_temp.linked(purpose, 'earnings'), pg_temp.linked(purpose, 'debt'),
    pg_temp.linked(purpose, 'shadow:earnings:courier')),
  source = pg_temp.after(purpose, 'outside:'),
  shadow_ref = pg_temp.after(purpose, 'shadow:earnings:ref:'),
  shadow_name = pg_temp.after(purpose, 'shadow:earnings:name:');

alter table accounts
  alter column kind set not null,
  drop constraint accounts_holder_id_mode_currency_purpose_key,
  drop column purpose,
  add constraint accounts_kind check (kind in ('clearing', 'commission', 'wallet', 'earnings', 'payouts_pending', 'fees',
    'outside', 'transit', 'advances', 'debt', 'link_debt', 'debts', 'shadow_clearing', 'shadow_commission',
    'shadow_merchant', 'shadow_courier')),
  add constraint accounts_source check (source in ('bank', 'card', 'onlinewallet')),
  add constraint accounts_shadow_ref check (char_length(shadow_ref) between 1 and 255),
  add constraint accounts_shadow_name check (char_length(shadow_name) between 1 and 255),
  add constraint accounts_named check (
    case kind
      when 'earnings' then link_id is not null and num_nonnulls(source, shadow_ref, shadow_name) = 0
      when 'link_debt' then link_id is not null and num_nonnulls(source, shadow_ref, shadow_name) = 0
      when 'outside' then source is not null and num_nonnulls(link_id, shadow_ref, shadow_name) = 0
      when 'shadow_merchant' then num_nonnulls(shadow_ref, shadow_name) <= 1 and num_nonnulls(link_id, source) = 0
      when 'shadow_courier' then num_nonnulls(source, shadow_ref, shadow_name) = 0
      else num_nonnulls(link_id, source, shadow_ref, shadow_name) = 0 end),
  add constraint accounts_key unique nulls not distinct
    (holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name);

-- A stored column is computed while the table is written anew: one pass, and no dead rows left behind.
alter table transfers
  drop constraint transfers_posting_key,
  add column subject_kind text collate "C" not null generated always as (split_part(subject, ':', 1)) stored,
  add column subject_id text collate "C" not null generated always as (substr(subject, strpos(subject, ':') + 1)) stored;

alter table transfers
  alter column subject_kind drop expression,
  alter column subject_id drop expression,
  drop column subject,
  add constraint transfers_subject_kind check (subject_kind in ('order', 'order_refund', 'payment', 'attempt', 'refund',
    'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees', 'fees_drawn',
    'acquirer_payout', 'settlement', 'invitation', 'link')),
  -- Whoever joins orders may read the id as a number.
  add constraint transfers_subject_id check (
    case subject_kind when 'order' then subject_id ~ '^[1-9][0-9]{0,17}$' else subject_id <> '' end),
  add constraint transfers_posting_key unique (holder_id, mode, subject_kind, subject_id, code, line);

alter table events
  add column subject_kind text collate "C" not null generated always as (split_part(subject, ':', 1)) stored,
  add column subject_id text collate "C" not null generated always as (substr(subject, strpos(subject, ':') + 1)) stored;

alter table events
  alter column subject_kind drop expression,
  alter column subject_id drop expression,
  drop column subject,
  add constraint events_subject_kind check (subject_kind in ('order', 'order_refund', 'payment', 'attempt', 'refund',
    'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees', 'fees_drawn',
    'acquirer_payout', 'settlement', 'invitation', 'link')),
  add constraint events_subject_id check (subject_id <> '');

alter table payouts
  add column account_kind text collate "C",
  add column link_id bigint;

update payouts set
  account_kind = case when pg_temp.linked(purpose, 'earnings') is not null then 'earnings' else purpose end,
  link_id = pg_temp.linked(purpose, 'earnings');

alter table payouts
  alter column account_kind set not null,
  drop constraint payouts_owner,
  drop column purpose,
  add constraint payouts_account_kind check (account_kind in ('wallet', 'commission', 'clearing', 'earnings')),
  add constraint payouts_link check ((account_kind = 'earnings') = (link_id is not null)),
  add constraint payouts_owner check (holder_id = owner_holder_id or account_kind = 'earnings');

alter table top_ups rename column purpose to account_kind;
alter table top_ups rename constraint top_ups_purpose_check to top_ups_account_kind;
