-- A line of a statement can be several transfers (a collective line), and a transfer several lines (paid in parts).

-- What of a line and what of a transfer is the same money. Signed as on the statement.
create table statement_matches (
  line_id bigint not null references statement_lines (id),
  transfer_holder_id bigint not null,
  transfer_id bigint not null,
  -- The line's, for looking up by transfer: one between the bank and an acquirer is in the statements of both.
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  amount bigint not null check (amount <> 0),
  matched_at timestamptz not null,
  -- Matched by a person.
  by_hand boolean not null,
  primary key (line_id, transfer_holder_id, transfer_id)
);
create index statement_matches_transfer on statement_matches (transfer_holder_id, transfer_id, source);

insert into statement_matches
select id, transfer_holder_id, transfer_id, source, amount, matched_at, by_hand
from statement_lines where transfer_id is not null;

-- The sum of the line's matches. The earlier columns of the one match (transfer_holder_id, transfer_id, matched_at,
-- by_hand) are no longer read or written.
alter table statement_lines add column matched_amount bigint not null default 0;
update statement_lines set matched_amount = amount where transfer_id is not null;
alter table statement_lines
  add constraint statement_lines_matched check (
    case when amount > 0 then matched_amount between 0 and amount else matched_amount between amount and 0 end)
    not valid,
  add constraint statement_lines_matched_decided check (
    matched_amount = 0 or direction <> 'unknown' and coalesce(duplicate, 'other') = 'other') not valid;

create index statement_lines_left on statement_lines (mode, source, booked_on, id) where matched_amount <> amount;
-- Wholly open lines are matched with transfers of the same currency and amount, a page at a time.
create index statement_lines_left_money on statement_lines (mode, source, currency, amount, id)
  where matched_amount = 0 and not rules_off;

-- Without holding up who writes.
alter table statement_lines validate constraint statement_lines_matched;
alter table statement_lines validate constraint statement_lines_matched_decided;
