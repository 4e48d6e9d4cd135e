-- Statements of one account in several formats: which lines they share, and what each knows of them. The balances before
-- and after a statement's entries.

-- What files are told apart by whose lines read differently: camt.053, MT940, or a hash of the columns of a CSV. Null:
-- imported before, where the format stands for it.
alter table statement_imports add column layout text collate "C";
alter table statement_imports
  add constraint statement_imports_layout check (char_length(layout) between 1 and 100) not valid;

alter table statement_lines
  -- Of a possible duplicate: the line of a statement in another format that it may be.
  add column like_line_id bigint,
  -- What a later statement in another format says of it beside its text.
  add column added_text text;
alter table statement_lines
  add constraint statement_lines_like check (like_line_id is null or duplicate is not null) not valid,
  add constraint statement_lines_added_text check (char_length(added_text) between 1 and 2000) not valid;
create index statement_lines_like on statement_lines (like_line_id) where like_line_id is not null;

-- Lines that were not kept, because a statement in another format has them: by these, the next file of this layout is
-- compared.
create table statement_repeats (
  import_id bigint not null references statement_imports (id),
  line_number integer not null,
  line_id bigint not null references statement_lines (id),
  line_hash bytea not null check (octet_length(line_hash) = 32),
  booked_on date not null,
  booked_time text collate "C",
  bank_id text,
  primary key (import_id, line_number)
);
create index statement_repeats_line on statement_repeats (line_id);
create index statement_repeats_day on statement_repeats (booked_on);

-- Without holding up who writes.
alter table statement_imports validate constraint statement_imports_layout;
alter table statement_lines validate constraint statement_lines_like;
alter table statement_lines validate constraint statement_lines_added_text;
