-- The schema of version 0.2.0. Amounts are minor units of their currency. Each holder has a book in each `mode`, test and
-- live. A table of the books has its holder first in every key, so that a book can be placed on any machine
-- (docs/citus.md, "Where tables are stored"). Ids and positions come from sequences: gaps are normal.

-- ==== Holders: who owns money, who belongs to whom, and the keys they call with. The same in both modes.

create sequence holders_id_seq;
-- Holder 1 is the service itself.
create table holders (
  id bigint primary key default nextval('holders_id_seq'),
  kind text not null check (kind in ('company', 'merchant', 'courier', 'customer', 'service')),
  name text not null check (char_length(name) between 1 and 255),
  status text not null default 'active' check (status in ('pending', 'active', 'suspended', 'closed')),
  created_at timestamptz not null default now(),
  -- What a suspended holder goes back to.
  suspended_from text check (suspended_from in ('pending', 'active')),
  closed_at timestamptz,
  -- What a closed holder goes back to when it is reopened.
  closed_from text check (closed_from in ('pending', 'active')),
  constraint holders_closed check (
    (status = 'closed') = (closed_at is not null)
    and (closed_at is null) = (closed_from is null))
);
create unique index holders_one_service on holders (kind) where kind = 'service';
create index holders_closed_at on holders (closed_at) where closed_at is not null;

create table companies (
  holder_id bigint primary key references holders (id),
  -- In any 60 seconds, for each mode.
  orders_per_minute integer not null default 60 check (orders_per_minute between 1 and 100000000),
  require_exact_splits boolean not null default false,
  -- Requests to POST /orders/bulk in any 60 seconds, for each mode.
  bulk_requests_per_minute integer not null default 6 check (bulk_requests_per_minute between 1 and 100000000)
);

