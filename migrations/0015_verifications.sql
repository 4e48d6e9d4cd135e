-- What the books' verifications found, and from where the next one may go on.

create sequence ledger_verifications_id_seq;
-- About the whole service, not about a holder.
create table ledger_verifications (
  id bigint primary key default nextval('ledger_verifications_id_seq'),
  kind text not null check (kind in ('full', 'incremental')),
  ok boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- [{"name": …, "count": …, "offences": [{"row": …, "problem": …}]}]: every check, its count and its first offences.
  checks jsonb not null check (jsonb_typeof(checks) = 'array'),
  -- No transfer of this id or a lower one can appear any more: account_checkpoints hold the balances up to here.
  transfer_mark bigint not null,
  -- Every transaction before this one had ended. As text: its number has 64 bits.
  transaction_mark text collate "C" not null check (transaction_mark ~ '^[0-9]{1,20}$'),
  -- The database in which that number means something; null when the server does not tell.
  database_identity text collate "C"
);

-- What an account's transfers up to the mark of the last sound verification add up to. None: nothing.
create table account_checkpoints (
  holder_id bigint not null,
  account_id bigint not null,
  transfer_id bigint not null,
  balance bigint not null,
  primary key (holder_id, account_id)
) with (fillfactor = 70);

-- What waits to be sent is counted often; a mail leaves this index when it is sent.
create index mails_queued on mails (id) where status = 'queued';
