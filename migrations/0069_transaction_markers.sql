-- A row for each transaction that must not run twice, written with it: after a lost COMMIT it says whether it happened. `fenced`
-- says that it did not and never can (src/database/transaction-markers.ts). In the book that the transaction writes, so that it
-- takes no other machine; holder 0 stands for no book.
create table transaction_markers (
  holder_id bigint not null,
  attempt uuid not null,
  fenced boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (holder_id, attempt)
);
-- Rows come and go in the order of time, which this kind of index describes in a few pages.
create index transaction_markers_created_at on transaction_markers using brin (created_at);
