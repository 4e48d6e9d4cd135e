-- Money on its way into a wallet: at once in test mode, when the operator confirms the receipt in live mode.

create table top_ups (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  status text not null check (status in ('pending', 'succeeded')),
  purpose text collate "C" not null check (purpose in ('clearing', 'wallet')),
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  succeeded_at timestamptz,
  primary key (holder_id, id),
  check ((status = 'succeeded') = (succeeded_at is not null))
);
create index top_ups_pending on top_ups (holder_id, created_at) where status = 'pending';
