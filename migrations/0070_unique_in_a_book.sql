-- What is unique is unique in its book, so that each book can stand on a machine of its own. Positions come from a sequence and
-- differ anyway. References of bank transfers differ over all books: each is taken from this table first.
create table transfer_references (
  reference text collate "C" primary key
);
insert into transfer_references (reference) select reference from top_ups where reference is not null;
drop index top_ups_reference;
create index top_ups_reference on top_ups (reference) where reference is not null;
drop index top_ups_listed;
create index top_ups_listed on top_ups (mode, position);
drop index disputes_list;
create index disputes_list on disputes (mode, position);
