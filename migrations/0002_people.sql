-- Sign-in (kept by the sign-in library) and which person may act for which holder.

create table people (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  person_id text not null references people (id) on delete cascade
);
create index sessions_person on sessions (person_id);

create table credentials (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  person_id text not null references people (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_person on credentials (person_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table members (
  holder_id bigint not null references holders (id),
  person_id text not null references people (id),
  role text not null check (role in ('owner', 'developer', 'finance', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (holder_id, person_id)
);
create index members_person on members (person_id);