create sequence links_id_seq;
-- A merchant or courier linked to a company. The id is the beneficiary_ref of a split.
create table links (
  company_id bigint not null references holders (id),
  id bigint not null default nextval('links_id_seq'),
  holder_id bigint not null references holders (id),
  type text not null check (type in ('merchant', 'courier')),
  name text not null check (char_length(name) between 1 and 255),
  status text not null default 'active' check (status in ('active', 'ended')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- False for a link created in test mode, until the company widens it.
  serves_live boolean not null default true,
  primary key (company_id, id),
  -- For accounts_live_link.
  constraint links_modes unique (company_id, id, serves_live),
  check ((status = 'ended') = (ended_at is not null))
);
create unique index links_one_active on links (company_id, holder_id, type) where status = 'active';
create index links_holder on links (holder_id);

create sequence api_keys_position_seq;
-- Key pairs. Of the secret, only its SHA-256 is stored.
create table api_keys (
  client_id text collate "C" primary key,
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  label text not null default '' check (char_length(label) <= 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the minute; null if never.
  last_used_at timestamptz,
  position bigint not null default nextval('api_keys_position_seq'),
  check (client_id ~ ('^pk_' || mode || '_[0-9A-Za-z]{20,64}$'))
);
create unique index api_keys_list on api_keys (holder_id, mode, position);

create sequence test_clock_moves;
-- How far a test book's clock is ahead of real time. No row: not at all.
create table test_clocks (
  holder_id bigint primary key references holders (id),
  -- At most ten years.
  offset_ms bigint not null check (offset_ms between 0 and 315360000000),
  -- Rises with every move, in commit order, because moves are made one at a time: processes read what changed since.
  moved bigint not null default nextval('test_clock_moves')
);
create unique index test_clocks_moved on test_clocks (moved);

-- What the operator needs to know before a company or shop may go live. Empty: not filled in yet.
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

-- A company's or shop's last request to go live, and the decision. Earlier ones are in the audit log.
create table approval_requests (
  holder_id bigint primary key references holders (id),
  status text not null check (status in ('waiting', 'approved', 'refused')),
  requested_by text not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- Emailed to the owners.
  reason text check (char_length(reason) between 1 and 500),
  constraint approval_requests_decided check ((status = 'waiting') = (decided_at is null)),
  constraint approval_requests_reason check ((status = 'refused') = (reason is not null))
);
create index approval_requests_waiting on approval_requests (requested_at, holder_id) where status = 'waiting';

-- How a company or shop appears at the checkout and in receipts.
create table holder_branding (
  holder_id bigint primary key references holders (id),
  -- Dark enough to be read on white, which the service checks.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  support_email text check (char_length(support_email) between 3 and 254),
  support_phone text check (char_length(support_phone) between 3 and 32),
  support_url text check (char_length(support_url) between 8 and 500),
  terms_url text check (char_length(terms_url) between 8 and 500),
  updated_at timestamptz not null
);

-- Each upload gets a new id, so that browsers may cache a logo forever.
create table holder_logos (
  holder_id bigint primary key references holders (id),
  id text not null check (char_length(id) between 1 and 64),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 102400),
  width integer not null check (width between 1 and 2000),
  height integer not null check (height between 1 and 2000),
  created_at timestamptz not null
);

-- ==== People: sign-in, and who may act for which holder

-- The tables from here to `verifications` are kept by better-auth, together with second_factors.
create table people (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  second_factor boolean not null default false,
  -- When it was turned on: for a day after that it doesn't count as fresh. Null: off.
  second_factor_at timestamptz,
  -- When one was first turned on; kept when it is turned off or reset. Only the first one counts as fresh at once.
  second_factor_first_at timestamptz
);

create table sessions (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  person_id text not null references people (id) on delete cascade,
  -- When the second factor was last passed in this session.
  second_factor_at timestamptz
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
  updated_at timestamptz not null default now(),
  -- What a link was emailed for. Null: better-auth's own, such as a challenge for a code.
  kind text check (kind in ('reset', 'lift'))
);
create index verifications_identifier on verifications (identifier);
create index verifications_value on verifications (value);

-- Sign-ups whose address is not confirmed yet. They reserve nothing: several may name the same address.
create table sign_ups (
  id text primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  -- SHA-256 of the link's token; null until the link is emailed.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Whether confirming the address also opens a customer's wallet.
  opens_wallet boolean not null default true
);
create index sign_ups_email on sign_ups (email, created_at);
create index sign_ups_age on sign_ups (expires_at);

-- Secret and recovery codes are encrypted with the service's secret.
create table second_factors (
  id text primary key,
  person_id text not null unique references people (id) on delete cascade,
  secret text not null,
  recovery_codes text not null,
  verified boolean not null default true,
  failures integer not null default 0,
  locked_until timestamptz
);

-- Resets of lost second factors: requested by one administrator, confirmed by another, and effective a day later unless the
-- person uses the factor before. One person is enough on the command line.
create table second_factor_resets (
  person_id text primary key references people (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  requested_by text,
  requested_at timestamptz not null default now(),
  confirmed_by text,
  effective_at timestamptz,
  check (requested_by <> person_id and confirmed_by <> person_id and confirmed_by <> requested_by),
  check ((effective_at is null) = (requested_by is not null and confirmed_by is null))
);

-- The service's own holder, 1, has the operator's roles.
create table members (
  holder_id bigint not null references holders (id),
  person_id text not null references people (id),
  role text not null,
  created_at timestamptz not null default now(),
  primary key (holder_id, person_id),
  constraint members_role_check check (
    case when holder_id = 1 then role in ('administrator', 'finance', 'support', 'viewer')
      else role in ('owner', 'finance', 'developer', 'viewer') end)
);
create index members_person on members (person_id);

create sequence member_invitations_position_seq;
-- Invitations by email to become a member of a holder.
create table member_invitations (
  holder_id bigint not null references holders (id),
  id text collate "C" not null,
  position bigint not null default nextval('member_invitations_position_seq'),
  -- Trimmed and in lower case, as in people.
  email text collate "C" not null check (char_length(email) between 3 and 254 and email = lower(email)),
  role text not null,
  -- One that is pending after expires_at counts as expired.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked', 'expired')),
  -- SHA-256 of the link's token, which is in the email only.
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

-- Emails that a holder's member invitations sent to an address on a day (UTC), to limit them.
create table member_invitation_mails (
  holder_id bigint not null references holders (id),
  day date not null,
  email text collate "C" not null,
  mails integer not null check (mails > 0),
  primary key (holder_id, day, email)
);

-- Holders that people opened, with the idempotency key of the request.
create table holder_openings (
  person_id text not null references people (id) on delete cascade,
  key text collate "C" not null check (char_length(key) between 1 and 255),
  holder_id bigint not null unique references holders (id),
  opened_at timestamptz not null,
  primary key (person_id, key)
);

create sequence invitations_position_seq;
-- Invitations by email to be linked to a company as a merchant or courier.
create table invitations (
  company_id bigint not null references holders (id),
  id text collate "C" not null,
  position bigint not null default nextval('invitations_position_seq'),
  -- Trimmed and in lower case, as in people.
  email text collate "C" not null check (char_length(email) between 3 and 254 and email = lower(email)),
  type text not null check (type in ('merchant', 'courier')),
  -- The name of the link.
  name text not null check (char_length(name) between 1 and 100),
  -- One that is pending after expires_at counts as expired.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  -- SHA-256 of the link's token, which is in the email only.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Once accepted: the link, and who accepted.
  link_id bigint,
  person_id text references people (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  serves_live boolean not null default true,
  -- SHA-256 of the token of a link that the company copied to pass on itself. The emailed link keeps working.
  copied_token_hash bytea check (octet_length(copied_token_hash) = 32),
  primary key (company_id, id),
  foreign key (company_id, link_id) references links (company_id, id),
  constraint invitations_accepted check ((status = 'accepted') = (link_id is not null)),
  constraint invitations_decided check ((status = 'pending') = (decided_at is null))
);
create unique index invitations_one_pending on invitations (company_id, email, type) where status = 'pending';
create index invitations_list on invitations (company_id, position);
create index invitations_due on invitations (expires_at) where status = 'pending';
create index invitations_email on invitations (email) where status = 'pending';
create unique index invitations_copied_token on invitations (copied_token_hash) where copied_token_hash is not null;

-- Emails that a company's invitations sent to an address on a day (UTC), to limit them.
create table invitation_mails (
  company_id bigint not null references holders (id),
  day date not null,
  email text collate "C" not null,
  mails integer not null check (mails > 0),
  primary key (company_id, day, email)
);
create index invitation_mails_age on invitation_mails (day);

-- Deleted people. The row outlives the person, whose id is in the audit log.
create table person_erasures (
  person_id text primary key,
  requested_at timestamptz not null,
  -- What to erase, and the holders that only this person had; emptied when the erasure is finished.
  email text,
  name text,
  holder_ids bigint[] not null,
  finished_at timestamptz,
  check ((finished_at is null) = (email is not null) and (email is null) = (name is null)),
  constraint person_erasures_email check (email like '%_@_%')
);

-- ==== Mail

create sequence mails_id_seq;
-- Emails, queued by the transaction that causes them and sent by a job.
create table mails (
  id bigint primary key default nextval('mails_id_seq'),
  recipient text not null check (char_length(recipient) between 3 and 254),
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null,
  html text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- A code. The mail server's own text may quote the address or the message.
  last_error text check (char_length(last_error) <= 100),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Both are set for emails that the recipient may switch off.
  kind text collate "C",
  person_id text references people (id) on delete set null,
  -- Deleted once it is sent, such as the last email to a person who was erased.
  keeps_no_copy boolean not null default false,
  constraint mails_sent check ((status = 'sent') = (sent_at is not null))
);
create index mails_age on mails (created_at);
-- Queued emails are counted often.
create index mails_queued on mails (id) where status = 'queued';
create index mails_person on mails (person_id) where person_id is not null;

-- The kinds of email that a person has switched off.
create table mail_switches (
  person_id text not null references people (id) on delete cascade,
  kind text collate "C" not null,
  switched_off_at timestamptz not null default now(),
  primary key (person_id, kind)
);

-- ==== The ledger: accounts and transfers, and the debts that people settle

create sequence accounts_id_seq;
create table accounts (
  holder_id bigint not null,
  id bigint not null default nextval('accounts_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  balance bigint not null default 0,
  floor bigint,
  kind text collate "C" not null,
  link_id bigint,
  source text collate "C",
  shadow_ref text collate "C",
  shadow_name text collate "C",
  -- True for a live account of a link, else null, so that accounts_live_link checks no other account.
  live_link boolean generated always as (case when mode = 'live' and link_id is not null then true end) stored,
  primary key (holder_id, id),
  -- For the foreign keys of transfers, which prove that both accounts are of the transfer's book and currency.
  unique (holder_id, mode, currency, id),
  constraint accounts_key unique nulls not distinct
    (holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name),
  -- A link that serves test mode only has no live account.
  constraint accounts_live_link foreign key (holder_id, link_id, live_link)
    references links (company_id, id, serves_live),
  constraint accounts_balance_floor check (balance >= floor),
  constraint accounts_balance_limit check (abs(balance) <= 1000000000000000000),
  constraint accounts_kind check (kind in ('clearing', 'commission', 'wallet', 'earnings', 'payouts_pending', 'fees',
    'outside', 'transit', 'advances', 'debt', 'link_debt', 'debts', 'shadow_clearing', 'shadow_commission',
    'shadow_merchant', 'shadow_courier')),
  constraint accounts_source check (source in ('bank', 'card', 'onlinewallet')),
  constraint accounts_shadow_ref check (char_length(shadow_ref) between 1 and 255),
  constraint accounts_shadow_name check (char_length(shadow_name) between 1 and 255),
  constraint accounts_named check (
    case kind
      when 'earnings' then link_id is not null and num_nonnulls(source, shadow_ref, shadow_name) = 0
      when 'link_debt' then link_id is not null and num_nonnulls(source, shadow_ref, shadow_name) = 0
      when 'outside' then source is not null and num_nonnulls(link_id, shadow_ref, shadow_name) = 0
      when 'shadow_merchant' then num_nonnulls(shadow_ref, shadow_name) <= 1 and num_nonnulls(link_id, source) = 0
      when 'shadow_courier' then num_nonnulls(source, shadow_ref, shadow_name) = 0
      else num_nonnulls(link_id, source, shadow_ref, shadow_name) = 0
    end)
) with (fillfactor = 70);

create sequence transfers_id_seq;
-- Never updated or deleted: the service may only insert and read.
create table transfers (
  holder_id bigint not null,
  id bigint not null default nextval('transfers_id_seq'),
  mode text not null,
  currency text collate "C" not null,
  from_account_id bigint not null,
  to_account_id bigint not null,
  amount bigint not null check (amount > 0),
  code text collate "C" not null,
  line integer not null,
  settlement_id bigint,
  reverses_id bigint,
  created_at timestamptz not null,
  -- The row that the transfer belongs to.
  subject_kind text collate "C" not null,
  subject_id text collate "C" not null,
  primary key (holder_id, id),
  -- Nothing is posted twice.
  constraint transfers_posting_key unique (holder_id, mode, subject_kind, subject_id, code, line),
  foreign key (holder_id, mode, currency, from_account_id) references accounts (holder_id, mode, currency, id),
  foreign key (holder_id, mode, currency, to_account_id) references accounts (holder_id, mode, currency, id),
  check (from_account_id <> to_account_id),
  -- Queries that join orders cast the id to a number. No regular expression, because every insert evaluates this.
  constraint transfers_subject_id check (
    case subject_kind
      when 'order' then subject_id >= '1' and char_length(subject_id) <= 18
        and translate(subject_id, '0123456789', '') = ''
      else subject_id <> ''
    end),
  constraint transfers_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'settlement', 'invitation', 'link'))
);
create index transfers_from_account on transfers (holder_id, from_account_id, id);
create index transfers_to_account on transfers (holder_id, to_account_id, id);
create index transfers_settlement on transfers (holder_id, settlement_id, id) where settlement_id is not null;
-- Transfers are stored in id order: a BRIN index finds a range of ids, and costs an insert next to nothing.
create index transfers_id on transfers using brin (id) with (pages_per_range = 32, autosummarize = on);

create sequence debt_settlements_position_seq;
-- Debts that were repaid outside the service or written off.
create table debt_settlements (
  -- The book of the debt: the debtor's own for a debt to the service, the company's for a debt of one of its links.
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  kind text collate "C" not null check (kind in ('repaid', 'written_off')),
  -- The link that owes; null for a debt to the service.
  link_id bigint,
  -- The account from which a debt to the service is recovered; null for a link's.
  account_kind text collate "C" check (account_kind in ('clearing', 'wallet')),
  -- The amount requested, and once posted the amount posted.
  amount bigint not null check (amount > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  -- Only a write-off can wait for a second person.
  status text not null check (status in ('requested', 'posted', 'declined')),
  requested_by text,
  requested_at timestamptz not null,
  -- The second person, or who declined it.
  decided_by text,
  decided_at timestamptz,
  position bigint not null default nextval('debt_settlements_position_seq'),
  primary key (holder_id, id),
  constraint debt_settlements_debtor check ((link_id is null) = (account_kind is not null)),
  constraint debt_settlements_requested check (status = 'posted' or kind = 'written_off'),
  constraint debt_settlements_decided check ((status = 'requested') = (decided_at is null)),
  constraint debt_settlements_two_people check (status <> 'posted' or decided_by <> requested_by)
);
create index debt_settlements_of_holder on debt_settlements (holder_id, mode, position);
create index debt_settlements_waiting on debt_settlements (mode, position) where status = 'requested';
-- The service's own book refers to a settlement by its id alone.
create index debt_settlements_by_id on debt_settlements (id);
-- One open request for each debt.
create unique index debt_settlements_open on debt_settlements (holder_id, mode, currency, coalesce(link_id, 0))
  where status = 'requested';
-- For seals, which read a table in the order of its numbers. So are all indexes named …_sealed.
create index debt_settlements_sealed on debt_settlements (position);

-- How much of one debt one person may write off alone in 30 days.
create table write_off_limits (
  holder_id bigint not null references holders (id),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount >= 0),
  -- Whoever set the limit needs a second person for any amount.
  set_by text not null,
  set_at timestamptz not null,
  primary key (holder_id, currency)
);

-- ==== Events and their delivery

create sequence events_appended_seq;
-- Appended in the transaction that they are about. The sequencer assigns `position` after the commit, and readers see only
-- events that have one, so that an event that commits late is never skipped.
create table events (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  type text collate "C" not null,
  -- As published: json keeps the order of the fields.
  data json not null,
  created_at timestamptz not null,
  position bigint,
  subject_kind text collate "C" not null,
  subject_id text collate "C" not null,
  -- The order in which the sequencer assigns positions.
  appended bigint not null default nextval('events_appended_seq'),
  -- For the events of payees, which the sequencer derives from transfers: one event for each transfer.
  transfer_id bigint,
  -- The request that caused it; null if a job or the command line did.
  request_id uuid,
  primary key (holder_id, id),
  constraint events_subject_id check (subject_id <> ''),
  constraint events_subject_kind check (subject_kind in ('order', 'order_refund', 'payment',
    'attempt', 'refund', 'dispute', 'dispute_won', 'top_up', 'transfer', 'payout', 'paid_outside', 'claim', 'fees',
    'fees_drawn', 'acquirer_payout', 'debt_settlement', 'settlement', 'invitation', 'link'))
)
-- Every event is updated once, soon after its insert. What that leaves in events_unpositioned must not pile up.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
create unique index events_position on events (holder_id, mode, position) where position is not null;
create index events_unpositioned on events (appended) where position is null;
create index events_of_payment on events (holder_id, subject_id) where subject_kind = 'payment';
create unique index events_of_transfer on events (holder_id, transfer_id) where transfer_id is not null;
-- Without order.created: recording an order must stay fast, and its first event is found by the time in its id.
create index events_of_order on events (holder_id, subject_id)
  where subject_kind in ('order', 'order_refund') and type <> 'order.created' and transfer_id is null;
-- Without the types that most events have.
create index events_of_type on events (holder_id, mode, type, position)
  where position is not null and type not in ('order.created', 'order.settled', 'earning.settled');
create index events_appended on events using brin (appended) with (pages_per_range = 32, autosummarize = on);

-- Where events are delivered (docs/webhooks.md, "Endpoints"). One endpoint of the kind `addresses` stands for the
-- `webhook_url`s of a book's payments or orders.
create table webhook_endpoints (
  holder_id bigint not null references holders (id),
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  kind text not null check (kind in ('endpoint', 'addresses')),
  url text check (char_length(url) between 1 and 2048),
  -- Normalized, because deliveries to one host are limited together.
  host text,
  description text not null default '' check (char_length(description) <= 255),
  -- Null: every type, including future ones.
  event_types text[] check (cardinality(event_types) between 1 and 200),
  extra_header text check (extra_header ~* '^x-[a-z0-9-]{1,62}$'),
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  status_reason text check (status_reason in ('by_hand', 'failing', 'gone')),
  status_since timestamptz not null default now(),
  -- Each event after since_position and up to position that the endpoint takes has a delivery.
  since_position bigint not null check (since_position >= 0),
  position bigint not null,
  -- When a delivery may be due; null if none is pending.
  due_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  last_succeeded_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (holder_id, id),
  check (position >= since_position),
  constraint webhook_endpoints_address check ((kind = 'endpoint') = (url is not null) and (url is null) = (host is null)),
  constraint webhook_endpoints_status_reason check ((status = 'active') = (status_reason is null)),
  constraint webhook_endpoints_due check (due_at is null or status = 'active' and deleted_at is null)
);
create unique index webhook_endpoints_addresses on webhook_endpoints (holder_id, mode) where kind = 'addresses';
create index webhook_endpoints_due on webhook_endpoints (due_at) where due_at is not null;
create index webhook_endpoints_active on webhook_endpoints (holder_id, mode)
  where status = 'active' and deleted_at is null;

-- Encrypted with the key `key_id`, derived from SLUICE_SECRET. A replaced secret signs until expires_at.
create table webhook_secrets (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  purpose text not null check (purpose in ('signature', 'extra_header')),
  number integer not null check (number > 0),
  sealed text not null,
  key_id text collate "C" not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (holder_id, endpoint_id, purpose, number),
  foreign key (holder_id, endpoint_id) references webhook_endpoints (holder_id, id) on delete cascade
);

-- One event for one endpoint.
create table webhook_deliveries (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  -- The event's; null for a test event, which is in no log.
  position bigint,
  -- The payment's or order's own address; null: the endpoint's.
  url text,
  host text not null,
  -- What a test event sends.
  body text,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'parked')),
  reason text check (reason in ('attempts_exhausted', 'unusable_address', 'gone',
    'endpoint_paused', 'endpoint_disabled', 'endpoint_deleted')),
  attempts integer not null default 0 check (attempts >= 0),
  -- Attempts before it was last resent, which allows ten more.
  attempts_before integer not null default 0,
  is_resend boolean not null default false,
  next_attempt_at timestamptz,
  -- The lease of the process that is attempting it.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (holder_id, endpoint_id, event_id),
  foreign key (holder_id, endpoint_id) references webhook_endpoints (holder_id, id),
  check (attempts_before between 0 and attempts),
  constraint webhook_deliveries_reason check ((status = 'parked') = (reason is not null)),
  constraint webhook_deliveries_pending check (
    (status = 'pending') = (next_attempt_at is not null)
    and (status = 'pending') = (finished_at is null)),
  constraint webhook_deliveries_claimed check (claimed_until is null or status = 'pending'),
  constraint webhook_deliveries_test check ((position is null) = (body is not null))
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
create index webhook_deliveries_pending on webhook_deliveries (holder_id, endpoint_id, is_resend, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_parked on webhook_deliveries (holder_id, endpoint_id, event_id) where status = 'parked';
create index webhook_deliveries_created on webhook_deliveries using brin (created_at);
-- With the end of the lease in the index, counting the current claims reads no others.
create index webhook_deliveries_claimed on webhook_deliveries (holder_id, endpoint_id, claimed_until)
  where claimed_until is not null;
create index webhook_deliveries_host on webhook_deliveries (host, claimed_until) where claimed_until is not null;

-- The first 4 KiB of each request and response, without secrets and signatures.
create table webhook_attempts (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  number integer not null check (number > 0),
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  outcome text not null check (outcome in ('delivered', 'refused', 'timed_out', 'not_connected', 'certificate_invalid',
    'address_not_allowed', 'address_unusable')),
  status_code integer check (status_code between 100 and 999),
  request_headers jsonb not null,
  request_body text not null,
  response_headers jsonb,
  response_body text,
  primary key (holder_id, endpoint_id, event_id, number),
  foreign key (holder_id, endpoint_id, event_id)
    references webhook_deliveries (holder_id, endpoint_id, event_id) on delete cascade
);

-- ==== Orders and their settlement (interface B)

create sequence orders_id_seq;
create table orders (
  holder_id bigint not null,
  id bigint not null default nextval('orders_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  partner_order_ref text collate "C" not null check (char_length(partner_order_ref) between 1 and 255),
  idempotency_key text collate "C" check (char_length(idempotency_key) between 1 and 255),
  payment_source text not null check (payment_source in ('service', 'card', 'onlinewallet', 'cod')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'paid', 'partially_refunded', 'refunded', 'cancelled')),
  settlement_status text not null default 'unsettled' check (settlement_status in
    ('unsettled', 'awaiting_funds', 'on_hold', 'settled', 'partially_reversed', 'reversed', 'void')),
  total_amount bigint not null check (total_amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- [{"type": "merchant", "ref": 12 or null, "amount": 800}]
  splits jsonb not null check (jsonb_typeof(splits) = 'array' and jsonb_array_length(splits) between 1 and 200),
  is_shadow boolean not null default false,
  shadow_merchant_ref text collate "C",
  shadow_merchant_name text collate "C",
  return_url text,
  cancel_url text,
  warnings text[] not null default '{}',
  hold_reason text,
  settlement_id bigint,
  -- The attempt that inserted this row, to recognize its own insert when a response was lost.
  attempt_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  settled_at timestamptz,
  -- Refunded to the customer, or being refunded.
  refunded_amount bigint not null default 0,
  -- Taken from each split by refunds: before settlement (reduced) and after it (reversed). Empty: nothing.
  reduced bigint[] not null default '{}',
  reversed bigint[] not null default '{}',
  -- Refunds that have neither succeeded nor failed. Until they have, the order does not settle.
  open_refunds integer not null default 0 check (open_refunds >= 0),
  -- Of a shadow order, by split: what was paid outside the service, and what was claimed for the link claim_link_id.
  paid_outside bigint[] not null default '{}',
  claimed bigint[] not null default '{}',
  claim_link_id bigint,
  -- As it was sent (docs/contract/common.md, "Webhook addresses").
  webhook_url text,
  -- What the customer's bank took back of its payment.
  charged_back_amount bigint not null default 0 check (charged_back_amount >= 0),
  -- Paid by a customer's wallet, which cannot be charged back.
  paid_from_wallet boolean not null default false,
  -- How much of the charged-back amount reversals have taken from the payees.
  reversal_amount bigint not null default 0,
  -- The service's fee for the payment: set when the order is paid, charged when it settles.
  fee bigint not null default 0,
  primary key (holder_id, id),
  constraint orders_ref unique (holder_id, mode, partner_order_ref),
  constraint orders_settled_facts check (
    (settlement_status in ('settled', 'partially_reversed', 'reversed'))
    = (settlement_id is not null and settled_at is not null)),
  constraint orders_hold_reason check ((settlement_status = 'on_hold') = (hold_reason is not null)),
  check (refunded_amount between 0 and total_amount),
  constraint orders_claimed check ((claimed = '{}') = (claim_link_id is null)),
  constraint orders_paid_from_wallet check (not paid_from_wallet or payment_source = 'service' and paid_at is not null),
  constraint orders_reversal_amount check (
    reversal_amount >= 0 and reversal_amount <= charged_back_amount
    and reversal_amount <= total_amount - refunded_amount),
  constraint orders_fee check (fee between 0 and total_amount and (fee = 0 or payment_source = 'service'))
) with (fillfactor = 85);
create unique index orders_idempotency_key on orders (holder_id, mode, idempotency_key)
  where idempotency_key is not null;
-- The settlement queue of each book.
create index orders_settlement_queue on orders (holder_id, mode, currency, is_shadow, id)
  where settlement_status in ('unsettled', 'awaiting_funds');
create index orders_shadow_ref on orders (holder_id, mode, shadow_merchant_ref, id) where is_shadow;
create index orders_shadow_name on orders (holder_id, mode, shadow_merchant_name, id)
  where is_shadow and shadow_merchant_ref is null;
-- Asked whenever money arrives in clearing.
create index orders_awaiting_funds on orders (holder_id, mode) where settlement_status = 'awaiting_funds';
-- For people's lists. Recording an order must stay fast, so no index here takes in an order that was just recorded.
create index orders_on_hold on orders (holder_id, mode, id) where settlement_status = 'on_hold';
create index orders_by_amount on orders (holder_id, mode, total_amount, id)
  include (payment_status, settlement_status, is_shadow)
  where settlement_status in ('settled', 'partially_reversed', 'reversed', 'void');
-- Orders whose splits may have to be fixed before they settle: recorded with a warning, or with a split that names no
-- payee. Queries check each (broken-splits.repository.ts).
create index orders_broken_splits on orders (holder_id, mode, id)
  where settlement_status in ('unsettled', 'awaiting_funds', 'on_hold')
    and (warnings <> '{}' or jsonb_path_exists(splits, '$[*] ? (@.type != "partner" && @.ref == null)'));
-- The paid orders for whose shares clearing is reserved.
create index orders_reserved on orders (holder_id, mode, currency)
  where payment_source = 'service' and not is_shadow and paid_at is not null
    and settlement_status in ('unsettled', 'awaiting_funds', 'on_hold');

-- Separate for each mode, so that a test key cannot change how live money settles.
create table settlement_settings (
  company_id bigint not null references companies (holder_id),
  mode text not null check (mode in ('test', 'live')),
  time_zone text collate "C" not null default 'UTC' check (char_length(time_zone) between 1 and 64),
  hold_seconds integer not null default 0 check (hold_seconds between 0 and 31536000),
  settle_only_paid boolean not null default false,
  -- Nothing settles by schedule or because money arrived; POST /settlements still works.
  paused boolean not null default false,
  primary key (company_id, mode)
);

-- Without a row for '*', a company settles daily at 02:00.
create table settlement_schedules (
  company_id bigint not null,
  -- '*': every currency that has no row.
  currency text collate "C" not null check (currency ~ '^([A-Z]{3}|\*)$'),
  every text not null check (every in ('day', 'week', 'month')),
  -- Of the week (1 is Monday) or the month; empty for every day.
  days smallint[] not null,
  local_time text collate "C" not null check (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  mode text not null check (mode in ('test', 'live')),
  primary key (company_id, mode, currency),
  foreign key (company_id, mode) references settlement_settings (company_id, mode),
  check (
    case every
      when 'day' then days = '{}'
      when 'week' then days <@ '{1,2,3,4,5,6,7}' and cardinality(days) between 1 and 7
      else 1 <= all (days) and 31 >= all (days) and cardinality(days) between 1 and 31
    end)
);

-- When each schedule is due next, by the book's own clock.
create table settlement_dues (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^([A-Z]{3}|\*)$'),
  due_at timestamptz not null,
  primary key (holder_id, mode, currency)
);
create index settlement_dues_due on settlement_dues (due_at);

create sequence settlements_id_seq;
create table settlements (
  holder_id bigint not null,
  id bigint not null default nextval('settlements_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  status text not null default 'running' check (status in ('running', 'done')),
  trigger text not null check (trigger in ('request', 'command', 'schedule', 'funds')),
  orders_settled integer not null default 0,
  orders_awaiting_funds integer not null default 0,
  orders_on_hold integer not null default 0,
  started_at timestamptz not null,
  -- Updated with every batch. A running settlement without recent progress was left by a process that died: it is resumed.
  progressed_at timestamptz not null,
  finished_at timestamptz,
  -- Null: every currency.
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  primary key (holder_id, id),
  check ((status = 'done') = (finished_at is not null))
);
create unique index settlements_one_running on settlements (holder_id, mode) where status = 'running';
create index settlements_running on settlements (progressed_at) where status = 'running';
create index settlements_sealed on settlements (id);

-- The currencies in which a run left orders awaiting funds that were not before, for one event each when it ends.
create table settlement_shortfalls (
  holder_id bigint not null,
  settlement_id bigint not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  primary key (holder_id, settlement_id, currency),
  foreign key (holder_id, settlement_id) references settlements (holder_id, id)
);

-- The time zones that a book's statements had before settlement_settings.time_zone, so that past months keep their
-- boundaries when it changes. Each applied from the end of the one before it.
create table past_time_zones (
  company_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  -- By the book's own clock.
  held_until timestamptz not null,
  time_zone text collate "C" not null check (char_length(time_zone) between 1 and 64),
  primary key (company_id, mode, held_until),
  foreign key (company_id, mode) references settlement_settings (company_id, mode)
);

-- ==== Payments, refunds and disputes (interface A, and orders paid at the checkout)

-- The service's fees for payments, by account, method and currency; null means any. Rows are only added: a later one
-- replaces the earlier one for the same three from effective_from on. One without values ends the rule, so that the next
-- more general one applies.
create table payment_fee_rules (
  id bigint primary key generated by default as identity,
  holder_id bigint references holders (id),
  method text check (method in ('card', 'onlinewallet', 'wallet')),
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  basis_points integer check (basis_points between 0 and 10000),
  fixed bigint check (fixed between 0 and 1000000000000000000),
  effective_from timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  constraint payment_fee_rules_values check ((basis_points is null) = (fixed is null)),
  constraint payment_fee_rules_fixed check (fixed = 0 or currency is not null)
);
create index payment_fee_rules_holder on payment_fee_rules (holder_id, id);

create sequence payments_position_seq;
create table payments (
  holder_id bigint not null,
  -- The payment token.
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  -- The base path that it was created through; its payment page has the same.
  base text not null check (base in ('api', 'sandbox')),
  status text not null default 'created'
    check (status in ('created', 'processing', 'succeeded', 'partially_refunded', 'refunded', 'cancelled', 'expired')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  return_url text,
  cancel_url text,
  custom text,
  webhook_url text,
  last_error text,
  trx_id text collate "C",
  payer_name text,
  payer_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null,
  -- The order that it pays. The holder is then the company, and the money arrives in clearing.
  order_id bigint,
  -- The service's fee, taken at capture and returned in proportion by refunds.
  fee bigint not null default 0,
  -- Refunded, or being refunded.
  refunded_amount bigint not null default 0,
  -- SHA-256 of the browser that paid or cancelled, the only one to be redirected to the shop.
  ended_by bytea check (octet_length(ended_by) = 32),
  -- What the customer's bank took back and did not return; only the rest can be refunded. A dispute in another currency
  -- counts as the whole payment.
  charged_back_amount bigint not null default 0 check (charged_back_amount >= 0),
  -- Shown to the customer on the page of a payment link.
  description text check (char_length(description) between 1 and 255),
  -- What people search, in lower case. The payer is separate, because not everyone may search for payers.
  search_text text not null
    generated always as (lower(coalesce(custom, '') || E'\n' || coalesce(description, ''))) stored,
  payer_search_text text not null
    generated always as (lower(coalesce(payer_name, '') || E'\n' || coalesce(payer_email, ''))) stored,
  -- The fee rules at creation, one for each method: card, onlinewallet, wallet; null where none applied.
  fee_rules bigint[],
  -- When they were read: real time, also in test mode.
  priced_at timestamptz,
  -- The rule of the method that was paid with.
  fee_basis_points integer not null default 0 check (fee_basis_points between 0 and 10000),
  fee_fixed bigint not null default 0 check (fee_fixed >= 0),
  position bigint not null default nextval('payments_position_seq'),
  primary key (holder_id, id),
  -- For the foreign keys of refunds and disputes, which have the mode of their payment.
  unique (holder_id, mode, id),
  constraint payments_order foreign key (holder_id, order_id) references orders (holder_id, id),
  constraint payments_paid_facts check (
    (status in ('succeeded', 'partially_refunded', 'refunded'))
    = (trx_id is not null and paid_at is not null and payer_name is not null)),
  check (base = 'api' or mode = 'test'),
  check (fee between 0 and amount),
  check (refunded_amount between 0 and amount),
  constraint payments_fee_rules check (cardinality(fee_rules) = 3),
  constraint payments_fee_of_rule check (
    priced_at is null or fee = case when trx_id is null then 0
      else least(amount, div(amount::numeric * fee_basis_points + 5000, 10000) + fee_fixed) end)
);
create unique index payments_trx on payments (holder_id, trx_id) where trx_id is not null;
create index payments_of_order on payments (holder_id, order_id) where order_id is not null;
create index payments_open on payments (expires_at) where status = 'created';
-- People's lists: by time, by status, by amount.
create index payments_listed on payments (holder_id, mode, created_at, id);
create index payments_by_status on payments (holder_id, mode, status, created_at, id);
create index payments_by_amount on payments (holder_id, mode, amount, id);
create index payments_disputed on payments (holder_id, mode, created_at, id) where charged_back_amount > 0;
-- The totals of each day.
create index payments_paid on payments (holder_id, mode, paid_at) include (currency, amount, fee)
  where paid_at is not null;
create index payments_position on payments (position);

-- A customer's attempts to pay.
create table payment_attempts (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  number integer not null check (number > 0),
  method text not null check (method in ('wallet', 'card', 'onlinewallet')),
  status text not null check (status in ('processing', 'succeeded', 'declined', 'returned')),
  error text,
  -- Never a card number: at most its last four digits.
  card_last_four text check (card_last_four ~ '^[0-9]{4}$'),
  payer_holder_id bigint,
  created_at timestamptz not null,
  -- Also the provider's idempotency key.
  id text collate "C" not null,
  provider text not null default 'wallet' check (provider in ('wallet', 'simulator', 'stripe')),
  provider_ref text,
  -- Where the provider sends the customer to complete it.
  continue_url text,
  payer_name text,
  payer_email text,
  browser bytea check (octet_length(browser) = 32),
  updated_at timestamptz not null,
  -- When to ask the provider for its result.
  due_at timestamptz,
  -- The language of the checkout; null if there was none.
  payer_language text check (payer_language ~ '^[a-z]{2}$'),
  primary key (holder_id, payment_id, number),
  constraint payment_attempts_id unique (holder_id, id),
  foreign key (holder_id, payment_id) references payments (holder_id, id),
  constraint payment_attempts_due check ((status = 'processing') = (due_at is not null))
);
create index payment_attempts_due on payment_attempts (due_at) where status = 'processing';
create unique index payment_attempts_one_processing on payment_attempts (holder_id, payment_id)
  where status = 'processing';
-- A customer's payments.
create index payment_attempts_payer on payment_attempts (payer_holder_id, payment_id) where payer_holder_id is not null;
-- One capture pays a payment; any other is returned.
create unique index payment_attempts_one_succeeded on payment_attempts (holder_id, payment_id)
  where status = 'succeeded';

create sequence refunds_position_seq;
create table refunds (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  payment_id text collate "C" not null,
  refund_ref text collate "C" not null check (char_length(refund_ref) between 1 and 255),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- The part of the service's fee that was returned with it.
  fee_returned bigint not null default 0,
  reason text,
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  due_at timestamptz,
  position bigint not null default nextval('refunds_position_seq'),
  primary key (holder_id, id),
  constraint refunds_ref unique (holder_id, payment_id, refund_ref),
  unique (holder_id, mode, currency, id),
  constraint refunds_payment foreign key (holder_id, mode, payment_id) references payments (holder_id, mode, id),
  check (fee_returned between 0 and amount),
  check ((status = 'pending') = (due_at is not null))
);
create index refunds_due on refunds (due_at) where status = 'pending';
create index refunds_by_status on refunds (holder_id, mode, status, created_at)
  include (currency, amount, fee_returned);
create index refunds_position on refunds (position);

create sequence disputes_position_seq;
-- What the provider withdrew, returned and charged for each dispute, as far as it is posted.
create table disputes (
  holder_id bigint not null,
  -- The provider's id.
  id text collate "C" not null check (id <> ''),
  mode text not null check (mode in ('test', 'live')),
  payment_id text collate "C" not null,
  -- Of each withdrawal and each return.
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  withdrawals integer not null default 0 check (withdrawals >= 0),
  returns integer not null default 0,
  -- The provider's fee, which the service bears, and how much of it was returned.
  fee bigint not null default 0 check (fee >= 0),
  fee_returned bigint not null default 0,
  fee_currency text collate "C" check (fee_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  position bigint not null default nextval('disputes_position_seq'),
  status text not null default 'under_review' check (status in ('needs_response', 'under_review', 'won', 'lost')),
  reason text check (char_length(reason) <= 100),
  -- Until when the provider accepts evidence.
  evidence_due_at timestamptz,
  primary key (holder_id, id),
  constraint disputes_payment foreign key (holder_id, mode, payment_id) references payments (holder_id, mode, id),
  check (fee_returned between 0 and fee),
  check (returns between 0 and withdrawals),
  check (fee = 0 or fee_currency is not null)
);
create index disputes_of_payment on disputes (holder_id, payment_id);
create index disputes_by_id on disputes (id);
create index disputes_open on disputes (mode, evidence_due_at) where status in ('needs_response', 'under_review');
create index disputes_list on disputes (mode, position);
create index disputes_sealed on disputes (position);

-- Captures that came too late for their payment, until the provider has returned them.
create table late_captures (
  holder_id bigint not null,
  attempt_id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  payment_id text collate "C" not null,
  -- May differ from the payment's.
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'pending' check (status in ('pending', 'returned', 'refused')),
  -- The provider's reason for its last refusal.
  failure text,
  -- Times that the provider refused; each new request is a new refund there.
  refusals integer not null default 0 check (refusals >= 0),
  -- When to ask the provider again.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (holder_id, attempt_id),
  foreign key (holder_id, payment_id) references payments (holder_id, id),
  check ((status = 'pending') = (due_at is not null)),
  check (status <> 'refused' or failure is not null)
);
create index late_captures_due on late_captures (due_at) where status = 'pending';
create index late_captures_refused on late_captures (created_at) where status = 'refused';
create index late_captures_open on late_captures (mode, created_at, attempt_id) where status in ('pending', 'refused');

-- Payments that a customer could not pay because of the shop, so that each is reported once.
create table unpayable_payments (
  holder_id bigint not null,
  payment_id text not null,
  mode text not null check (mode in ('test', 'live')),
  reason text not null check (reason in ('not_approved', 'suspended', 'no_card_payments')),
  reported_at timestamptz not null,
  primary key (holder_id, payment_id),
  foreign key (holder_id, payment_id) references payments (holder_id, id)
);
create index unpayable_payments_reported on unpayable_payments (holder_id, mode, reason, reported_at);

-- The charges of the simulated card provider of test mode.
create table simulator_charges (
  -- The attempt's id.
  id text collate "C" primary key,
  status text not null check (status in ('open', 'succeeded', 'declined', 'closed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  card_last_four text,
  refunded bigint not null default 0,
  -- When an open charge completes by itself.
  completes_at timestamptz,
  created_at timestamptz not null default now(),
  check (refunded between 0 and amount)
);

create sequence order_refunds_position_seq;
-- Refunds and reversals of orders. Arrays have an amount for each split.
create table order_refunds (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  order_id bigint not null,
  refund_ref text collate "C" not null check (char_length(refund_ref) between 1 and 255),
  status text not null check (status in ('pending', 'awaiting_funds', 'succeeded', 'failed')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- SHA-256 of the request: another request with the same refund_ref is a conflict.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Taken from each split; clearing bears the rest of the amount.
  taken bigint[] not null,
  -- Requested before the order settled: the splits were only reduced.
  before_settlement boolean not null,
  -- The refund of the customer's payment. Null until it is requested, and if the company collected the money itself.
  payment_refund_id text collate "C",
  reason text,
  failure text,
  -- Refunds that await funds are paid first in, first out.
  position bigint not null default nextval('order_refunds_position_seq'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What a proportional refund counts against each split; null for one that names amounts or who pays. It can be more than
  -- was taken, because a split pays at most what it has left.
  counted bigint[],
  -- What a failed refund owes the payees: awaiting_funds until clearing can pay it.
  restitution text check (restitution in ('awaiting_funds', 'paid')),
  -- To be paid from clearing: shares taken, and what was since recovered of debts that the refund left.
  restitution_shares bigint[] not null default '{}',
  restitution_debts bigint[] not null default '{}',
  restitution_amount bigint not null default 0 check (restitution_amount >= 0),
  -- Its position among the refunds that await funds.
  restitution_position bigint,
  -- For a refund that reduced the splits before settlement and failed after it.
  credited_back bigint[],
  -- A reversal takes the shares of a charged-back order back from the payees; the customer's bank has the money already.
  kind text collate "C" not null default 'refund',
  primary key (holder_id, id),
  constraint order_refunds_ref unique (holder_id, order_id, refund_ref),
  foreign key (holder_id, order_id) references orders (holder_id, id),
  constraint order_refunds_payment_refund_key
    foreign key (holder_id, mode, currency, payment_refund_id)
    references refunds (holder_id, mode, currency, id),
  check (credited_back is null or before_settlement and status = 'failed'),
  constraint order_refunds_restitution check (
    (restitution is null) = (restitution_amount = 0)
    and (restitution is null) = (restitution_position is null)
    and (restitution is null or status = 'failed')),
  constraint order_refunds_kind check (kind in ('refund', 'reversal')),
  -- A reversal is complete at once, and fails only when the dispute is won.
  constraint order_refunds_reversal check (
    kind = 'refund' or payment_refund_id is null and status in ('succeeded', 'failed'))
);
create index order_refunds_waiting on order_refunds (holder_id, mode, currency, position)
  where status = 'awaiting_funds';
create unique index order_refunds_payment_refund on order_refunds (holder_id, payment_refund_id)
  where payment_refund_id is not null;
create index order_refunds_restitution_waiting on order_refunds (holder_id, mode, currency, restitution_position)
  where restitution = 'awaiting_funds';
create index order_refunds_position on order_refunds (position);

-- ==== The shadow ledger: orders of restaurants that have no account, what they were paid outside, and their claims

-- Payments that the company made to restaurants or couriers of shadow orders outside the service.
create table shadow_payments (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  payment_ref text collate "C" not null check (char_length(payment_ref) between 1 and 255),
  -- The company's own reference, such as a bank's or a receipt's.
  reference text check (char_length(reference) between 1 and 255),
  -- SHA-256 of the request: another request with the same payment_ref is a conflict.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  created_at timestamptz not null,
  primary key (holder_id, id),
  constraint shadow_payments_ref unique (holder_id, mode, payment_ref)
);

-- One for each split; its transfer has the same line.
create table shadow_payment_lines (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  line integer not null,
  order_id bigint not null,
  -- The index of the split in the order.
  split integer not null check (split >= 0),
  amount bigint not null check (amount > 0),
  primary key (holder_id, payment_id, line),
  constraint shadow_payment_lines_split unique (holder_id, order_id, split, payment_id),
  foreign key (holder_id, payment_id) references shadow_payments (holder_id, id),
  foreign key (holder_id, order_id) references orders (holder_id, id)
);

-- Shadow orders that a restaurant claimed once it was linked.
create table shadow_claims (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  claim_ref text collate "C" not null check (char_length(claim_ref) between 1 and 255),
  shadow_merchant_ref text collate "C" not null check (char_length(shadow_merchant_ref) between 1 and 255),
  link_id bigint not null,
  -- SHA-256 of the request: another request with the same claim_ref is a conflict.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Open orders of the restaurant that are left for another claim.
  orders_left integer not null default 0 check (orders_left >= 0),
  created_at timestamptz not null,
  primary key (holder_id, id),
  constraint shadow_claims_ref unique (holder_id, mode, claim_ref),
  foreign key (holder_id, link_id) references links (company_id, id)
);
create index shadow_claims_merchant on shadow_claims (holder_id, mode, shadow_merchant_ref, created_at);

-- One for each split. An order is claimed once.
create table shadow_claim_lines (
  holder_id bigint not null,
  claim_id text collate "C" not null,
  line integer not null,
  order_id bigint not null,
  split integer not null check (split >= 0),
  amount bigint not null check (amount > 0),
  primary key (holder_id, claim_id, line),
  constraint shadow_claim_lines_split unique (holder_id, order_id, split),
  foreign key (holder_id, claim_id) references shadow_claims (holder_id, id),
  foreign key (holder_id, order_id) references orders (holder_id, id)
);

-- Which shadow restaurant an invitation is for: the link of an accepted one may claim its orders.
create table shadow_invitations (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  shadow_merchant_ref text collate "C" not null check (char_length(shadow_merchant_ref) between 1 and 255),
  invitation_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (holder_id, mode, shadow_merchant_ref, invitation_id)
);

-- ==== Wallets and banks: top-ups, commission transfers, bank accounts and payouts

create sequence top_ups_position_seq;
-- Money on its way into a wallet: it arrives at once in test mode, and when the operator confirms it in live mode.
create table top_ups (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  status text not null check (status in ('pending', 'succeeded', 'cancelled', 'expired', 'refused')),
  account_kind text collate "C" not null,
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  succeeded_at timestamptz,
  position bigint not null default nextval('top_ups_position_seq'),
  -- The person, if it was one.
  requested_by text,
  reference text collate "C",
  expires_at timestamptz,
  ended_at timestamptz,
  -- The amount requested, if another one arrived.
  requested_amount bigint check (requested_amount > 0),
  reason text check (length(reason) between 1 and 255),
  -- Who confirmed that the money arrived; null for the command line and for test money.
  credited_by text,
  reversed_at timestamptz,
  -- What was taken back, and how much of it the balance covered. The service advanced the rest.
  reversed_amount bigint,
  reversed_covered bigint,
  reversal_reason text check (length(reversal_reason) between 1 and 255),
  primary key (holder_id, id),
  constraint top_ups_account_kind check (account_kind in ('clearing', 'wallet')),
  check ((status = 'succeeded') = (succeeded_at is not null)),
  constraint top_ups_ended check ((status in ('cancelled', 'expired', 'refused')) = (ended_at is not null)),
  constraint top_ups_reason check (reason is null or status = 'refused'),
  constraint top_ups_reversed check (
    case when reversed_at is null then reversed_amount is null and reversed_covered is null and reversal_reason is null
      else status = 'succeeded' and reversed_amount is not null and reversed_amount between 1 and amount
        and reversed_covered is not null and reversed_covered between 0 and reversed_amount and reversal_reason is not null end)
);
create index top_ups_pending on top_ups (holder_id, created_at) where status = 'pending';
create index top_ups_waiting on top_ups (mode, position) where status = 'pending';
create index top_ups_expiring on top_ups (expires_at) where status = 'pending';
create index top_ups_of_holder on top_ups (holder_id, mode, position);
create index top_ups_reference on top_ups (reference) where reference is not null;
create index top_ups_listed on top_ups (mode, position);
create index top_ups_sealed on top_ups (position);

-- References of bank transfers, which are unique over all books. A constraint of top_ups can only cover one book.
create table transfer_references (
  reference text collate "C" primary key
);

-- Commission that a company moved into its clearing wallet.
create table commission_transfers (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  primary key (holder_id, id)
);

-- The operator's own bank accounts, one for each currency in which it accepts bank transfers.
create table bank_details (
  currency text collate "C" primary key check (currency ~ '^[A-Z]{3}$'),
  account_holder text not null check (length(account_holder) between 1 and 140),
  iban text collate "C",
  bic text collate "C",
  bank_name text check (length(bank_name) between 1 and 140),
  -- What other countries' banks need: account number, routing code, address.
  other text check (length(other) between 1 and 500),
  changed_at timestamptz not null,
  check (iban is not null or other is not null)
);

-- Bank accounts for payouts, for both modes. Only the operator's payout file has the full number.
create table bank_accounts (
  holder_id bigint not null references holders (id),
  id text collate "C" not null,
  status text not null default 'active' check (status in ('active', 'ended')),
  -- Null: any currency.
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  account_name text not null check (char_length(account_name) between 1 and 140),
  iban text collate "C" check (iban ~ '^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$'),
  account_number text collate "C" check (account_number ~ '^[0-9A-Za-z]{4,34}$'),
  -- A BIC, or the country's own bank code.
  bank_code text collate "C" check (bank_code ~ '^[0-9A-Za-z]{3,20}$'),
  country text collate "C" not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  ended_at timestamptz,
  added_by text,
  -- When the bank details of a closed account were erased. The row stays, because payouts refer to it.
  erased_at timestamptz,
  -- row_versions keep a salted hash of the bank details. The salt is erased with them.
  salt uuid default gen_random_uuid(),
  primary key (holder_id, id),
  constraint bank_accounts_number check ((iban is null) <> (account_number is null)),
  constraint bank_accounts_bank check (iban is not null or bank_code is not null),
  constraint bank_accounts_ended check ((status = 'ended') = (ended_at is not null))
);

-- A currency without a row has the defaults.
create table payout_rules (
  currency text collate "C" primary key check (currency ~ '^[A-Z]{3}$'),
  minimum bigint not null default 1 check (minimum >= 1),
  fee bigint not null default 0 check (fee >= 0),
  -- For one holder in 24 hours. Null: no limit.
  daily_limit bigint check (daily_limit >= 1),
  constraint payout_rules_fee check (fee < minimum)
);

create sequence payouts_position_seq;
-- Money that leaves for a bank account.
create table payouts (
  -- The book of the account. Earnings are in the company's book and belong to the owner.
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  owner_holder_id bigint not null,
  status text not null check (status in ('requested', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed')),
  -- What leaves the account. The bank receives it less the fee.
  amount bigint not null check (amount > 0),
  fee bigint not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Of owner_holder_id.
  bank_account_id text collate "C" not null,
  -- Why it was rejected or failed.
  reason text check (char_length(reason) between 1 and 255),
  position bigint not null default nextval('payouts_position_seq'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  approved_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  account_kind text collate "C" not null,
  link_id bigint,
  requested_by text,
  primary key (holder_id, id),
  check (fee >= 0 and fee < amount),
  constraint payouts_approved check (
    case
      when status in ('approved', 'sent', 'completed', 'failed') then approved_at is not null
      when status in ('requested', 'cancelled') then approved_at is null
      else true end),
  constraint payouts_sent check (
    case
      when status in ('sent', 'completed') then sent_at is not null and approved_at is not null
      when status = 'failed' then true
      else sent_at is null end),
  constraint payouts_ended check ((status in ('completed', 'rejected', 'cancelled', 'failed')) = (ended_at is not null)),
  constraint payouts_account_kind check (account_kind in ('wallet', 'commission', 'clearing', 'earnings')),
  constraint payouts_link check ((account_kind = 'earnings') = (link_id is not null)),
  constraint payouts_owner check (holder_id = owner_holder_id or account_kind = 'earnings')
);
create index payouts_position on payouts (holder_id, mode, position);
-- An owner's payouts, also those of the last 24 hours.
create index payouts_owner on payouts (holder_id, owner_holder_id, mode, position);
create index payouts_open on payouts (holder_id, status, position) where status in ('requested', 'approved', 'sent');
-- The operator's lists, over all books.
create index payouts_listed on payouts (mode, position);
create index payouts_listed_by_status on payouts (mode, status, position);
create index payouts_sealed on payouts (position);

-- ==== The operator: fees, bank statements and their reconciliation, four eyes

-- A book's net fees of one currency and day; negative if refunds returned more than payments brought.
create table fee_collections (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  -- <holder>:<currency>:<day>
  id text collate "C" not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount <> 0),
  created_at timestamptz not null,
  primary key (holder_id, mode, id),
  constraint fee_collections_id check (starts_with(id, holder_id || ':' || currency || ':'))
);

-- What the operator withdrew of the service's fees. The id is the operator's reference.
create table fee_draws (
  holder_id bigint not null check (holder_id = 1),
  mode text not null check (mode in ('test', 'live')),
  id text collate "C" not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  primary key (holder_id, mode, id)
);

-- Payouts of acquirers to the bank. The amount includes the acquirer's fee.
create table acquirer_payouts (
  holder_id bigint not null check (holder_id = 1),
  mode text not null check (mode in ('test', 'live')),
  -- <source>:<the acquirer's reference>
  id text collate "C" not null,
  source text collate "C" not null check (source in ('card', 'onlinewallet')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  fee bigint not null,
  created_at timestamptz not null,
  primary key (holder_id, mode, id),
  check (fee >= 0 and fee < amount),
  constraint acquirer_payouts_id check (starts_with(id, source || ':'))
);

create sequence statement_imports_id_seq;
-- Statements of banks and acquirers, which are reconciled with the ledger.
create table statement_imports (
  id bigint primary key default nextval('statement_imports_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  -- Which of several bank accounts or acquirer contracts; empty if there is one.
  account text not null default '' check (char_length(account) <= 100),
  file_name text not null,
  -- SHA-256 of the file, which is imported once.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  imported_at timestamptz not null,
  -- For the foreign key of statement_lines, which have their import's mode and source.
  unique (id, mode, source),
  constraint statement_imports_file unique (mode, source, file_hash)
);
create index statement_imports_of_source on statement_imports (mode, source, id);

create sequence statement_lines_id_seq;
create table statement_lines (
  id bigint primary key default nextval('statement_lines_id_seq'),
  import_id bigint not null,
  mode text not null,
  source text collate "C" not null,
  line_number integer not null check (line_number > 0),
  -- SHA-256 of account, date, currency, amount and text, to find lines that an earlier statement may contain.
  line_hash bytea not null check (octet_length(line_hash) = 32),
  booked_on date not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Positive: money in; negative: money out.
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000000000),
  reference text not null check (char_length(reference) <= 2000),
  -- The matching transfer, in any book.
  transfer_holder_id bigint,
  transfer_id bigint,
  matched_at timestamptz,
  -- Matched by a person.
  by_hand boolean not null default false,
  -- No longer matched by rules: a person undid a match or set the line aside.
  rules_off boolean not null default false,
  note text check (char_length(note) between 1 and 500),
  -- unknown: the file did not say, and the amount is positive. in, out: a person decided.
  direction text collate "C" not null default 'read' check (direction in ('read', 'unknown', 'in', 'out')),
  booked_time text collate "C" check (booked_time ~ '^[0-9]{2}:[0-9]{2}:[0-9]{2}$'),
  -- The bank's own id of the movement, unique within the account.
  bank_id text check (char_length(bank_id) between 1 and 100),
  -- possible: it may be a line of an earlier statement. same, other: a person decided.
  duplicate text collate "C" check (duplicate in ('possible', 'same', 'other')),
  constraint statement_lines_number unique (import_id, line_number),
  -- A transfer between the bank and an acquirer is in the statements of both, once in each.
  constraint statement_lines_transfer unique (transfer_holder_id, transfer_id, source),
  foreign key (import_id, mode, source) references statement_imports (id, mode, source),
  check ((transfer_holder_id is null) = (transfer_id is null) and (transfer_id is null) = (matched_at is null)),
  constraint statement_lines_by_hand check (not by_hand or transfer_id is not null),
  constraint statement_lines_direction check (
    case direction when 'unknown' then amount > 0 when 'in' then amount > 0 when 'out' then amount < 0 else true
    end),
  constraint statement_lines_decided check (
    transfer_id is null or direction <> 'unknown' and coalesce(duplicate, 'other') = 'other')
);
create index statement_lines_open on statement_lines (mode, source, booked_on, id) where transfer_id is null;
create index statement_lines_of_source on statement_lines (mode, source, id);
-- Open lines are matched with transfers of the same currency and amount, a page at a time.
create index statement_lines_open_money on statement_lines (mode, source, currency, amount, id)
  where transfer_id is null and not rules_off;
create index statement_lines_facts on statement_lines (mode, source, line_hash);
create index statement_lines_by_day on statement_lines (mode, source, booked_on, id);
create index statement_lines_bank_id on statement_lines (mode, source, bank_id) where bank_id is not null;

-- Incoming bank transfers that the operator returned.
create table returned_transfers (
  line_id bigint primary key references statement_lines (id),
  reason text not null check (length(reason) between 1 and 255),
  returned_at timestamptz not null
);

-- Whether it takes two people to move money. No row: no.
create table four_eyes (
  holder_id bigint primary key references holders (id) check (holder_id = 1),
  is_on boolean not null,
  -- Another administrator has to confirm that it is turned off.
  off_requested_by text,
  off_requested_at timestamptz,
  check ((off_requested_by is null) = (off_requested_at is null)),
  check (is_on or off_requested_by is null)
);

-- ==== Proof: the audit log, verifications, versions of rows, seals

create sequence audit_log_id_seq;
-- One entry for each privileged action, written in its transaction. The service may only insert and read.
create table audit_log (
  id bigint primary key default nextval('audit_log_id_seq'),
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('person', 'key', 'payer', 'visitor', 'provider', 'command', 'system')),
  -- A person, client id, provider, system user or job. No foreign key: entries outlive them.
  actor_id text,
  role text,
  session_id text,
  address text,
  request_id text,
  -- Whose audit log it is in; null for what people did to their own accounts.
  holder_id bigint,
  -- Null for what both modes share.
  mode text check (mode in ('test', 'live')),
  action text collate "C" not null,
  object_kind text not null,
  object_id text not null,
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  check ((actor_id is null) <= (actor_kind in ('visitor', 'payer')))
);
create index audit_log_holder on audit_log (holder_id, id);
create index audit_log_object on audit_log (object_kind, object_id, id);
create index audit_log_at on audit_log (at);
-- The operator's search of the audit log.
create index audit_log_action on audit_log (action, id);
create index audit_log_object_id on audit_log (object_id);
create index audit_log_actor on audit_log (actor_id) where actor_id is not null;
create index audit_log_request on audit_log (request_id) where request_id is not null;

-- The audit log entries from which a person was erased. Their sealed personal parts can no longer be compared.
create table erased_entries (
  entry_id bigint primary key,
  person_id text collate "C" not null
);
create index erased_entries_person on erased_entries (person_id);

create sequence ledger_verifications_id_seq;
-- Results of verifications, and where the next incremental one starts.
create table ledger_verifications (
  id bigint primary key default nextval('ledger_verifications_id_seq'),
  kind text not null check (kind in ('full', 'incremental')),
  ok boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- [{"name": …, "count": …, "offences": [{"row": …, "problem": …}]}], with the first offences of each check.
  checks jsonb not null check (jsonb_typeof(checks) = 'array'),
  -- No further transfer with this id or a lower one can appear: account_checkpoints have the balances up to here.
  transfer_mark bigint not null,
  -- Every transaction before this one had ended.
  transaction_mark text collate "C" not null check (transaction_mark ~ '^[0-9]{1,20}$'),
  -- The database to which that number belongs; null if the server does not say.
  database_identity text collate "C"
);

-- The balance of each account at the mark of the last verification that passed. No row: 0.
create table account_checkpoints (
  holder_id bigint not null,
  account_id bigint not null,
  transfer_id bigint not null,
  balance bigint not null,
  primary key (holder_id, account_id)
) with (fillfactor = 70);

create sequence verification_runs_id_seq;
-- Verifications that people requested, with their progress.
create table verification_runs (
  id bigint primary key default nextval('verification_runs_id_seq'),
  kind text not null check (kind in ('full', 'incremental')),
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  checks_done integer not null default 0 check (checks_done >= 0),
  checks_total integer,
  verification_id bigint references ledger_verifications (id),
  check (checks_total >= checks_done),
  constraint verification_runs_started check ((status = 'queued') <= (started_at is null)),
  constraint verification_runs_finished check ((status in ('done', 'failed')) = (finished_at is not null)),
  constraint verification_runs_found check ((status = 'done') = (verification_id is not null))
);
create unique index verification_runs_open on verification_runs ((true)) where status in ('queued', 'running');

create sequence row_versions_id_seq;
-- Versions of the rows that decide where money goes, written with each change; verification compares each row with its
-- last version. Facts are null once the row is deleted.
create table row_versions (
  id bigint primary key default nextval('row_versions_id_seq'),
  table_name text collate "C" not null,
  row_key text collate "C" not null,
  facts jsonb,
  written_at timestamptz not null default now()
);
create index row_versions_of_row on row_versions (table_name, row_key, id);

-- Hashes of the rows that each table had up to a number, chained (docs/seals.md, "What a seal is"). The service may only
-- insert and read.
create table seals (
  number bigint primary key check (number > 0),
  source text collate "C" not null,
  -- It covers the rows above after_key, up to up_to_key.
  after_key bigint not null,
  up_to_key bigint not null,
  row_count integer not null check (row_count >= 0),
  -- How many days rows of the table were kept at that time; null: forever.
  kept_days integer check (kept_days > 0),
  rows_hash bytea not null check (octet_length(rows_hash) = 32),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  sealed_at timestamptz not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  -- Ed25519; null if the service had no key.
  public_key bytea check (octet_length(public_key) = 32),
  signature bytea check (octet_length(signature) = 64),
  -- A line for each row, in the order of their numbers.
  lines text not null,
  check (after_key <= up_to_key),
  check ((public_key is null) = (signature is null))
);
create index seals_of_source on seals (source, number);

-- The salts of sealed personal parts. Deleting the salt erases the part from the seal.
create table seal_salts (
  source text collate "C" not null,
  key bigint not null,
  part smallint not null check (part > 0),
  salt text collate "C" not null check (char_length(salt) between 32 and 64),
  -- When the row was written: salts are deleted with old rows.
  at timestamptz not null,
  primary key (source, key, part)
);
create index seal_salts_age on seal_salts (source, at);

-- ==== Running the service

-- Responses to requests with an Idempotency-Key, kept for 24 hours.
create table idempotency_keys (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  key text collate "C" not null check (char_length(key) between 1 and 255),
  route text collate "C" not null,
  request_hash bytea not null,
  answer_status integer,
  answer_body text,
  created_at timestamptz not null default now(),
  primary key (holder_id, mode, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Failed requests of key pairs, shown to people (docs/contract/people.md, "The request log"). Never a body, header or
-- secret.
create table failed_requests (
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  request_id uuid not null,
  at timestamptz not null,
  client_id text collate "C" not null,
  method text not null,
  path text not null,
  query text,
  status integer not null check (status between 400 and 599),
  code text collate "C" not null,
  message text not null,
  details jsonb not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- Later failures in the same minute that are not listed.
  omitted integer not null default 0 check (omitted >= 0),
  primary key (holder_id, mode, request_id)
);
create index failed_requests_at on failed_requests (at);

-- A row for each transaction that must not run twice, written with it: after a COMMIT without an answer it says whether the
-- transaction happened. `fenced` says that it did not and never can. In the book that the transaction writes; holder 0 is no
-- book.
create table transaction_markers (
  holder_id bigint not null,
  attempt uuid not null,
  fenced boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (holder_id, attempt)
);
-- Rows are stored in the order of time.
create index transaction_markers_created_at on transaction_markers using brin (created_at);

create sequence processes_id_seq as integer;
-- The processes that serve this database. A row without a recent heartbeat is removed.
create table processes (
  id integer primary key default nextval('processes_id_seq'),
  name text not null,
  -- How many connections to this database it may open.
  connections integer not null check (connections > 0),
  -- False: it counts requests in its own memory, because it is alone.
  shares_windows boolean not null,
  heartbeat_at timestamptz not null default clock_timestamp()
);

-- Requests counted towards the limits that processes share (docs/growing.md, "Limits"). Times are microseconds since 1970 by
-- the database's clock. Unlogged: a crash of the database empties it.
create unlogged table rate_windows (
  name text collate "C" not null,
  key text collate "C" not null,
  -- When each entry leaves the window, and how many requests it counts.
  leaves_us bigint[] not null,
  slots integer[] not null,
  -- When the last entry leaves.
  idle_us bigint not null,
  primary key (name, key),
  check (cardinality(leaves_us) = cardinality(slots))
) with (fillfactor = 70);

-- One row once `sluice serve` has run: demo accounts are never added to this database then.
create table production (
  id smallint primary key default 1 check (id = 1),
  served_at timestamptz not null default now()
);

-- ==== Functions

create function clock_us() returns bigint language sql volatile
return (extract(epoch from clock_timestamp()) * 1000000)::bigint;

-- Counts requests, one item after the other; the only place that decides what a quota allows. Returns no row when the
-- process is not on the list of those that share: it must not serve by these windows then. An item has name, key, quota,
-- window_us, and wanted: above 0 counts as many of them as the quota allows; 0 decides as for 1 and counts nothing;
-- below 0 takes back as many, counted before in the entry slot_us. Entries leave the window held_us later than usual.
create function use_rate_windows(process_id integer, items jsonb)
returns table (granted integer, unused integer, resets_in_us bigint, frees_in_us bigint, slot_us bigint)
language plpgsql volatile as $$
declare
  item record;
  leaving bigint[];
  counts integer[];
  counted integer;
  now_us bigint;
  place integer;
begin
  -- Whoever removes this process from the list waits until this statement has ended.
  perform pg_advisory_xact_lock_shared(5111, process_id);
  if not exists (select from processes p where p.id = process_id and p.shares_windows) then
    return;
  end if;
  for item in
    select * from jsonb_to_recordset(items)
      as i (name text, key text, quota integer, window_us bigint, wanted integer, held_us bigint, slot_us bigint)
  loop
    leaving := null;
    if item.wanted = 0 then
      select w.leaves_us, w.slots into leaving, counts from rate_windows w
        where w.name = item.name and w.key = item.key;
    else
      loop
        select w.leaves_us, w.slots into leaving, counts from rate_windows w
          where w.name = item.name and w.key = item.key for update;
        exit when leaving is not null or item.wanted < 0 or item.quota <= 0;
        insert into rate_windows values (item.name, item.key, '{}', '{}', 0) on conflict (name, key) do nothing;
      end loop;
    end if;
    now_us := clock_us();
    if item.wanted < 0 then
      place := array_position(leaving, item.slot_us);
      if place is not null then
        counts[place] := greatest(counts[place] + item.wanted, 0);
        update rate_windows w set slots = counts where w.name = item.name and w.key = item.key;
      end if;
    end if;
    select coalesce(array_agg(e.leaves order by e.leaves), '{}'), coalesce(array_agg(e.count order by e.leaves), '{}'),
        coalesce(sum(e.count), 0)
      into leaving, counts, counted
      from unnest(leaving, counts) as e (leaves, count) where e.leaves > now_us and e.count > 0;
    granted := greatest(least(greatest(item.wanted, 1), item.quota - counted), 0);
    unused := greatest(item.quota - counted - granted, 0);
    slot_us := now_us + item.window_us + item.held_us;
    resets_in_us := case
      when counted > 0 then leaving[1] - now_us when granted > 0 then item.window_us + item.held_us else 0 end;
    frees_in_us := 0;
    if granted = 0 then
      -- After the quota was lowered, more than one request may have to leave the window.
      select coalesce(min(e.leaves), now_us + item.window_us) - now_us into frees_in_us
        from (select l.leaves, sum(l.count) over (order by l.leaves) as gone from unnest(leaving, counts) as l (leaves, count)) e
        where item.quota > 0 and e.gone > counted - item.quota;
    elsif item.wanted > 0 then
      update rate_windows w
        set leaves_us = leaving || slot_us, slots = counts || granted, idle_us = greatest(slot_us, leaving[cardinality(leaving)])
        where w.name = item.name and w.key = item.key;
    end if;
    return next;
  end loop;
end $$;

-- The functions below run as the owner of the tables, so they trust nothing that the service can write. Names are qualified,
-- so that no other object can be taken for a table.

-- Requests the erasure of a person who still exists: name, address and accounts are read from the person's own rows.
create function request_erasure(person text, asked_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_name text;
  found_email text;
  own bigint[];
begin
  select p.name, p.email into found_name, found_email from public.people p where p.id = person for update;
  if not found then
    raise exception 'there is no such person' using errcode = 'no_data_found';
  end if;
  -- A wallet and a courier's account are a person's own as long as nobody else is a member.
  select coalesce(array_agg(m.holder_id order by m.holder_id), '{}') into own
  from public.members m join public.holders h on h.id = m.holder_id
  where m.person_id = person and (h.kind = 'customer' or h.kind = 'courier' and not exists (
    select from public.members o where o.holder_id = m.holder_id and o.person_id <> person));
  insert into public.person_erasures (person_id, requested_at, email, name, holder_ids)
  values (person, asked_at, found_email, found_name, own);
end
$$;

-- The facts of an entry, with the id in place of the address wherever it is the whole of a text, and of the name where
-- `named` and the fact is called so.
create function audit_facts_without_person(facts jsonb, person_id text, email text, name text, named boolean)
returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when facts is null then null else coalesce(
    (select jsonb_object_agg(key, case
      when jsonb_typeof(value) = 'string' and (lower(value #>> '{}') = lower(email)
        or (named and key = 'name' and value #>> '{}' = name)) then to_jsonb(person_id)
      else value end) from jsonb_each(facts)), '{}') end
$$;

-- Takes a deleted person's name, address, sessions and browsers out of the audit log, and leaves an entry of its own. No
-- entry is removed; what was done, when, by which id and to what stays. Only what is named so is touched: texts that are the
-- person's address, and their name in entries about them or about accounts that only they had.
create function erase_from_audit_log(erased text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked public.person_erasures%rowtype;
  number bigint;
begin
  -- Sealing and erasing take turns.
  perform pg_advisory_xact_lock(5115);
  if exists (select from public.people where id = erased) then
    return 0;
  end if;
  select * into asked from public.person_erasures where person_id = erased and finished_at is null for update;
  if not found then
    return 0;
  end if;
  if not exists (select from public.audit_log where object_kind = 'person' and object_id = erased
      and action in ('account.erase', 'people.erase')) then
    raise exception 'nobody has asked to erase this person' using errcode = 'insufficient_privilege';
  end if;
  with facts as (
    select a.id, a.before as old_before, a.after as old_after, own.own,
      public.audit_facts_without_person(a.before, erased, asked.email, asked.name, named.named) as before,
      public.audit_facts_without_person(case when own.own then a.after - 'browser' else a.after end, erased,
        asked.email, asked.name, named.named) as after
    from public.audit_log a
    cross join lateral (
      select a.actor_kind in ('person', 'payer') and a.actor_id is not distinct from erased as own) own
    cross join lateral (
      select coalesce(a.holder_id = any(asked.holder_ids), false)
        or (a.object_kind = 'person' and a.object_id = erased) as named) named
  ), changed as (
    update public.audit_log a set
      address = case when f.own then null else a.address end,
      session_id = case when f.own then null else a.session_id end,
      before = f.before,
      after = f.after
    from facts f
    where a.id = f.id and (f.own and num_nonnulls(a.address, a.session_id) > 0
      or a.before is distinct from f.before or a.after is distinct from f.after)
    returning a.id, f.own, f.old_before is distinct from f.before
      or f.old_after - 'browser' is distinct from f.after - 'browser' as renamed
  ), forgotten as (
    delete from public.seal_salts s using changed c
    where s.source = 'audit_log' and s.key = c.id and (s.part = 1 and c.own or s.part = 2 and c.renamed)
  ), listed as (
    insert into public.erased_entries (entry_id, person_id) select id, erased from changed on conflict do nothing
    returning 1
  )
  select count(*) into number from listed;
  insert into public.audit_log (actor_kind, actor_id, action, object_kind, object_id, after)
  values ('system', 'erase_person', 'audit_log.erase', 'person', erased, jsonb_build_object('entries', number));
  update public.person_erasures set finished_at = now(), email = null, name = null, holder_ids = '{}'
  where person_id = erased;
  return number;
end
$$;

create function purge_audit_log() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number bigint;
begin
  with purged as (
    delete from public.audit_log where at < now() - interval '2 years' returning id
  ), unlisted as (
    delete from public.erased_entries e using purged p where e.entry_id = p.id
  ), forgotten as (
    delete from public.seal_salts s using purged p where s.source = 'audit_log' and s.key = p.id
  )
  select count(*) into number from purged;
  return number;
end
$$;

-- ==== Rows

insert into holders (kind, name) values ('service', 'Sluice');
insert into row_versions (table_name, row_key, facts)
select 'holders', id::text, jsonb_build_object('kind', kind, 'status', status, 'suspended_from', suspended_from,
  'closed_from', closed_from)
from holders;
