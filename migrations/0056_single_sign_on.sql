-- Sign-in through an account's own OpenID Connect provider. `id` stands in the address that an account's people may start from.
create table sign_in_providers (
  id text primary key check (id ~ '^[0-9A-Za-z]{16,64}$'),
  holder_id bigint not null unique references holders (id),
  issuer text not null check (char_length(issuer) between 1 and 500),
  client_id text not null check (char_length(client_id) between 1 and 255),
  sealed_secret text not null,
  key_id text not null,
  -- Whether it asks for a second factor itself, so that a sign-in through it is enough.
  is_second_factor boolean not null,
  created_at timestamptz not null default now()
);

-- Who a provider's subject is. A person has one subject at a provider, so that nobody comes in by an address that was given away.
create table sign_in_identities (
  provider_id text not null references sign_in_providers (id) on delete cascade,
  subject text collate "C" not null check (char_length(subject) between 1 and 255),
  person_id text not null references people (id) on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (provider_id, subject),
  constraint sign_in_identities_person unique (provider_id, person_id)
);
create index sign_in_identities_of_person on sign_in_identities (person_id);

-- Sign-ins under way at a provider. `session_id`: of a session that confirms what needs a fresh code.
create table provider_sign_ins (
  token_hash bytea primary key,
  provider_id text not null references sign_in_providers (id) on delete cascade,
  session_id text references sessions (id) on delete cascade,
  next text check (char_length(next) <= 500),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index provider_sign_ins_of_provider on provider_sign_ins (provider_id);
create index provider_sign_ins_of_session on provider_sign_ins (session_id);

-- A session that a provider opened is bound to the provider's account. Its `token` is a hash that no cookie of other sessions can name,
-- so that a process of the version before does not take it for one of them.
alter table sessions
  add column provider_id text references sign_in_providers (id) on delete cascade,
  -- When the provider last confirmed the person anew.
  add column provider_at timestamptz;
create index sessions_of_provider on sessions (provider_id) where provider_id is not null;
