-- What people do with a statement's lines, and who reads them.

alter table statement_lines
  -- Only a person matches it: someone took back what rules had matched, or set the line aside.
  add column rules_off boolean not null default false,
  add column note text check (char_length(note) between 1 and 500);

-- So far a line without a match was marked as decided by hand.
update statement_lines set rules_off = true, by_hand = false where by_hand and transfer_id is null;
alter table statement_lines
  add constraint statement_lines_by_hand check (not by_hand or transfer_id is not null);

-- The list of one source, by age.
create index statement_lines_of_source on statement_lines (mode, source, id);
create index statement_imports_of_source on statement_imports (mode, source, id);
