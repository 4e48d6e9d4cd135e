-- Lines of statements that a person has to judge before they count: those whose direction the file did not give, and
-- those that may be in an earlier statement already.

alter table statement_lines
  -- `unknown`: nothing said whether the money came in or went out, and the amount is above 0. `in`, `out`: a person said.
  add column direction text collate "C" not null default 'read' check (direction in ('read', 'unknown', 'in', 'out')),
  -- The time of day, where the statement gives one.
  add column booked_time text collate "C" check (booked_time ~ '^[0-9]{2}:[0-9]{2}:[0-9]{2}$'),
  -- The bank's own id of the movement, unique within its account.
  add column bank_id text check (char_length(bank_id) between 1 and 100),
  -- `possible`: it may be a line of an earlier statement. A person said: it is the `same`, or an `other` one.
  add column duplicate text collate "C" check (duplicate in ('possible', 'same', 'other'));

alter table statement_lines
  add constraint statement_lines_direction check (
    case direction when 'unknown' then amount > 0 when 'in' then amount > 0 when 'out' then amount < 0 else true end) not valid,
  add constraint statement_lines_decided check (
    transfer_id is null or (direction <> 'unknown' and coalesce(duplicate, 'other') = 'other')) not valid;
alter table statement_lines validate constraint statement_lines_direction, validate constraint statement_lines_decided;

-- Equal lines of two files may be one movement or two, so the hash is of what a line says and no longer unique.
alter table statement_lines drop constraint statement_lines_once;
update statement_lines l
set line_hash = sha256(convert_to(
  concat_ws(E'\n', i.account, to_char(l.booked_on, 'YYYY-MM-DD'), l.currency, abs(l.amount)::text, l.reference), 'UTF8'))
from statement_imports i where i.id = l.import_id;
create index statement_lines_facts on statement_lines (mode, source, line_hash);
create index statement_lines_by_day on statement_lines (mode, source, booked_on, id);
create index statement_lines_bank_id on statement_lines (mode, source, bank_id) where bank_id is not null;
