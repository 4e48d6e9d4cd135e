-- The directory: who owns money, who belongs to whom, and with which keys they call. Serves both modes.

create sequence holders_id_seq;
create table holders (
  id bigint primary key default nextval('holders_id_seq'),
  kind text not null check (kind in ('company', 'merchant', 'courier', 'customer', 'service')),
  name text not null check (char_length(name) between 1 and 255),
  status text not null default 'active' check (status in ('pending', 'active', 'suspended')),
  created_at timestamptz not null default now()
);
create unique index holders_one_service on holders (kind) where kind = 'service';
insert into holders (kind, name) values ('service', 'Sluice');

-- What a company has decided about its orders and their settlement.
create table companies (
  holder_id bigint primary key references holders (id),
  orders_per_minute integer not null default 60 check (orders_per_minute between 1 and 100000000),
  require_exact_splits boolean not null default false,
  settle_only_paid boolean not null default false,
  hold_seconds integer not null default 0 check (hold_seconds between 0 and 31536000)
);

create table merchants (
  holder_id bigint primary key references holders (id),
  payment_fee_basis_points integer not null default 0 check (payment_fee_basis_points between 0 and 10000)
);

-- A merchant's or courier's membership in a company. Its id is the beneficiary_ref of a split.
create sequence links_id_seq;
create table links (
  company_id bigint not null references holders (id),
  id bigint not null default nextval('links_id_seq'),
  holder_id bigint not null references holders (id),
  type text not null check (type in ('merchant', 'courier')),
  name text not null check (char_length(name) between 1 and 255),
  status text not null default 'active' check (status in ('active', 'ended')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (company_id, id),
  check ((status = 'ended') = (ended_at is not null))
);
create unique index links_one_active on links (company_id, holder_id, type) where status = 'active';
create index links_holder on links (holder_id);

-- Key pairs. The secret itself is never stored: only its SHA-256.
create table api_keys (
  client_id text collate "C" primary key,
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  label text not null default '' check (char_length(label) <= 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  check (client_id ~ ('^pk_' || mode || '_[0-9A-Za-z]{20,64}$'))
);
create index api_keys_holder on api_keys (holder_id);
