create sequence statement_profiles_id_seq;
-- How a bank's CSV is read, as a person confirmed it.
create table statement_profiles (
  id bigint primary key default nextval('statement_profiles_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  source text not null check (source in ('bank', 'card', 'onlinewallet')),
  name text not null check (char_length(name) between 1 and 100),
  -- Of the files that it reads: their layout, and the account that they are imported for.
  fingerprint text collate "C" not null check (fingerprint ~ '^[0-9a-f]{32}$'),
  account text not null check (char_length(account) <= 100),
  mapping jsonb not null,
  changed_at timestamptz not null,
  constraint statement_profiles_of_file unique (mode, source, fingerprint, account),
  constraint statement_profiles_name unique (mode, source, name)
);

create sequence statement_files_id_seq;
-- A file of a bank or acquirer on its way to an import. Deleted after some days, imported or not.
create table statement_files (
  id bigint primary key default nextval('statement_files_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  source text not null check (source in ('bank', 'card', 'onlinewallet')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  size bigint not null check (size > 0),
  -- How many of its bytes are stored.
  received bigint not null default 0,
  state text not null default 'uploading'
    check (state in ('uploading', 'reading', 'refused', 'asking', 'ready', 'importing', 'imported')),
  created_at timestamptz not null default now(),
  -- Of the bytes, once they were read.
  sha256 bytea check (octet_length(sha256) = 32),
  -- What a person said: the account, what the file leaves open, and whether to read it without a profile.
  account text not null default '' check (char_length(account) <= 100),
  answers jsonb not null default '{}',
  without_profile boolean not null default false,
  -- Under which name to keep how it was read, once it is imported.
  profile_name text check (char_length(profile_name) between 1 and 100),
  -- What was found, and what became of it.
  found jsonb,
  mapping jsonb,
  profile_id bigint references statement_profiles (id) on delete set null,
  problems jsonb not null default '[]',
  result jsonb,
  import_id bigint,
  -- The job: which request it is about, how far it is, and how often a process died of it.
  revision integer not null default 0,
  progress_done bigint not null default 0 check (progress_done >= 0),
  progress_total bigint not null default 0,
  crashes integer not null default 0,
  -- Who asked for it. Their role is read again when the job runs.
  requested_by text not null,
  session_id text,
  request_id text,
  address text,
  -- When they last passed their second factor, if the import has to wait for that.
  fresh_at timestamptz,
  needs_second_factor boolean not null default false,
  constraint statement_files_received check (received between 0 and size),
  constraint statement_files_complete check (state = 'uploading' or received = size),
  constraint statement_files_imported check ((state = 'imported') = (import_id is not null)),
  constraint statement_files_read check (state not in ('ready', 'importing', 'imported') or (sha256 is not null and found is not null))
);
create index statement_files_listed on statement_files (mode, source, id);
create index statement_files_created on statement_files (created_at);

-- The bytes of a file, until it is imported.
create table statement_file_parts (
  file_id bigint not null references statement_files (id) on delete cascade,
  -- Where in the file it begins.
  at bigint not null check (at >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  primary key (file_id, at)
);
