-- A credited top-up can be taken back, once and up to its amount: the bank reversed it, or it went to the wrong account.

alter table top_ups
  -- Who said that its money arrived; null for the shell, for test money, and for earlier ones.
  add column credited_by text,
  add column reversed_at timestamptz,
  -- Minor units: what was taken back, and how much of it the balance covered. The service advanced the rest.
  add column reversed_amount bigint,
  add column reversed_covered bigint,
  add column reversal_reason text check (length(reversal_reason) between 1 and 255);
alter table top_ups add constraint top_ups_reversed check (
  case when reversed_at is null then reversed_amount is null and reversed_covered is null and reversal_reason is null
  else status = 'succeeded' and reversed_amount is not null and reversed_amount between 1 and amount
    and reversed_covered is not null and reversed_covered between 0 and reversed_amount and reversal_reason is not null end) not valid;
alter table top_ups validate constraint top_ups_reversed;
