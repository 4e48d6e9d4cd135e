-- A top-up whose take-back waits for a second person, or was approved by one: who requested it, and what. Null: nobody did, or it
-- was declined.
alter table top_ups
  add column reversal_requested_by text,
  add column reversal_requested_at timestamptz,
  add column reversal_requested_amount bigint,
  add column reversal_requested_reason text check (length(reversal_requested_reason) between 1 and 255),
  add column reversal_requested_line_id bigint;
alter table top_ups
  add constraint top_ups_reversal_requested check (
    case
      when reversal_requested_at is null then
        reversal_requested_by is null and reversal_requested_amount is null and reversal_requested_reason is null
        and reversal_requested_line_id is null
      else
        status = 'succeeded' and reversal_requested_by is not null and reversal_requested_reason is not null
        and reversal_requested_amount is not null and reversal_requested_amount between 1 and amount
    end) not valid;
alter table top_ups validate constraint top_ups_reversal_requested;
create index top_ups_take_backs on top_ups (mode, reversal_requested_at)
  where reversal_requested_at is not null and reversed_at is null;
