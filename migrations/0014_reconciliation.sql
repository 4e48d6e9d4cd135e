-- What banks and acquirers say, to be held against the books. The operator's own: it belongs to no holder.

create sequence statement_imports_id_seq;
create table statement_imports (
  id bigint not null default nextval('statement_imports_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  -- Which of several bank accounts or acquirer contracts it is of; empty: there is one.
  account text not null default '' check (char_length(account) <= 100),
  file_name text not null,
  -- SHA-256 of the file: the same file is imported once.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  imported_at timestamptz not null,
  primary key (id),
  -- Lets a line prove that it is of its import's mode and source.
  unique (id, mode, source),
  constraint statement_imports_file unique (mode, source, file_hash)
);

create sequence statement_lines_id_seq;
create table statement_lines (
  id bigint not null default nextval('statement_lines_id_seq'),
  import_id bigint not null,
  mode text not null,
  source text collate "C" not null,
  -- Where in the file it stands.
  line_number integer not null check (line_number > 0),
  -- SHA-256 of account, date, amount, currency, text and which of equal lines it is: a statement that overlaps an
  -- earlier one brings a line once.
  line_hash bytea not null check (octet_length(line_hash) = 32),
  booked_on date not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units: above 0 money that came in, below 0 money that went out.
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000000000),
  reference text not null check (char_length(reference) <= 2000),
  -- The transfer it is the other side of, in whichever book.
  transfer_holder_id bigint,
  transfer_id bigint,
  matched_at timestamptz,
  -- A person decided, for a transfer or against one: rules leave it alone.
  by_hand boolean not null default false,
  primary key (id),
  constraint statement_lines_number unique (import_id, line_number),
  constraint statement_lines_once unique (mode, source, line_hash),
  -- A transfer from the bank to an acquirer stands in the statements of both: once in each.
  constraint statement_lines_transfer unique (transfer_holder_id, transfer_id, source),
  foreign key (import_id, mode, source) references statement_imports (id, mode, source),
  check ((transfer_holder_id is null) = (transfer_id is null) and (transfer_id is null) = (matched_at is null))
);
create index statement_lines_open on statement_lines (mode, source, booked_on, id) where transfer_id is null;
