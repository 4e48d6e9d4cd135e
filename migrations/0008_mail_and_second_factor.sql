-- Mail that is sent by a job, sign-ups that wait for their address to be confirmed, and second factors.

create sequence mails_id_seq;
create table mails (
  id bigint primary key default nextval('mails_id_seq'),
  recipient text not null check (char_length(recipient) between 3 and 254),
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null,
  html text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- A code, never a server's own words: those may quote the address or the message.
  last_error text check (char_length(last_error) <= 100),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint mails_sent check ((status = 'sent') = (sent_at is not null))
);
create index mails_age on mails (created_at);

-- Nobody is a person before their address is confirmed: an address alone reserves nothing and proves nothing.
create table sign_ups (
  id text primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  -- SHA-256 of the link's token; null until the link was mailed.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_ups_email on sign_ups (email, created_at);
create index sign_ups_age on sign_ups (expires_at);

alter table people add column second_factor boolean not null default false;

-- Kept by the sign-in library: secret and recovery codes are encrypted under the service's secret.
create table second_factors (
  id text primary key,
  person_id text not null unique references people (id) on delete cascade,
  secret text not null,
  recovery_codes text not null,
  verified boolean not null default true,
  failures integer not null default 0,
  locked_until timestamptz
);
create index verifications_value on verifications (value);
