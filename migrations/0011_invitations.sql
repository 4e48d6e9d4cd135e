-- A company asks a person, by mail, to be linked to it as a merchant or a courier. Directory data: serves both modes.

create sequence invitations_position_seq;
create table invitations (
  company_id bigint not null references holders (id),
  id text collate "C" not null,
  -- Orders lists; gaps are fine.
  position bigint not null default nextval('invitations_position_seq'),
  -- As people's addresses are kept: trimmed, lower case.
  email text collate "C" not null check (char_length(email) between 3 and 254 and email = lower(email)),
  type text not null check (type in ('merchant', 'courier')),
  -- What the company calls the party; the link takes it over.
  name text not null check (char_length(name) between 1 and 100),
  -- A pending one whose expires_at has come is expired, whether or not a sweep has written so.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  -- SHA-256 of the link's token; the token itself stands in the mail alone.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Set when it was accepted: the link made or found, and who accepted.
  link_id bigint,
  person_id text references people (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, link_id) references links (company_id, id),
  constraint invitations_accepted check ((status = 'accepted') = (link_id is not null)),
  constraint invitations_decided check ((status = 'pending') = (decided_at is null))
);
create unique index invitations_one_pending on invitations (company_id, email, type) where status = 'pending';
create index invitations_list on invitations (company_id, position);
create index invitations_due on invitations (expires_at) where status = 'pending';
create index invitations_email on invitations (email) where status = 'pending';

-- How many mails a company's invitations have sent to an address on a day (UTC): a bound on mail to strangers.
create table invitation_mails (
  company_id bigint not null references holders (id),
  day date not null,
  email text collate "C" not null,
  mails integer not null check (mails > 0),
  primary key (company_id, day, email)
);
create index invitation_mails_age on invitation_mails (day);
