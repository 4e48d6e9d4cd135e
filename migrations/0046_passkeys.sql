-- Passkeys of people, with which they sign in without a password and a code. `fresh_from`: from when on using it counts like a fresh
-- code, because whoever has stolen a password could add one.
create table passkeys (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  -- As browsers name it, in base64url.
  credential_id text collate "C" not null unique
    check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  public_key bytea not null,
  -- How often it was used, as the authenticator counts; 0 where it does not.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 100),
  fresh_from timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id);

-- When a passkey that counts like a fresh code was last used in this session.
alter table sessions add column passkey_at timestamptz;
