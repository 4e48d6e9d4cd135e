-- Accounts that people open for themselves, what a business says about itself, and people invited to an account.

-- A holder that a person opened, with the key of the request: a request that is sent twice opens one.
create table holder_openings (
  person_id text not null references people (id) on delete cascade,
  key text collate "C" not null check (char_length(key) between 1 and 255),
  holder_id bigint not null unique references holders (id),
  opened_at timestamptz not null,
  primary key (person_id, key)
);

-- Whether confirming the address opens a customer's wallet as well.
alter table sign_ups add column opens_wallet boolean not null default true;

-- What the operator needs to know before a company or a shop takes real money. Empty texts are not filled in yet.
create table business_profiles (
  holder_id bigint primary key references holders (id),
  legal_name text not null default '' check (char_length(legal_name) <= 200),
  registration_number text not null default '' check (char_length(registration_number) <= 100),
  activity text not null default '' check (char_length(activity) <= 500),
  address text not null default '' check (char_length(address) <= 300),
  country text collate "C" not null default '' check (country = '' or country ~ '^[A-Z]{2}$'),
  website text not null default '' check (char_length(website) <= 200),
  monthly_volume text check (monthly_volume in ('below_10k', '10k_to_100k', '100k_to_1m', 'above_1m'))
);

create sequence member_invitations_position_seq;
-- A person is asked, by mail, to become a member of a holder.
create table member_invitations (
  holder_id bigint not null references holders (id),
  id text collate "C" not null,
  -- Orders lists; gaps are fine.
  position bigint not null default nextval('member_invitations_position_seq'),
  -- As people's addresses are kept: trimmed, lower case.
  email text collate "C" not null check (char_length(email) between 3 and 254 and email = lower(email)),
  role text not null,
  -- A pending one whose expires_at has come is expired, whether or not the row says so.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked', 'expired')),
  -- SHA-256 of the link's token; the token itself stands in the mail alone.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Who accepted it.
  person_id text references people (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (holder_id, id),
  constraint member_invitations_role check (
    case when holder_id = 1 then role in ('administrator', 'finance', 'support', 'viewer')
      else role in ('owner', 'finance', 'developer', 'viewer') end),
  constraint member_invitations_decided check ((status = 'pending') = (decided_at is null))
);
create unique index member_invitations_one_pending on member_invitations (holder_id, email) where status = 'pending';
create index member_invitations_list on member_invitations (holder_id, position);

-- How many mails a holder's invitations of members have sent to an address on a day (UTC): a bound on mail to strangers.
create table member_invitation_mails (
  holder_id bigint not null references holders (id),
  day date not null,
  email text collate "C" not null,
  mails integer not null check (mails > 0),
  primary key (holder_id, day, email)
);
