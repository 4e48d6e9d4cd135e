-- The schema after all migrations. Written by `npm run schema`; change it through a new migration.

create sequence accounts_id_seq;
create sequence api_keys_position_seq;
create sequence audit_log_id_seq;
create sequence backup_runs_id_seq;
create sequence booking_rules_id_seq;
create sequence cash_handovers_position_seq;
create sequence customers_id_seq;
create sequence debt_settlements_position_seq;
create sequence disputes_position_seq;
create sequence events_appended_seq;
create sequence holders_id_seq;
create sequence invitations_position_seq;
create sequence ledger_verifications_id_seq;
create sequence links_id_seq;
create sequence mails_id_seq;
create sequence member_invitations_position_seq;
create sequence notes_id_seq;
create sequence order_refunds_position_seq;
create sequence orders_id_seq;
create sequence payments_position_seq;
create sequence payout_files_position_seq;
create sequence payouts_position_seq;
create sequence processes_id_seq as integer;
create sequence refunds_position_seq;
create sequence row_versions_id_seq;
create sequence settlements_id_seq;
create sequence statement_files_id_seq;
create sequence statement_imports_id_seq;
create sequence statement_lines_id_seq;
create sequence statement_months_id_seq;
create sequence statement_profiles_id_seq;
create sequence test_clock_moves;
create sequence top_ups_position_seq;
create sequence transfers_id_seq;
create sequence verification_runs_id_seq;

create table account_checkpoints (
  holder_id bigint not null,
  account_id bigint not null,
  transfer_id bigint not null,
  balance bigint not null,
  constraint account_checkpoints_pkey PRIMARY KEY (holder_id, account_id)
) with (fillfactor=70);

create table accounts (
  holder_id bigint not null,
  id bigint default nextval('accounts_id_seq'::regclass) not null,
  mode text not null,
  currency text collate "C" not null,
  balance bigint default 0 not null,
  floor bigint,
  kind text collate "C" not null,
  link_id bigint,
  source text collate "C",
  shadow_ref text collate "C",
  shadow_name text collate "C",
  live_link boolean generated always as (
CASE
    WHEN mode = 'live'::text AND link_id IS NOT NULL THEN true
    ELSE NULL::boolean
END) stored,
  constraint accounts_pkey PRIMARY KEY (holder_id, id),
  constraint accounts_holder_id_mode_currency_id_key UNIQUE (holder_id, mode, currency, id),
  constraint accounts_key UNIQUE NULLS NOT DISTINCT (holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name),
  constraint accounts_balance_floor CHECK (balance >= floor),
  constraint accounts_balance_limit CHECK (abs(balance) <= '1000000000000000000'::bigint),
  constraint accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint accounts_kind CHECK (kind = ANY (ARRAY['clearing'::text, 'commission'::text, 'wallet'::text, 'earnings'::text, 'payouts_pending'::text, 'fees'::text, 'outside'::text, 'transit'::text, 'advances'::text, 'suspense'::text, 'debt'::text, 'link_debt'::text, 'debts'::text, 'link_cash'::text, 'cash'::text, 'shadow_clearing'::text, 'shadow_commission'::text, 'shadow_merchant'::text, 'shadow_courier'::text])),
  constraint accounts_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint accounts_named CHECK (
CASE kind
    WHEN 'earnings'::text THEN link_id IS NOT NULL AND num_nonnulls(source, shadow_ref, shadow_name) = 0
    WHEN 'link_debt'::text THEN link_id IS NOT NULL AND num_nonnulls(source, shadow_ref, shadow_name) = 0
    WHEN 'link_cash'::text THEN link_id IS NOT NULL AND num_nonnulls(source, shadow_ref, shadow_name) = 0
    WHEN 'outside'::text THEN source IS NOT NULL AND num_nonnulls(link_id, shadow_ref, shadow_name) = 0
    WHEN 'shadow_merchant'::text THEN num_nonnulls(shadow_ref, shadow_name) <= 1 AND num_nonnulls(link_id, source) = 0
    WHEN 'shadow_courier'::text THEN num_nonnulls(source, shadow_ref, shadow_name) = 0
    ELSE num_nonnulls(link_id, source, shadow_ref, shadow_name) = 0
END),
  constraint accounts_shadow_name CHECK (char_length(shadow_name) >= 1 AND char_length(shadow_name) <= 255),
  constraint accounts_shadow_ref CHECK (char_length(shadow_ref) >= 1 AND char_length(shadow_ref) <= 255),
  constraint accounts_source CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text)
) with (fillfactor=70);

create table acquirer_payouts (
  holder_id bigint not null,
  mode text not null,
  id text collate "C" not null,
  source text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null,
  fee bigint not null,
  created_at timestamp with time zone not null,
  constraint acquirer_payouts_pkey PRIMARY KEY (holder_id, mode, id),
  constraint acquirer_payouts_amount_check CHECK (amount > 0),
  constraint acquirer_payouts_check CHECK (fee >= 0 AND fee < amount),
  constraint acquirer_payouts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint acquirer_payouts_holder_id_check CHECK (holder_id = 1),
  constraint acquirer_payouts_id CHECK (starts_with(id, source || ':'::text)),
  constraint acquirer_payouts_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint acquirer_payouts_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text AND source <> 'bank'::text)
);

create table api_keys (
  client_id text collate "C" not null,
  holder_id bigint not null,
  mode text not null,
  secret_hash bytea not null,
  label text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  "position" bigint default nextval('api_keys_position_seq'::regclass) not null,
  webhook_format text collate "C",
  embed_origins text[] default '{}'::text[] not null,
  constraint api_keys_pkey PRIMARY KEY (client_id),
  constraint api_keys_check CHECK (client_id ~ (('^pk_'::text || mode) || '_[0-9A-Za-z]{20,64}$'::text)),
  constraint api_keys_embed_origins CHECK (cardinality(embed_origins) <= 10),
  constraint api_keys_label_check CHECK (char_length(label) <= 100),
  constraint api_keys_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint api_keys_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  constraint api_keys_webhook_format CHECK (webhook_format = ANY (ARRAY['standard'::text, 'mypay'::text, 'quickei'::text, 'zerth'::text]))
);
CREATE UNIQUE INDEX api_keys_list ON api_keys USING btree (holder_id, mode, "position");

create table app_schemes (
  holder_id bigint not null,
  mode text not null,
  schemes text[] not null,
  constraint app_schemes_pkey PRIMARY KEY (holder_id, mode),
  constraint app_schemes_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint app_schemes_schemes_check CHECK (cardinality(schemes) <= 10)
);

create table approval_requests (
  holder_id bigint not null,
  status text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  reason text,
  constraint approval_requests_pkey PRIMARY KEY (holder_id),
  constraint approval_requests_decided CHECK ((status = 'waiting'::text) = (decided_at IS NULL)),
  constraint approval_requests_reason CHECK ((status = 'refused'::text) = (reason IS NOT NULL)),
  constraint approval_requests_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint approval_requests_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text]))
);
CREATE INDEX approval_requests_waiting ON approval_requests USING btree (requested_at, holder_id) WHERE status = 'waiting'::text;

create table audit_log (
  id bigint default nextval('audit_log_id_seq'::regclass) not null,
  at timestamp with time zone default now() not null,
  actor_kind text not null,
  actor_id text,
  role text,
  session_id text,
  address text,
  request_id text,
  holder_id bigint,
  mode text,
  action text collate "C" not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_actor_kind_check CHECK (actor_kind = ANY (ARRAY['person'::text, 'key'::text, 'payer'::text, 'visitor'::text, 'provider'::text, 'command'::text, 'system'::text])),
  constraint audit_log_after_check CHECK (jsonb_typeof(after) = 'object'::text),
  constraint audit_log_before_check CHECK (jsonb_typeof(before) = 'object'::text),
  constraint audit_log_check CHECK ((actor_id IS NULL) <= (actor_kind = ANY (ARRAY['visitor'::text, 'payer'::text]))),
  constraint audit_log_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);
CREATE INDEX audit_log_action ON audit_log USING btree (action, id);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_at ON audit_log USING btree (at);
CREATE INDEX audit_log_holder ON audit_log USING btree (holder_id, id);
CREATE INDEX audit_log_object ON audit_log USING btree (object_kind, object_id, id);
CREATE INDEX audit_log_object_id ON audit_log USING btree (object_id);
CREATE INDEX audit_log_request ON audit_log USING btree (request_id) WHERE request_id IS NOT NULL;

create table backup_runs (
  id bigint default nextval('backup_runs_id_seq'::regclass) not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  place text not null,
  name text,
  bytes bigint,
  error text,
  constraint backup_runs_pkey PRIMARY KEY (id),
  constraint backup_runs_bytes_check CHECK (bytes > 0),
  constraint backup_runs_error_check CHECK (char_length(error) >= 1 AND char_length(error) <= 500),
  constraint backup_runs_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint backup_runs_outcome CHECK ((name IS NULL) = (bytes IS NULL) AND (name IS NULL) <> (error IS NULL)),
  constraint backup_runs_place_check CHECK (char_length(place) >= 1 AND char_length(place) <= 1000),
  constraint backup_runs_times CHECK (finished_at >= started_at)
);
CREATE INDEX backup_runs_made ON backup_runs USING btree (id) WHERE name IS NOT NULL;

create table bank_accounts (
  holder_id bigint not null,
  id text collate "C" not null,
  status text default 'active'::text not null,
  currency text collate "C",
  account_name text not null,
  iban text collate "C",
  account_number text collate "C",
  bank_code text collate "C",
  country text collate "C" not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  added_by text,
  erased_at timestamp with time zone,
  salt uuid default gen_random_uuid(),
  payee_check text collate "C",
  payee_known_as text,
  street text,
  building_number text,
  post_code text,
  town text,
  address_country text collate "C",
  constraint bank_accounts_pkey PRIMARY KEY (holder_id, id),
  constraint bank_accounts_account_name_check CHECK (char_length(account_name) >= 1 AND char_length(account_name) <= 140),
  constraint bank_accounts_account_number_check CHECK (account_number ~ '^[0-9A-Za-z]{4,34}$'::text),
  constraint bank_accounts_address CHECK ((town IS NULL) = (address_country IS NULL) AND (town IS NOT NULL OR num_nonnulls(street, building_number, post_code) = 0)),
  constraint bank_accounts_address_country_check CHECK (address_country ~ '^[A-Z]{2}$'::text),
  constraint bank_accounts_bank CHECK (iban IS NOT NULL OR bank_code IS NOT NULL),
  constraint bank_accounts_bank_code_check CHECK (bank_code ~ '^[0-9A-Za-z]{3,20}$'::text),
  constraint bank_accounts_building_number_check CHECK (char_length(building_number) >= 1 AND char_length(building_number) <= 16),
  constraint bank_accounts_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint bank_accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint bank_accounts_ended CHECK ((status = 'ended'::text) = (ended_at IS NOT NULL)),
  constraint bank_accounts_iban_check CHECK (iban ~ '^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$'::text),
  constraint bank_accounts_known_as CHECK (payee_known_as IS NULL OR NOT payee_check IS DISTINCT FROM 'close_match'::text),
  constraint bank_accounts_number CHECK ((iban IS NULL) <> (account_number IS NULL)),
  constraint bank_accounts_payee_check_check CHECK (payee_check = ANY (ARRAY['match'::text, 'close_match'::text, 'no_match'::text, 'not_possible'::text, 'not_checked'::text])),
  constraint bank_accounts_payee_known_as_check CHECK (char_length(payee_known_as) >= 1 AND char_length(payee_known_as) <= 140),
  constraint bank_accounts_post_code_check CHECK (char_length(post_code) >= 1 AND char_length(post_code) <= 16),
  constraint bank_accounts_status_check CHECK (status = ANY (ARRAY['active'::text, 'ended'::text])),
  constraint bank_accounts_street_check CHECK (char_length(street) >= 1 AND char_length(street) <= 70),
  constraint bank_accounts_town_check CHECK (char_length(town) >= 1 AND char_length(town) <= 35)
);

create table bank_details (
  currency text collate "C" not null,
  account_holder text not null,
  iban text collate "C",
  bic text collate "C",
  bank_name text,
  other text,
  changed_at timestamp with time zone not null,
  account_number text collate "C",
  bank_code text collate "C",
  town text,
  country text collate "C",
  constraint bank_details_pkey PRIMARY KEY (currency),
  constraint bank_details_account_holder_check CHECK (length(account_holder) >= 1 AND length(account_holder) <= 140),
  constraint bank_details_account_number_check CHECK (account_number ~ '^[0-9A-Za-z]{4,34}$'::text),
  constraint bank_details_bank_code_check CHECK (bank_code ~ '^[0-9A-Za-z]{3,20}$'::text),
  constraint bank_details_bank_name_check CHECK (length(bank_name) >= 1 AND length(bank_name) <= 140),
  constraint bank_details_check CHECK (iban IS NOT NULL OR other IS NOT NULL),
  constraint bank_details_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint bank_details_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint bank_details_other_check CHECK (length(other) >= 1 AND length(other) <= 500),
  constraint bank_details_town_check CHECK (char_length(town) >= 1 AND char_length(town) <= 140)
);

create table booking_rules (
  id bigint default nextval('booking_rules_id_seq'::regclass) not null,
  mode text not null,
  source text collate "C" not null,
  text text not null,
  currency text collate "C" not null,
  direction text collate "C",
  amount_max bigint not null,
  account text,
  kind text collate "C" not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint booking_rules_pkey PRIMARY KEY (id),
  constraint booking_rules_account_check CHECK (char_length(account) <= 100),
  constraint booking_rules_amount_max_check CHECK (amount_max > 0),
  constraint booking_rules_check CHECK (ended_at >= created_at),
  constraint booking_rules_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint booking_rules_direction_check CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  constraint booking_rules_kind_check CHECK (kind = ANY (ARRAY['bank_charge'::text, 'bank_interest'::text, 'rounding'::text])),
  constraint booking_rules_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint booking_rules_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text),
  constraint booking_rules_text_check CHECK (char_length(text) >= 4 AND char_length(text) <= 100)
);
CREATE INDEX booking_rules_in_force ON booking_rules USING btree (mode, source, id) WHERE ended_at IS NULL;

create table business_profiles (
  holder_id bigint not null,
  legal_name text default ''::text not null,
  registration_number text default ''::text not null,
  activity text default ''::text not null,
  address text default ''::text not null,
  country text collate "C" default ''::text not null,
  website text default ''::text not null,
  monthly_volume text,
  constraint business_profiles_pkey PRIMARY KEY (holder_id),
  constraint business_profiles_activity_check CHECK (char_length(activity) <= 500),
  constraint business_profiles_address_check CHECK (char_length(address) <= 300),
  constraint business_profiles_country_check CHECK (country = ''::text OR country ~ '^[A-Z]{2}$'::text),
  constraint business_profiles_legal_name_check CHECK (char_length(legal_name) <= 200),
  constraint business_profiles_monthly_volume_check CHECK (monthly_volume = ANY (ARRAY['below_10k'::text, '10k_to_100k'::text, '100k_to_1m'::text, 'above_1m'::text])),
  constraint business_profiles_registration_number_check CHECK (char_length(registration_number) <= 100),
  constraint business_profiles_website_check CHECK (char_length(website) <= 200)
);

create table cash_handovers (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  currency text collate "C" not null,
  link_id bigint not null,
  kind text collate "C" not null,
  amount bigint not null,
  note text,
  recorded_by text collate "C" not null,
  status text collate "C" not null,
  created_by text,
  created_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  "position" bigint default nextval('cash_handovers_position_seq'::regclass) not null,
  top_up_id text collate "C",
  constraint cash_handovers_pkey PRIMARY KEY (holder_id, id),
  constraint cash_handovers_amount_check CHECK (amount > 0),
  constraint cash_handovers_by_transfer CHECK (top_up_id IS NULL OR kind = 'handed_over'::text AND status = 'posted'::text AND recorded_by = 'link'::text),
  constraint cash_handovers_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint cash_handovers_decided CHECK ((status = 'waiting'::text) = (decided_at IS NULL)),
  constraint cash_handovers_kind_check CHECK (kind = ANY (ARRAY['handed_over'::text, 'returned'::text, 'owed'::text])),
  constraint cash_handovers_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint cash_handovers_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 500),
  constraint cash_handovers_recorded_by_check CHECK (recorded_by = ANY (ARRAY['company'::text, 'link'::text])),
  constraint cash_handovers_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'posted'::text, 'declined'::text, 'withdrawn'::text])),
  constraint cash_handovers_two_sides CHECK (kind = 'handed_over'::text OR recorded_by = 'company'::text AND status = 'posted'::text)
);
CREATE INDEX cash_handovers_listed ON cash_handovers USING btree (holder_id, mode, "position");
CREATE INDEX cash_handovers_of_link ON cash_handovers USING btree (holder_id, mode, link_id, "position");
CREATE UNIQUE INDEX cash_handovers_top_up ON cash_handovers USING btree (holder_id, top_up_id) WHERE top_up_id IS NOT NULL;
CREATE INDEX cash_handovers_waiting ON cash_handovers USING btree (holder_id, mode) WHERE status = 'waiting'::text;

create table cash_references (
  holder_id bigint not null,
  mode text not null,
  currency text collate "C" not null,
  link_id bigint not null,
  reference text collate "C" not null,
  constraint cash_references_pkey PRIMARY KEY (holder_id, mode, currency, link_id),
  constraint cash_references_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint cash_references_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint cash_references_reference_check CHECK (reference ~ '^RF[0-9]{2}[A-Z]{8}$'::text)
);
CREATE INDEX cash_references_reference ON cash_references USING btree (reference);

create table cash_settings (
  holder_id bigint not null,
  mode text not null,
  is_tracked boolean not null,
  limits jsonb default '{}'::jsonb not null,
  days_max integer,
  refuses boolean default false not null,
  constraint cash_settings_pkey PRIMARY KEY (holder_id, mode),
  constraint cash_settings_days_max_check CHECK (days_max >= 1 AND days_max <= 365),
  constraint cash_settings_limits_check CHECK (jsonb_typeof(limits) = 'object'::text),
  constraint cash_settings_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);

create table cash_warnings (
  holder_id bigint not null,
  mode text not null,
  currency text collate "C" not null,
  link_id bigint not null,
  passed text collate "C" not null,
  told_at timestamp with time zone not null,
  constraint cash_warnings_pkey PRIMARY KEY (holder_id, mode, currency, link_id, passed),
  constraint cash_warnings_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint cash_warnings_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint cash_warnings_passed_check CHECK (passed = ANY (ARRAY['amount'::text, 'days'::text]))
);

create table commission_transfers (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  currency text collate "C" not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint commission_transfers_pkey PRIMARY KEY (holder_id, id),
  constraint commission_transfers_amount_check CHECK (amount > 0),
  constraint commission_transfers_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint commission_transfers_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);

create table companies (
  holder_id bigint not null,
  orders_per_minute integer default 60 not null,
  require_exact_splits boolean default false not null,
  bulk_requests_per_minute integer default 6 not null,
  constraint companies_pkey PRIMARY KEY (holder_id),
  constraint companies_bulk_requests_per_minute_check CHECK (bulk_requests_per_minute >= 1 AND bulk_requests_per_minute <= 100000000),
  constraint companies_orders_per_minute_check CHECK (orders_per_minute >= 1 AND orders_per_minute <= 100000000)
);

create table credentials (
  id text not null,
  account_id text not null,
  provider_id text not null,
  person_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint credentials_pkey PRIMARY KEY (id)
);
CREATE INDEX credentials_person ON credentials USING btree (person_id);

create table custom_texts (
  language text collate "C" not null,
  area text collate "C" not null,
  key text collate "C" not null,
  text text not null,
  original text not null,
  changed_at timestamp with time zone not null,
  constraint custom_texts_pkey PRIMARY KEY (language, area, key),
  constraint custom_texts_area_check CHECK (area = ANY (ARRAY['checkout'::text, 'mails'::text, 'statements'::text])),
  constraint custom_texts_key_check CHECK (key ~ '^[A-Za-z0-9_.]{1,80}$'::text),
  constraint custom_texts_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  constraint custom_texts_text_check CHECK (length(text) >= 1 AND length(text) <= 1000)
);

create table customers (
  holder_id bigint not null,
  id bigint default nextval('customers_id_seq'::regclass) not null,
  mode text not null,
  payer_holder_id bigint,
  name text not null,
  email text not null,
  name_key text collate "C" generated always as (lower(name)) stored not null,
  email_key text collate "C" generated always as (lower(email)) stored not null,
  payments bigint not null,
  first_paid_at timestamp with time zone not null,
  last_paid_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (holder_id, id),
  constraint customers_mode UNIQUE (holder_id, mode, id),
  constraint customers_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint customers_payments_check CHECK (payments > 0),
  constraint customers_times CHECK (first_paid_at <= last_paid_at)
);
CREATE INDEX customers_by_email ON customers USING btree (holder_id, mode, email_key);
CREATE INDEX customers_by_name ON customers USING btree (holder_id, mode, name_key);
CREATE INDEX customers_listed ON customers USING btree (holder_id, mode, last_paid_at, id);
CREATE UNIQUE INDEX customers_of_account ON customers USING btree (holder_id, mode, payer_holder_id) WHERE payer_holder_id IS NOT NULL;
CREATE UNIQUE INDEX customers_of_address ON customers USING btree (holder_id, mode, email_key) WHERE payer_holder_id IS NULL;

create table debt_settlements (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  currency text collate "C" not null,
  kind text collate "C" not null,
  link_id bigint,
  account_kind text collate "C",
  amount bigint not null,
  reason text not null,
  status text not null,
  requested_by text,
  requested_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  "position" bigint default nextval('debt_settlements_position_seq'::regclass) not null,
  constraint debt_settlements_pkey PRIMARY KEY (holder_id, id),
  constraint debt_settlements_account_kind_check CHECK (account_kind = ANY (ARRAY['clearing'::text, 'wallet'::text])),
  constraint debt_settlements_amount_check CHECK (amount > 0),
  constraint debt_settlements_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint debt_settlements_debtor CHECK ((link_id IS NULL) = (account_kind IS NOT NULL)),
  constraint debt_settlements_decided CHECK ((status = 'requested'::text) = (decided_at IS NULL)),
  constraint debt_settlements_kind_check CHECK (kind = ANY (ARRAY['repaid'::text, 'written_off'::text])),
  constraint debt_settlements_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint debt_settlements_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint debt_settlements_requested CHECK (status = 'posted'::text OR kind = 'written_off'::text),
  constraint debt_settlements_status_check CHECK (status = ANY (ARRAY['requested'::text, 'posted'::text, 'declined'::text])),
  constraint debt_settlements_two_people CHECK (status <> 'posted'::text OR decided_by <> requested_by)
);
CREATE INDEX debt_settlements_by_id ON debt_settlements USING btree (id);
CREATE INDEX debt_settlements_of_holder ON debt_settlements USING btree (holder_id, mode, "position");
CREATE UNIQUE INDEX debt_settlements_open ON debt_settlements USING btree (holder_id, mode, currency, COALESCE(link_id, 0::bigint)) WHERE status = 'requested'::text;
CREATE INDEX debt_settlements_sealed ON debt_settlements USING btree ("position");
CREATE INDEX debt_settlements_waiting ON debt_settlements USING btree (mode, "position") WHERE status = 'requested'::text;

create table dispute_evidence (
  holder_id bigint not null,
  dispute_id text collate "C" not null,
  state text default 'draft'::text not null,
  texts jsonb default '{}'::jsonb not null,
  submission_id text collate "C",
  submitted_by text,
  submitted_at timestamp with time zone,
  delivered_at timestamp with time zone,
  handed_over_by text,
  refusal text,
  purged_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint dispute_evidence_pkey PRIMARY KEY (holder_id, dispute_id),
  constraint dispute_evidence_check CHECK ((state = 'draft'::text) = (submission_id IS NULL)),
  constraint dispute_evidence_check1 CHECK ((submission_id IS NULL) = (submitted_at IS NULL)),
  constraint dispute_evidence_check2 CHECK ((state = 'submitted'::text) = (delivered_at IS NOT NULL)),
  constraint dispute_evidence_refusal_check CHECK (char_length(refusal) <= 255),
  constraint dispute_evidence_state_check CHECK (state = ANY (ARRAY['draft'::text, 'sending'::text, 'waiting'::text, 'submitted'::text])),
  constraint dispute_evidence_texts_check CHECK (jsonb_typeof(texts) = 'object'::text)
);
CREATE INDEX dispute_evidence_sending ON dispute_evidence USING btree (submitted_at) WHERE state = 'sending'::text;
CREATE INDEX dispute_evidence_waiting ON dispute_evidence USING btree (submitted_at) WHERE state = 'waiting'::text;

create table dispute_files (
  holder_id bigint not null,
  dispute_id text collate "C" not null,
  purpose text collate "C" not null,
  name text not null,
  type text not null,
  size integer not null,
  bytes bytea not null,
  uploaded_by text,
  created_at timestamp with time zone not null,
  constraint dispute_files_pkey PRIMARY KEY (holder_id, dispute_id, purpose),
  constraint dispute_files_check CHECK (octet_length(bytes) = size),
  constraint dispute_files_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  constraint dispute_files_size_check CHECK (size >= 1 AND size <= 5242880),
  constraint dispute_files_type_check CHECK (type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text]))
);

create table dispute_reminders (
  holder_id bigint not null,
  dispute_id text collate "C" not null,
  due_at timestamp with time zone not null,
  remind_at timestamp with time zone,
  constraint dispute_reminders_pkey PRIMARY KEY (holder_id, dispute_id)
);
CREATE INDEX dispute_reminders_due ON dispute_reminders USING btree (remind_at) WHERE remind_at IS NOT NULL;

create table disputes (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  payment_id text collate "C" not null,
  amount bigint not null,
  currency text collate "C" not null,
  withdrawals integer default 0 not null,
  returns integer default 0 not null,
  fee bigint default 0 not null,
  fee_returned bigint default 0 not null,
  fee_currency text collate "C",
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  "position" bigint default nextval('disputes_position_seq'::regclass) not null,
  status text default 'under_review'::text not null,
  reason text,
  evidence_due_at timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (holder_id, id),
  constraint disputes_amount_check CHECK (amount > 0),
  constraint disputes_check CHECK (fee_returned >= 0 AND fee_returned <= fee),
  constraint disputes_check1 CHECK (returns >= 0 AND returns <= withdrawals),
  constraint disputes_check2 CHECK (fee = 0 OR fee_currency IS NOT NULL),
  constraint disputes_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint disputes_fee_check CHECK (fee >= 0),
  constraint disputes_fee_currency_check CHECK (fee_currency ~ '^[A-Z]{3}$'::text),
  constraint disputes_id_check CHECK (id <> ''::text),
  constraint disputes_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint disputes_reason_check CHECK (char_length(reason) <= 100),
  constraint disputes_status_check CHECK (status = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text])),
  constraint disputes_withdrawals_check CHECK (withdrawals >= 0)
);
CREATE INDEX disputes_by_id ON disputes USING btree (id);
CREATE INDEX disputes_list ON disputes USING btree (mode, "position");
CREATE INDEX disputes_of_holder ON disputes USING btree (holder_id, mode, "position");
CREATE INDEX disputes_of_payment ON disputes USING btree (holder_id, payment_id);
CREATE INDEX disputes_open ON disputes USING btree (mode, evidence_due_at) WHERE status = ANY (ARRAY['needs_response'::text, 'under_review'::text]);
CREATE INDEX disputes_sealed ON disputes USING btree ("position");

create table erased_entries (
  entry_id bigint not null,
  person_id text collate "C" not null,
  constraint erased_entries_pkey PRIMARY KEY (entry_id)
);
CREATE INDEX erased_entries_person ON erased_entries USING btree (person_id);

create table events (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  type text collate "C" not null,
  data json not null,
  created_at timestamp with time zone not null,
  "position" bigint,
  subject_kind text collate "C" not null,
  subject_id text collate "C" not null,
  appended bigint default nextval('events_appended_seq'::regclass) not null,
  transfer_id bigint,
  request_id uuid,
  constraint events_pkey PRIMARY KEY (holder_id, id),
  constraint events_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint events_subject_id CHECK (subject_id <> ''::text),
  constraint events_subject_kind CHECK (subject_kind = ANY (ARRAY['order'::text, 'order_refund'::text, 'payment'::text, 'attempt'::text, 'refund'::text, 'dispute'::text, 'dispute_won'::text, 'top_up'::text, 'transfer'::text, 'payout'::text, 'paid_outside'::text, 'claim'::text, 'fees'::text, 'fees_drawn'::text, 'acquirer_payout'::text, 'debt_settlement'::text, 'cash_handover'::text, 'statement_booking'::text, 'line_return'::text, 'settlement'::text, 'invitation'::text, 'link'::text]))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=10000);
CREATE INDEX events_appended ON events USING brin (appended) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX events_of_order ON events USING btree (holder_id, subject_id) WHERE (subject_kind = ANY (ARRAY['order'::text, 'order_refund'::text])) AND type <> 'order.created'::text AND transfer_id IS NULL;
CREATE INDEX events_of_payment ON events USING btree (holder_id, subject_id) WHERE subject_kind = 'payment'::text;
CREATE UNIQUE INDEX events_of_transfer ON events USING btree (holder_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX events_of_type ON events USING btree (holder_id, mode, type, "position") WHERE "position" IS NOT NULL AND (type <> ALL (ARRAY['order.created'::text, 'order.settled'::text, 'earning.settled'::text]));
CREATE UNIQUE INDEX events_position ON events USING btree (holder_id, mode, "position") WHERE "position" IS NOT NULL;
CREATE INDEX events_unpositioned ON events USING btree (appended) WHERE "position" IS NULL;

create table exception_marks (
  holder_id bigint not null,
  mode text not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  assignee_id text,
  done_by text,
  done_at timestamp with time zone,
  constraint exception_marks_pkey PRIMARY KEY (holder_id, mode, kind, object_id),
  constraint exception_marks_done CHECK ((done_by IS NULL) = (done_at IS NULL)),
  constraint exception_marks_kind_check CHECK (kind <> ''::text),
  constraint exception_marks_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint exception_marks_object_id_check CHECK (object_id <> ''::text)
);

create table explore_mails (
  view_id text not null,
  every text not null,
  time_zone text not null,
  next_at timestamp with time zone not null,
  constraint explore_mails_pkey PRIMARY KEY (view_id),
  constraint explore_mails_every_check CHECK (every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])),
  constraint explore_mails_time_zone_check CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 64)
);
CREATE INDEX explore_mails_due ON explore_mails USING btree (next_at);

create table failed_requests (
  holder_id bigint not null,
  mode text not null,
  request_id uuid not null,
  at timestamp with time zone not null,
  client_id text collate "C" not null,
  method text not null,
  path text not null,
  query text,
  status integer not null,
  code text collate "C" not null,
  message text not null,
  details jsonb not null,
  duration_ms integer not null,
  omitted integer default 0 not null,
  body json,
  constraint failed_requests_pkey PRIMARY KEY (holder_id, mode, request_id),
  constraint failed_requests_duration_ms_check CHECK (duration_ms >= 0),
  constraint failed_requests_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint failed_requests_omitted_check CHECK (omitted >= 0),
  constraint failed_requests_status_check CHECK (status >= 400 AND status <= 599)
);
CREATE INDEX failed_requests_at ON failed_requests USING btree (at);

create table fee_collections (
  holder_id bigint not null,
  mode text not null,
  id text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint fee_collections_pkey PRIMARY KEY (holder_id, mode, id),
  constraint fee_collections_amount_check CHECK (amount <> 0),
  constraint fee_collections_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint fee_collections_id CHECK (starts_with(id, ((holder_id || ':'::text) || currency) || ':'::text)),
  constraint fee_collections_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);

create table fee_draws (
  holder_id bigint not null,
  mode text not null,
  id text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint fee_draws_pkey PRIMARY KEY (holder_id, mode, id),
  constraint fee_draws_amount_check CHECK (amount > 0),
  constraint fee_draws_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint fee_draws_holder_id_check CHECK (holder_id = 1),
  constraint fee_draws_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);

create table four_eyes (
  holder_id bigint not null,
  is_on boolean not null,
  off_requested_by text,
  off_requested_at timestamp with time zone,
  constraint four_eyes_pkey PRIMARY KEY (holder_id),
  constraint four_eyes_check CHECK ((off_requested_by IS NULL) = (off_requested_at IS NULL)),
  constraint four_eyes_check1 CHECK (is_on OR off_requested_by IS NULL),
  constraint four_eyes_holder_id_check CHECK (holder_id = 1)
);

create table holder_branding (
  holder_id bigint not null,
  colour text,
  support_email text,
  support_phone text,
  support_url text,
  terms_url text,
  updated_at timestamp with time zone not null,
  constraint holder_branding_pkey PRIMARY KEY (holder_id),
  constraint holder_branding_colour_check CHECK (colour ~ '^#[0-9a-f]{6}$'::text),
  constraint holder_branding_support_email_check CHECK (char_length(support_email) >= 3 AND char_length(support_email) <= 254),
  constraint holder_branding_support_phone_check CHECK (char_length(support_phone) >= 3 AND char_length(support_phone) <= 32),
  constraint holder_branding_support_url_check CHECK (char_length(support_url) >= 8 AND char_length(support_url) <= 500),
  constraint holder_branding_terms_url_check CHECK (char_length(terms_url) >= 8 AND char_length(terms_url) <= 500)
);

create table holder_logos (
  holder_id bigint not null,
  id text not null,
  type text not null,
  bytes bytea not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null,
  constraint holder_logos_pkey PRIMARY KEY (holder_id),
  constraint holder_logos_bytes_check CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 102400),
  constraint holder_logos_height_check CHECK (height >= 1 AND height <= 2000),
  constraint holder_logos_id_check CHECK (char_length(id) >= 1 AND char_length(id) <= 64),
  constraint holder_logos_type_check CHECK (type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])),
  constraint holder_logos_width_check CHECK (width >= 1 AND width <= 2000)
);

create table holder_openings (
  person_id text not null,
  key text collate "C" not null,
  holder_id bigint not null,
  opened_at timestamp with time zone not null,
  constraint holder_openings_pkey PRIMARY KEY (person_id, key),
  constraint holder_openings_holder_id_key UNIQUE (holder_id),
  constraint holder_openings_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 255)
);

create table holders (
  id bigint default nextval('holders_id_seq'::regclass) not null,
  kind text not null,
  name text not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone default now() not null,
  suspended_from text,
  closed_at timestamp with time zone,
  closed_from text,
  constraint holders_pkey PRIMARY KEY (id),
  constraint holders_closed CHECK ((status = 'closed'::text) = (closed_at IS NOT NULL) AND (closed_at IS NULL) = (closed_from IS NULL)),
  constraint holders_closed_from_check CHECK (closed_from = ANY (ARRAY['pending'::text, 'active'::text])),
  constraint holders_kind_check CHECK (kind = ANY (ARRAY['company'::text, 'merchant'::text, 'courier'::text, 'customer'::text, 'service'::text])),
  constraint holders_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  constraint holders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'closed'::text])),
  constraint holders_suspended_from_check CHECK (suspended_from = ANY (ARRAY['pending'::text, 'active'::text]))
);
CREATE INDEX holders_closed_at ON holders USING btree (closed_at) WHERE closed_at IS NOT NULL;
CREATE UNIQUE INDEX holders_one_service ON holders USING btree (kind) WHERE kind = 'service'::text;

create table idempotency_keys (
  holder_id bigint not null,
  mode text not null,
  key text collate "C" not null,
  route text collate "C" not null,
  request_hash bytea not null,
  answer_status integer,
  answer_body text,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (holder_id, mode, key),
  constraint idempotency_keys_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 255),
  constraint idempotency_keys_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table invitation_mails (
  company_id bigint not null,
  day date not null,
  email text collate "C" not null,
  mails integer not null,
  constraint invitation_mails_pkey PRIMARY KEY (company_id, day, email),
  constraint invitation_mails_mails_check CHECK (mails > 0)
);
CREATE INDEX invitation_mails_age ON invitation_mails USING btree (day);

create table invitations (
  company_id bigint not null,
  id text collate "C" not null,
  "position" bigint default nextval('invitations_position_seq'::regclass) not null,
  email text collate "C" not null,
  type text not null,
  name text not null,
  status text default 'pending'::text not null,
  token_hash bytea not null,
  link_id bigint,
  person_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  serves_live boolean default true not null,
  copied_token_hash bytea,
  language text,
  constraint invitations_pkey PRIMARY KEY (company_id, id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_accepted CHECK ((status = 'accepted'::text) = (link_id IS NOT NULL)),
  constraint invitations_copied_token_hash_check CHECK (octet_length(copied_token_hash) = 32),
  constraint invitations_decided CHECK ((status = 'pending'::text) = (decided_at IS NULL)),
  constraint invitations_email_check CHECK (char_length(email) >= 3 AND char_length(email) <= 254 AND email = lower(email)),
  constraint invitations_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  constraint invitations_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint invitations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'revoked'::text, 'expired'::text])),
  constraint invitations_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint invitations_type_check CHECK (type = ANY (ARRAY['merchant'::text, 'courier'::text]))
);
CREATE UNIQUE INDEX invitations_copied_token ON invitations USING btree (copied_token_hash) WHERE copied_token_hash IS NOT NULL;
CREATE INDEX invitations_due ON invitations USING btree (expires_at) WHERE status = 'pending'::text;
CREATE INDEX invitations_email ON invitations USING btree (email) WHERE status = 'pending'::text;
CREATE INDEX invitations_list ON invitations USING btree (company_id, "position");
CREATE UNIQUE INDEX invitations_one_pending ON invitations USING btree (company_id, email, type) WHERE status = 'pending'::text;

create table late_captures (
  holder_id bigint not null,
  attempt_id text collate "C" not null,
  mode text not null,
  payment_id text collate "C" not null,
  amount bigint not null,
  currency text collate "C" not null,
  status text default 'pending'::text not null,
  failure text,
  refusals integer default 0 not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint late_captures_pkey PRIMARY KEY (holder_id, attempt_id),
  constraint late_captures_amount_check CHECK (amount > 0),
  constraint late_captures_check CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint late_captures_check1 CHECK (status <> 'refused'::text OR failure IS NOT NULL),
  constraint late_captures_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint late_captures_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint late_captures_refusals_check CHECK (refusals >= 0),
  constraint late_captures_status_check CHECK (status = ANY (ARRAY['pending'::text, 'returned'::text, 'refused'::text]))
);
CREATE INDEX late_captures_due ON late_captures USING btree (due_at) WHERE status = 'pending'::text;
CREATE INDEX late_captures_open ON late_captures USING btree (mode, created_at, attempt_id) WHERE status = ANY (ARRAY['pending'::text, 'refused'::text]);
CREATE INDEX late_captures_refused ON late_captures USING btree (created_at) WHERE status = 'refused'::text;

create table ledger_verifications (
  id bigint default nextval('ledger_verifications_id_seq'::regclass) not null,
  kind text not null,
  ok boolean not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  checks jsonb not null,
  transfer_mark bigint not null,
  transaction_mark text collate "C" not null,
  database_identity text collate "C",
  totals jsonb,
  constraint ledger_verifications_pkey PRIMARY KEY (id),
  constraint ledger_verifications_checks_check CHECK (jsonb_typeof(checks) = 'array'::text),
  constraint ledger_verifications_kind_check CHECK (kind = ANY (ARRAY['full'::text, 'incremental'::text])),
  constraint ledger_verifications_totals_check CHECK (jsonb_typeof(totals) = 'array'::text),
  constraint ledger_verifications_transaction_mark_check CHECK (transaction_mark ~ '^[0-9]{1,20}$'::text)
);

create table line_returns (
  holder_id bigint not null,
  mode text not null,
  id text collate "C" not null,
  line_id bigint not null,
  currency text collate "C" not null,
  amount bigint not null,
  creditor_name text,
  creditor_account text collate "C",
  reason text not null,
  status text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  bank_reason text,
  constraint line_returns_pkey PRIMARY KEY (holder_id, mode, id),
  constraint line_returns_amount_check CHECK (amount > 0),
  constraint line_returns_bank_reason_check CHECK (char_length(bank_reason) >= 1 AND char_length(bank_reason) <= 255),
  constraint line_returns_cancelled CHECK ((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)),
  constraint line_returns_creditor CHECK ((creditor_name IS NULL) = (creditor_account IS NULL)),
  constraint line_returns_creditor_account_check CHECK (creditor_account ~ '^[A-Z]{2}[0-9A-Z]{13,32}$'::text),
  constraint line_returns_creditor_name_check CHECK (char_length(creditor_name) >= 1 AND char_length(creditor_name) <= 140),
  constraint line_returns_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint line_returns_holder_id_check CHECK (holder_id = 1),
  constraint line_returns_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint line_returns_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 255),
  constraint line_returns_rejected CHECK (bank_reason IS NULL OR status = 'cancelled'::text),
  constraint line_returns_sent CHECK ((status = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint line_returns_status_check CHECK (status = ANY (ARRAY['ordered'::text, 'sent'::text, 'cancelled'::text]))
);
CREATE UNIQUE INDEX line_returns_living ON line_returns USING btree (holder_id, line_id) WHERE status <> 'cancelled'::text;
CREATE INDEX line_returns_ordered ON line_returns USING btree (mode, id) WHERE status = 'ordered'::text;
CREATE INDEX line_returns_rejected_of ON line_returns USING btree (line_id) WHERE bank_reason IS NOT NULL;

create table links (
  company_id bigint not null,
  id bigint default nextval('links_id_seq'::regclass) not null,
  holder_id bigint not null,
  type text not null,
  name text not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  serves_live boolean default true not null,
  is_test_payee boolean default false not null,
  constraint links_pkey PRIMARY KEY (company_id, id),
  constraint links_modes UNIQUE (company_id, id, serves_live),
  constraint links_check CHECK ((status = 'ended'::text) = (ended_at IS NOT NULL)),
  constraint links_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  constraint links_status_check CHECK (status = ANY (ARRAY['active'::text, 'ended'::text])),
  constraint links_test_payee CHECK (NOT (is_test_payee AND serves_live)),
  constraint links_type_check CHECK (type = ANY (ARRAY['merchant'::text, 'courier'::text]))
);
CREATE INDEX links_holder ON links USING btree (holder_id);
CREATE UNIQUE INDEX links_one_active ON links USING btree (company_id, holder_id, type) WHERE status = 'active'::text;

create table mail_switches (
  person_id text not null,
  kind text collate "C" not null,
  switched_off_at timestamp with time zone default now() not null,
  constraint mail_switches_pkey PRIMARY KEY (person_id, kind)
);

create table mails (
  id bigint default nextval('mails_id_seq'::regclass) not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  status text default 'queued'::text not null,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  kind text collate "C",
  person_id text,
  keeps_no_copy boolean default false not null,
  language text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_attempts_check CHECK (attempts >= 0),
  constraint mails_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  constraint mails_last_error_check CHECK (char_length(last_error) <= 100),
  constraint mails_recipient_check CHECK (char_length(recipient) >= 3 AND char_length(recipient) <= 254),
  constraint mails_sent CHECK ((status = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint mails_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])),
  constraint mails_subject_check CHECK (char_length(subject) >= 1 AND char_length(subject) <= 200)
);
CREATE INDEX mails_age ON mails USING btree (created_at);
CREATE INDEX mails_person ON mails USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX mails_queued ON mails USING btree (id) WHERE status = 'queued'::text;

create table member_invitation_mails (
  holder_id bigint not null,
  day date not null,
  email text collate "C" not null,
  mails integer not null,
  constraint member_invitation_mails_pkey PRIMARY KEY (holder_id, day, email),
  constraint member_invitation_mails_mails_check CHECK (mails > 0)
);

create table member_invitations (
  holder_id bigint not null,
  id text collate "C" not null,
  "position" bigint default nextval('member_invitations_position_seq'::regclass) not null,
  email text collate "C" not null,
  role text not null,
  status text default 'pending'::text not null,
  token_hash bytea not null,
  person_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  language text,
  constraint member_invitations_pkey PRIMARY KEY (holder_id, id),
  constraint member_invitations_token_hash_key UNIQUE (token_hash),
  constraint member_invitations_decided CHECK ((status = 'pending'::text) = (decided_at IS NULL)),
  constraint member_invitations_email_check CHECK (char_length(email) >= 3 AND char_length(email) <= 254 AND email = lower(email)),
  constraint member_invitations_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  constraint member_invitations_role CHECK (
CASE
    WHEN holder_id = 1 THEN role = ANY (ARRAY['administrator'::text, 'finance'::text, 'support'::text, 'viewer'::text])
    ELSE role = ANY (ARRAY['owner'::text, 'finance'::text, 'developer'::text, 'viewer'::text])
END),
  constraint member_invitations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text, 'expired'::text])),
  constraint member_invitations_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX member_invitations_list ON member_invitations USING btree (holder_id, "position");
CREATE UNIQUE INDEX member_invitations_one_pending ON member_invitations USING btree (holder_id, email) WHERE status = 'pending'::text;

create table members (
  holder_id bigint not null,
  person_id text not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  constraint members_pkey PRIMARY KEY (holder_id, person_id),
  constraint members_role_check CHECK (
CASE
    WHEN holder_id = 1 THEN role = ANY (ARRAY['administrator'::text, 'finance'::text, 'support'::text, 'viewer'::text])
    ELSE role = ANY (ARRAY['owner'::text, 'finance'::text, 'developer'::text, 'viewer'::text])
END)
);
CREATE INDEX members_person ON members USING btree (person_id);

create table notes (
  holder_id bigint not null,
  id bigint default nextval('notes_id_seq'::regclass) not null,
  mode text not null,
  object_kind text collate "C" not null,
  object_id text collate "C" not null,
  author_id text not null,
  text text not null,
  created_at timestamp with time zone not null,
  constraint notes_pkey PRIMARY KEY (holder_id, id),
  constraint notes_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint notes_object_id_check CHECK (object_id <> ''::text),
  constraint notes_object_kind_check CHECK (object_kind <> ''::text),
  constraint notes_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 2000)
);
CREATE INDEX notes_of_object ON notes USING btree (holder_id, mode, object_kind, object_id, id);

create table order_payee_days (
  holder_id bigint not null,
  mode text not null,
  payee_type text not null,
  day date not null,
  link_id bigint not null,
  currency text collate "C" not null,
  orders bigint not null,
  amount numeric not null,
  commission numeric not null,
  constraint order_payee_days_pkey PRIMARY KEY (holder_id, mode, payee_type, day, link_id, currency),
  constraint order_payee_days_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint order_payee_days_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint order_payee_days_orders_check CHECK (orders > 0),
  constraint order_payee_days_payee_type_check CHECK (payee_type = ANY (ARRAY['merchant'::text, 'courier'::text]))
);

create table order_payee_gaps (
  holder_id bigint not null,
  mode text not null,
  created_at timestamp with time zone not null,
  order_id bigint not null,
  constraint order_payee_gaps_pkey PRIMARY KEY (holder_id, mode, created_at, order_id),
  constraint order_payee_gaps_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);

create table order_payee_marks (
  holder_id bigint not null,
  up_to bigint not null,
  constraint order_payee_marks_pkey PRIMARY KEY (holder_id),
  constraint order_payee_marks_up_to_check CHECK (up_to >= 0)
);

create table order_quarter_marks (
  holder_id bigint not null,
  up_to bigint not null,
  constraint order_quarter_marks_pkey PRIMARY KEY (holder_id),
  constraint order_quarter_marks_up_to_check CHECK (up_to >= 0)
);

create table order_quarters (
  holder_id bigint not null,
  mode text not null,
  quarter timestamp with time zone not null,
  currency text collate "C" not null,
  payment_source text not null,
  orders bigint not null,
  amount numeric not null,
  commission numeric not null,
  constraint order_quarters_pkey PRIMARY KEY (holder_id, mode, quarter, currency, payment_source),
  constraint order_quarters_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint order_quarters_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint order_quarters_orders_check CHECK (orders > 0)
);

create table order_refunds (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  order_id bigint not null,
  refund_ref text collate "C" not null,
  status text not null,
  amount bigint not null,
  currency text collate "C" not null,
  request_hash bytea not null,
  taken bigint[] not null,
  before_settlement boolean not null,
  payment_refund_id text collate "C",
  reason text,
  failure text,
  "position" bigint default nextval('order_refunds_position_seq'::regclass) not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  counted bigint[],
  restitution text,
  restitution_shares bigint[] default '{}'::bigint[] not null,
  restitution_debts bigint[] default '{}'::bigint[] not null,
  restitution_amount bigint default 0 not null,
  restitution_position bigint,
  credited_back bigint[],
  kind text collate "C" default 'refund'::text not null,
  constraint order_refunds_pkey PRIMARY KEY (holder_id, id),
  constraint order_refunds_ref UNIQUE (holder_id, order_id, refund_ref),
  constraint order_refunds_amount_check CHECK (amount > 0),
  constraint order_refunds_check CHECK (credited_back IS NULL OR before_settlement AND status = 'failed'::text),
  constraint order_refunds_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint order_refunds_kind CHECK (kind = ANY (ARRAY['refund'::text, 'reversal'::text])),
  constraint order_refunds_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint order_refunds_refund_ref_check CHECK (char_length(refund_ref) >= 1 AND char_length(refund_ref) <= 255),
  constraint order_refunds_request_hash_check CHECK (octet_length(request_hash) = 32),
  constraint order_refunds_restitution CHECK ((restitution IS NULL) = (restitution_amount = 0) AND (restitution IS NULL) = (restitution_position IS NULL) AND (restitution IS NULL OR status = 'failed'::text)),
  constraint order_refunds_restitution_amount_check CHECK (restitution_amount >= 0),
  constraint order_refunds_restitution_check CHECK (restitution = ANY (ARRAY['awaiting_funds'::text, 'paid'::text])),
  constraint order_refunds_reversal CHECK (kind = 'refund'::text OR payment_refund_id IS NULL AND (status = ANY (ARRAY['succeeded'::text, 'failed'::text]))),
  constraint order_refunds_status_check CHECK (status = ANY (ARRAY['pending'::text, 'awaiting_funds'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE INDEX order_refunds_failed ON order_refunds USING btree (holder_id, mode, updated_at) WHERE status = 'failed'::text AND kind = 'refund'::text;
CREATE INDEX order_refunds_made ON order_refunds USING btree (holder_id, mode, created_at) INCLUDE (order_id, currency, amount, status) WHERE kind = 'refund'::text;
CREATE UNIQUE INDEX order_refunds_payment_refund ON order_refunds USING btree (holder_id, payment_refund_id) WHERE payment_refund_id IS NOT NULL;
CREATE INDEX order_refunds_position ON order_refunds USING btree ("position");
CREATE INDEX order_refunds_restitution_waiting ON order_refunds USING btree (holder_id, mode, currency, restitution_position) WHERE restitution = 'awaiting_funds'::text;
CREATE INDEX order_refunds_waiting ON order_refunds USING btree (holder_id, mode, currency, "position") WHERE status = 'awaiting_funds'::text;

create table orders (
  holder_id bigint not null,
  id bigint default nextval('orders_id_seq'::regclass) not null,
  mode text not null,
  partner_order_ref text collate "C" not null,
  idempotency_key text collate "C",
  payment_source text not null,
  payment_status text default 'pending'::text not null,
  settlement_status text default 'unsettled'::text not null,
  total_amount bigint not null,
  currency text collate "C" not null,
  splits jsonb not null,
  is_shadow boolean default false not null,
  shadow_merchant_ref text collate "C",
  shadow_merchant_name text collate "C",
  return_url text,
  cancel_url text,
  warnings text[] default '{}'::text[] not null,
  hold_reason text,
  settlement_id bigint,
  attempt_id uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  settled_at timestamp with time zone,
  refunded_amount bigint default 0 not null,
  reduced bigint[] default '{}'::bigint[] not null,
  reversed bigint[] default '{}'::bigint[] not null,
  open_refunds integer default 0 not null,
  paid_outside bigint[] default '{}'::bigint[] not null,
  claimed bigint[] default '{}'::bigint[] not null,
  claim_link_id bigint,
  webhook_url text,
  charged_back_amount bigint default 0 not null,
  paid_from_wallet boolean default false not null,
  reversal_amount bigint default 0 not null,
  fee bigint default 0 not null,
  capture text collate "C",
  capturable_until timestamp with time zone,
  captured_amount bigint,
  uncaptured bigint[] default '{}'::bigint[] not null,
  constraint orders_pkey PRIMARY KEY (holder_id, id),
  constraint orders_ref UNIQUE (holder_id, mode, partner_order_ref),
  constraint orders_authorized CHECK (payment_status <> 'authorized'::text OR capture IS NOT NULL AND capturable_until IS NOT NULL AND paid_at IS NULL),
  constraint orders_capture CHECK (capture IS NULL OR capture = 'manual'::text AND payment_source = 'service'::text),
  constraint orders_captured CHECK ((captured_amount IS NOT NULL) = (capture IS NOT NULL AND paid_at IS NOT NULL) AND captured_amount >= 1 AND captured_amount <= total_amount AND (captured_amount IS NOT NULL OR uncaptured = '{}'::bigint[])),
  constraint orders_charged_back_amount_check CHECK (charged_back_amount >= 0),
  constraint orders_check CHECK (refunded_amount >= 0 AND refunded_amount <= COALESCE(captured_amount, total_amount)),
  constraint orders_claimed CHECK ((claimed = '{}'::bigint[]) = (claim_link_id IS NULL)),
  constraint orders_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint orders_fee CHECK (fee >= 0 AND fee <= COALESCE(captured_amount, total_amount) AND (fee = 0 OR payment_source = 'service'::text)),
  constraint orders_hold_reason CHECK ((settlement_status = 'on_hold'::text) = (hold_reason IS NOT NULL)),
  constraint orders_idempotency_key_check CHECK (char_length(idempotency_key) >= 1 AND char_length(idempotency_key) <= 255),
  constraint orders_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint orders_open_refunds_check CHECK (open_refunds >= 0),
  constraint orders_paid_from_wallet CHECK (NOT paid_from_wallet OR payment_source = 'service'::text AND paid_at IS NOT NULL),
  constraint orders_partner_order_ref_check CHECK (char_length(partner_order_ref) >= 1 AND char_length(partner_order_ref) <= 255),
  constraint orders_payment_source_check CHECK (payment_source = ANY (ARRAY['service'::text, 'card'::text, 'onlinewallet'::text, 'cod'::text])),
  constraint orders_payment_status_check CHECK (payment_status = ANY (ARRAY['pending'::text, 'authorized'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text, 'cancelled'::text])),
  constraint orders_reversal_amount CHECK (reversal_amount >= 0 AND reversal_amount <= LEAST(charged_back_amount, COALESCE(captured_amount, total_amount) - refunded_amount)),
  constraint orders_settled_facts CHECK ((settlement_status = ANY (ARRAY['settled'::text, 'partially_reversed'::text, 'reversed'::text])) = (settlement_id IS NOT NULL AND settled_at IS NOT NULL)),
  constraint orders_settlement_status_check CHECK (settlement_status = ANY (ARRAY['unsettled'::text, 'awaiting_funds'::text, 'on_hold'::text, 'settled'::text, 'partially_reversed'::text, 'reversed'::text, 'void'::text])),
  constraint orders_splits_check CHECK (jsonb_typeof(splits) = 'array'::text AND jsonb_array_length(splits) >= 1 AND jsonb_array_length(splits) <= 200),
  constraint orders_total_amount_check CHECK (total_amount > 0)
) with (fillfactor=85);
CREATE INDEX orders_awaiting_funds ON orders USING btree (holder_id, mode) WHERE settlement_status = 'awaiting_funds'::text;
CREATE INDEX orders_broken_splits ON orders USING btree (holder_id, mode, id) WHERE (settlement_status = ANY (ARRAY['unsettled'::text, 'awaiting_funds'::text, 'on_hold'::text])) AND (warnings <> '{}'::text[] OR jsonb_path_exists(splits, '$[*]?(@."type" != "partner" && @."ref" == null)'::jsonpath));
CREATE INDEX orders_by_amount ON orders USING btree (holder_id, mode, total_amount, id) INCLUDE (payment_status, settlement_status, is_shadow) WHERE settlement_status = ANY (ARRAY['settled'::text, 'partially_reversed'::text, 'reversed'::text, 'void'::text]);
CREATE INDEX orders_cash ON orders USING btree (holder_id, mode, currency, jsonb_path_query_first(splits, '$[*]?(@."cash" == true)."ref"'::jsonpath)) WHERE payment_source = 'cod'::text AND splits @> '[{"cash": true}]'::jsonb AND (settlement_status = ANY (ARRAY['unsettled'::text, 'awaiting_funds'::text, 'on_hold'::text]));
CREATE UNIQUE INDEX orders_idempotency_key ON orders USING btree (holder_id, mode, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX orders_of_rare_payment ON orders USING btree (holder_id, mode, payment_status, id) WHERE payment_status = ANY (ARRAY['authorized'::text, 'partially_refunded'::text, 'refunded'::text, 'cancelled'::text]);
CREATE INDEX orders_of_rare_settlement ON orders USING btree (holder_id, mode, settlement_status, id) WHERE settlement_status = ANY (ARRAY['partially_reversed'::text, 'reversed'::text, 'void'::text]);
CREATE INDEX orders_of_settlement ON orders USING btree (holder_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX orders_on_hold ON orders USING btree (holder_id, mode, id) WHERE settlement_status = 'on_hold'::text;
CREATE INDEX orders_reserved ON orders USING btree (holder_id, mode, currency) WHERE payment_source = 'service'::text AND NOT is_shadow AND paid_at IS NOT NULL AND (settlement_status = ANY (ARRAY['unsettled'::text, 'awaiting_funds'::text, 'on_hold'::text]));
CREATE INDEX orders_settled ON orders USING btree (holder_id, mode, settled_at) INCLUDE (currency, total_amount) WHERE settled_at IS NOT NULL;
CREATE INDEX orders_settlement_queue ON orders USING btree (holder_id, mode, currency, is_shadow, id) WHERE settlement_status = ANY (ARRAY['unsettled'::text, 'awaiting_funds'::text]);
CREATE INDEX orders_shadow_name ON orders USING btree (holder_id, mode, shadow_merchant_name, id) WHERE is_shadow AND shadow_merchant_ref IS NULL;
CREATE INDEX orders_shadow_ref ON orders USING btree (holder_id, mode, shadow_merchant_ref, id) WHERE is_shadow;

create table passkeys (
  id text not null,
  person_id text not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  fresh_from timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_counter_check CHECK (counter >= 0),
  constraint passkeys_credential_id_check CHECK (credential_id ~ '^[A-Za-z0-9_-]+$'::text AND length(credential_id) <= 1400),
  constraint passkeys_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100)
);
CREATE INDEX passkeys_person ON passkeys USING btree (person_id);

create table past_books (
  day date not null,
  requested_by text not null,
  requested_at timestamp with time zone default now() not null,
  derived_at timestamp with time zone,
  result jsonb,
  constraint past_books_pkey PRIMARY KEY (day),
  constraint past_books_derived CHECK ((result IS NULL) = (derived_at IS NULL)),
  constraint past_books_result_check CHECK (jsonb_typeof(result) = 'object'::text)
);

create table past_time_zones (
  company_id bigint not null,
  mode text not null,
  held_until timestamp with time zone not null,
  time_zone text collate "C" not null,
  constraint past_time_zones_pkey PRIMARY KEY (company_id, mode, held_until),
  constraint past_time_zones_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint past_time_zones_time_zone_check CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 64)
);

create table payment_attempts (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  number integer not null,
  method text not null,
  status text not null,
  error text,
  card_last_four text,
  payer_holder_id bigint,
  created_at timestamp with time zone not null,
  id text collate "C" not null,
  provider text default 'wallet'::text not null,
  provider_ref text,
  continue_url text,
  payer_name text,
  payer_email text,
  browser bytea,
  updated_at timestamp with time zone not null,
  due_at timestamp with time zone,
  payer_language text,
  card_brand text,
  constraint payment_attempts_pkey PRIMARY KEY (holder_id, payment_id, number),
  constraint payment_attempts_id UNIQUE (holder_id, id),
  constraint payment_attempts_bank_transfer CHECK ((method = 'bank_transfer'::text) = (provider = 'bank'::text)),
  constraint payment_attempts_browser_check CHECK (octet_length(browser) = 32),
  constraint payment_attempts_card_brand CHECK (char_length(card_brand) >= 1 AND char_length(card_brand) <= 40),
  constraint payment_attempts_card_last_four_check CHECK (card_last_four ~ '^[0-9]{4}$'::text),
  constraint payment_attempts_due CHECK ((status = ANY (ARRAY['processing'::text, 'authorized'::text])) = (due_at IS NOT NULL)),
  constraint payment_attempts_method_check CHECK (method = ANY (ARRAY['wallet'::text, 'card'::text, 'onlinewallet'::text, 'bank_transfer'::text])),
  constraint payment_attempts_number_check CHECK (number > 0),
  constraint payment_attempts_payer_language_check CHECK (payer_language ~ '^[a-z]{2}$'::text),
  constraint payment_attempts_provider_check CHECK (provider ~ '^[a-z][a-z0-9]{1,29}$'::text),
  constraint payment_attempts_status_check CHECK (status = ANY (ARRAY['processing'::text, 'authorized'::text, 'succeeded'::text, 'declined'::text, 'returned'::text]))
);
CREATE INDEX payment_attempts_declined ON payment_attempts USING btree (holder_id, created_at) INCLUDE (payment_id, error) WHERE status = 'declined'::text;
CREATE INDEX payment_attempts_due ON payment_attempts USING btree (due_at) WHERE status = ANY (ARRAY['processing'::text, 'authorized'::text]);
CREATE UNIQUE INDEX payment_attempts_one_processing ON payment_attempts USING btree (holder_id, payment_id) WHERE status = ANY (ARRAY['processing'::text, 'authorized'::text]);
CREATE UNIQUE INDEX payment_attempts_one_succeeded ON payment_attempts USING btree (holder_id, payment_id) WHERE status = 'succeeded'::text;
CREATE INDEX payment_attempts_payer ON payment_attempts USING btree (payer_holder_id, payment_id) WHERE payer_holder_id IS NOT NULL;

create table payment_fee_rules (
  id bigint generated by default as identity not null,
  holder_id bigint,
  method text,
  currency text collate "C",
  basis_points integer,
  fixed bigint,
  effective_from timestamp with time zone default clock_timestamp() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint payment_fee_rules_pkey PRIMARY KEY (id),
  constraint payment_fee_rules_basis_points_check CHECK (basis_points >= 0 AND basis_points <= 10000),
  constraint payment_fee_rules_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payment_fee_rules_fixed CHECK (fixed = 0 OR currency IS NOT NULL),
  constraint payment_fee_rules_fixed_check CHECK (fixed >= 0 AND fixed <= '1000000000000000000'::bigint),
  constraint payment_fee_rules_method_check CHECK (method = ANY (ARRAY['card'::text, 'onlinewallet'::text, 'wallet'::text, 'bank_transfer'::text])),
  constraint payment_fee_rules_values CHECK ((basis_points IS NULL) = (fixed IS NULL))
);
CREATE INDEX payment_fee_rules_holder ON payment_fee_rules USING btree (holder_id, id);

create table payment_transfers (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  mode text not null,
  reference text collate "C" not null,
  payer_email text,
  payer_language text,
  browser bytea,
  created_at timestamp with time zone not null,
  constraint payment_transfers_pkey PRIMARY KEY (holder_id, payment_id),
  constraint payment_transfers_browser_check CHECK (octet_length(browser) = 32),
  constraint payment_transfers_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint payment_transfers_payer_language_check CHECK (payer_language ~ '^[a-z]{2}$'::text),
  constraint payment_transfers_reference_check CHECK (reference ~ '^RF[0-9]{2}[A-Z]{8}$'::text)
);
CREATE INDEX payment_transfers_reference ON payment_transfers USING btree (reference);

create table payments (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  base text not null,
  status text default 'created'::text not null,
  amount bigint not null,
  currency text collate "C" not null,
  return_url text,
  cancel_url text,
  custom text,
  webhook_url text,
  last_error text,
  trx_id text collate "C",
  payer_name text,
  payer_email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  order_id bigint,
  fee bigint default 0 not null,
  refunded_amount bigint default 0 not null,
  ended_by bytea,
  charged_back_amount bigint default 0 not null,
  description text,
  search_text text generated always as (lower((COALESCE(custom, ''::text) || '
'::text) || COALESCE(description, ''::text))) stored not null,
  payer_search_text text generated always as (lower((COALESCE(payer_name, ''::text) || '
'::text) || COALESCE(payer_email, ''::text))) stored not null,
  fee_rules bigint[],
  priced_at timestamp with time zone,
  fee_basis_points integer default 0 not null,
  fee_fixed bigint default 0 not null,
  "position" bigint default nextval('payments_position_seq'::regclass) not null,
  manual_capture boolean default false not null,
  capturable_until timestamp with time zone,
  capture_amount bigint,
  capture_shares bigint[],
  captured_amount bigint,
  transfer_until timestamp with time zone,
  webhook_format text collate "C",
  known_name text,
  known_email text,
  key_client_id text collate "C",
  customer_id bigint,
  constraint payments_pkey PRIMARY KEY (holder_id, id),
  constraint payments_holder_id_mode_id_key UNIQUE (holder_id, mode, id),
  constraint payments_amount_check CHECK (amount > 0),
  constraint payments_authorized CHECK (status <> 'authorized'::text OR manual_capture AND trx_id IS NOT NULL AND payer_name IS NOT NULL AND capturable_until IS NOT NULL AND paid_at IS NULL),
  constraint payments_base_check CHECK (base = ANY (ARRAY['api'::text, 'sandbox'::text])),
  constraint payments_capture_asked CHECK (capture_amount >= 1 AND capture_amount <= amount AND (capture_amount IS NULL OR capturable_until IS NOT NULL) AND (capture_shares IS NULL OR capture_amount IS NOT NULL)),
  constraint payments_captured CHECK ((captured_amount IS NOT NULL) = (manual_capture AND paid_at IS NOT NULL) AND captured_amount >= 1 AND captured_amount <= amount),
  constraint payments_charged_back_amount_check CHECK (charged_back_amount >= 0),
  constraint payments_check CHECK (base = 'api'::text OR mode = 'test'::text),
  constraint payments_check1 CHECK (fee >= 0 AND fee <= COALESCE(captured_amount, amount)),
  constraint payments_check2 CHECK (refunded_amount >= 0 AND refunded_amount <= COALESCE(captured_amount, amount)),
  constraint payments_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payments_description_check CHECK (char_length(description) >= 1 AND char_length(description) <= 255),
  constraint payments_ended_by_check CHECK (octet_length(ended_by) = 32),
  constraint payments_fee_basis_points_check CHECK (fee_basis_points >= 0 AND fee_basis_points <= 10000),
  constraint payments_fee_fixed_check CHECK (fee_fixed >= 0),
  constraint payments_fee_of_rule CHECK (priced_at IS NULL OR fee::numeric =
CASE
    WHEN paid_at IS NULL THEN 0::numeric
    ELSE LEAST(COALESCE(captured_amount, amount)::numeric, div(COALESCE(captured_amount, amount)::numeric * fee_basis_points::numeric + 5000::numeric, 10000::numeric) + fee_fixed::numeric)
END),
  constraint payments_fee_rules CHECK (cardinality(fee_rules) >= 3 AND cardinality(fee_rules) <= 4),
  constraint payments_known_email CHECK (char_length(known_email) >= 1 AND char_length(known_email) <= 254),
  constraint payments_known_name CHECK (char_length(known_name) >= 1 AND char_length(known_name) <= 100),
  constraint payments_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint payments_paid_facts CHECK ((status = ANY (ARRAY['succeeded'::text, 'partially_refunded'::text, 'refunded'::text])) = (trx_id IS NOT NULL AND paid_at IS NOT NULL AND payer_name IS NOT NULL)),
  constraint payments_status_check CHECK (status = ANY (ARRAY['created'::text, 'processing'::text, 'authorized'::text, 'succeeded'::text, 'partially_refunded'::text, 'refunded'::text, 'cancelled'::text, 'expired'::text])),
  constraint payments_webhook_format CHECK (webhook_format = ANY (ARRAY['standard'::text, 'mypay'::text, 'quickei'::text, 'zerth'::text]))
);
CREATE INDEX payments_by_amount ON payments USING btree (holder_id, mode, amount, id);
CREATE INDEX payments_by_status ON payments USING btree (holder_id, mode, status, created_at, id);
CREATE INDEX payments_disputed ON payments USING btree (holder_id, mode, created_at, id) WHERE charged_back_amount > 0;
CREATE INDEX payments_known_email ON payments USING btree (lower(known_email)) WHERE known_email IS NOT NULL;
CREATE INDEX payments_listed ON payments USING btree (holder_id, mode, created_at, id);
CREATE INDEX payments_of_customer ON payments USING btree (holder_id, customer_id, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX payments_of_order ON payments USING btree (holder_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX payments_open ON payments USING btree (expires_at) WHERE status = 'created'::text;
CREATE INDEX payments_paid ON payments USING btree (holder_id, mode, paid_at) INCLUDE (currency, amount, captured_amount, fee, created_at, id) WHERE paid_at IS NOT NULL;
CREATE INDEX payments_position ON payments USING btree ("position");
CREATE UNIQUE INDEX payments_trx ON payments USING btree (holder_id, trx_id) WHERE trx_id IS NOT NULL;
CREATE INDEX payments_without_customer ON payments USING btree (holder_id, id) WHERE customer_id IS NULL AND paid_at IS NOT NULL AND payer_email IS NOT NULL;

create table payout_file_lines (
  file_id text collate "C" not null,
  payout_id text collate "C" not null,
  line integer not null,
  batch_id text collate "C" not null,
  reference text collate "C" not null,
  amount bigint not null,
  bank_account_id text collate "C",
  superseded_by text collate "C",
  outcome text,
  bank_status text collate "C",
  bank_reason text collate "C",
  reported_at timestamp with time zone,
  constraint payout_file_lines_pkey PRIMARY KEY (file_id, payout_id),
  constraint payout_file_lines_file_id_line_key UNIQUE (file_id, line),
  constraint payout_file_lines_amount_check CHECK (amount > 0),
  constraint payout_file_lines_bank_reason_check CHECK (bank_reason ~ '^[A-Z0-9]{2,6}$'::text),
  constraint payout_file_lines_bank_status_check CHECK (char_length(bank_status) >= 1 AND char_length(bank_status) <= 35),
  constraint payout_file_lines_line_check CHECK (line > 0),
  constraint payout_file_lines_outcome_check CHECK (outcome = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text])),
  constraint payout_file_lines_payee CHECK ((payout_id ~~ 'lr\_%'::text OR payout_id ~~ 'ref\_%'::text) = (bank_account_id IS NULL)),
  constraint payout_file_lines_reference_check CHECK (reference ~ '^[A-Za-z0-9]{1,35}$'::text),
  constraint payout_file_lines_reported CHECK ((outcome IS NULL) = (reported_at IS NULL) AND (outcome IS NULL) = (bank_status IS NULL))
);
CREATE INDEX payout_file_lines_account ON payout_file_lines USING btree (bank_account_id);
CREATE UNIQUE INDEX payout_file_lines_living ON payout_file_lines USING btree (payout_id) WHERE superseded_by IS NULL;
CREATE INDEX payout_file_lines_superseding ON payout_file_lines USING btree (superseded_by) WHERE superseded_by IS NOT NULL;

create table payout_files (
  id text collate "C" not null,
  "position" bigint default nextval('payout_files_position_seq'::regclass) not null,
  mode text not null,
  format text not null,
  currency text collate "C" not null,
  execution_day date not null,
  message_id text collate "C" not null,
  debtor_account text collate "C",
  payouts integer not null,
  control_sum bigint not null,
  content bytea,
  sha256 bytea not null,
  again_reason text,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  given_up_at timestamp with time zone,
  given_up_reason text,
  constraint payout_files_pkey PRIMARY KEY (id),
  constraint payout_files_message_id_key UNIQUE (message_id),
  constraint payout_files_position_key UNIQUE ("position"),
  constraint payout_files_account CHECK ((format = 'csv'::text) = (debtor_account IS NULL)),
  constraint payout_files_again_reason_check CHECK (char_length(again_reason) >= 1 AND char_length(again_reason) <= 500),
  constraint payout_files_control_sum_check CHECK (control_sum > 0),
  constraint payout_files_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payout_files_erased CHECK ((content IS NULL) = (erased_at IS NOT NULL)),
  constraint payout_files_format_check CHECK (format = ANY (ARRAY['pain.001.001.09'::text, 'pain.001.001.03'::text, 'csv'::text])),
  constraint payout_files_given_up CHECK ((given_up_at IS NULL) = (given_up_reason IS NULL)),
  constraint payout_files_given_up_reason_check CHECK (char_length(given_up_reason) >= 1 AND char_length(given_up_reason) <= 500),
  constraint payout_files_message_id_check CHECK (message_id ~ '^[A-Za-z0-9]{1,31}$'::text),
  constraint payout_files_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint payout_files_payouts_check CHECK (payouts > 0),
  constraint payout_files_sha256_check CHECK (octet_length(sha256) = 32)
);
CREATE INDEX payout_files_listed ON payout_files USING btree (mode, "position");

create table payout_rules (
  currency text collate "C" not null,
  minimum bigint default 1 not null,
  fee bigint default 0 not null,
  daily_limit bigint,
  constraint payout_rules_pkey PRIMARY KEY (currency),
  constraint payout_rules_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payout_rules_daily_limit_check CHECK (daily_limit >= 1),
  constraint payout_rules_fee CHECK (fee < minimum),
  constraint payout_rules_fee_check CHECK (fee >= 0),
  constraint payout_rules_minimum_check CHECK (minimum >= 1)
);

create table payout_schedules (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  owner_holder_id bigint not null,
  account_kind text collate "C" not null,
  link_id bigint,
  currency text collate "C" not null,
  every text collate "C" not null,
  day integer,
  time_zone text collate "C" not null,
  minimum bigint not null,
  keep bigint not null,
  bank_account_id text collate "C",
  set_by text,
  set_at timestamp with time zone not null,
  due_at timestamp with time zone,
  tried_at timestamp with time zone,
  tried_for timestamp with time zone,
  outcome text collate "C",
  reason text,
  constraint payout_schedules_pkey PRIMARY KEY (holder_id, id),
  constraint payout_schedules_account_kind_check CHECK (account_kind = ANY (ARRAY['wallet'::text, 'commission'::text, 'clearing'::text, 'earnings'::text])),
  constraint payout_schedules_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payout_schedules_day CHECK (
CASE every
    WHEN 'week'::text THEN day IS NOT NULL AND day >= 1 AND day <= 7
    WHEN 'month'::text THEN day IS NOT NULL AND day >= 1 AND day <= 31
    ELSE day IS NULL
END),
  constraint payout_schedules_due CHECK ((every = 'never'::text) = (due_at IS NULL)),
  constraint payout_schedules_every_check CHECK (every = ANY (ARRAY['never'::text, 'day'::text, 'week'::text, 'month'::text])),
  constraint payout_schedules_keep_check CHECK (keep >= 0),
  constraint payout_schedules_link CHECK ((account_kind = 'earnings'::text) = (link_id IS NOT NULL)),
  constraint payout_schedules_minimum_check CHECK (minimum >= 0),
  constraint payout_schedules_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint payout_schedules_outcome_check CHECK (outcome = ANY (ARRAY['requested'::text, 'nothing'::text, 'refused'::text])),
  constraint payout_schedules_owner CHECK (holder_id = owner_holder_id OR account_kind = 'earnings'::text),
  constraint payout_schedules_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint payout_schedules_time_zone_check CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 64),
  constraint payout_schedules_tried CHECK ((tried_at IS NULL) = (outcome IS NULL) AND (tried_at IS NULL) = (tried_for IS NULL) AND (reason IS NULL) = (outcome IS NULL OR outcome = 'requested'::text))
);
CREATE UNIQUE INDEX payout_schedules_account ON payout_schedules USING btree (holder_id, mode, owner_holder_id, account_kind, COALESCE(link_id, 0::bigint), currency);
CREATE INDEX payout_schedules_due ON payout_schedules USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payout_schedules_owner ON payout_schedules USING btree (owner_holder_id, mode);

create table payouts (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  owner_holder_id bigint not null,
  status text not null,
  amount bigint not null,
  fee bigint not null,
  currency text collate "C" not null,
  bank_account_id text collate "C" not null,
  reason text,
  "position" bigint default nextval('payouts_position_seq'::regclass) not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  account_kind text collate "C" not null,
  link_id bigint,
  requested_by text,
  schedule_id text collate "C",
  due_at timestamp with time zone,
  reference text,
  constraint payouts_pkey PRIMARY KEY (holder_id, id),
  constraint payouts_account_kind CHECK (account_kind = ANY (ARRAY['wallet'::text, 'commission'::text, 'clearing'::text, 'earnings'::text])),
  constraint payouts_amount_check CHECK (amount > 0),
  constraint payouts_approved CHECK (
CASE
    WHEN status = ANY (ARRAY['approved'::text, 'sent'::text, 'completed'::text, 'failed'::text]) THEN approved_at IS NOT NULL
    WHEN status = ANY (ARRAY['requested'::text, 'cancelled'::text]) THEN approved_at IS NULL
    ELSE true
END),
  constraint payouts_check CHECK (fee >= 0 AND fee < amount),
  constraint payouts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payouts_ended CHECK ((status = ANY (ARRAY['completed'::text, 'rejected'::text, 'cancelled'::text, 'failed'::text])) = (ended_at IS NOT NULL)),
  constraint payouts_link CHECK ((account_kind = 'earnings'::text) = (link_id IS NOT NULL)),
  constraint payouts_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint payouts_owner CHECK (holder_id = owner_holder_id OR account_kind = 'earnings'::text),
  constraint payouts_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 255),
  constraint payouts_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 35),
  constraint payouts_schedule CHECK ((schedule_id IS NULL) = (due_at IS NULL)),
  constraint payouts_sent CHECK (
CASE
    WHEN status = ANY (ARRAY['sent'::text, 'completed'::text]) THEN sent_at IS NOT NULL AND approved_at IS NOT NULL
    WHEN status = 'failed'::text THEN true
    ELSE sent_at IS NULL
END),
  constraint payouts_status_check CHECK (status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text, 'completed'::text, 'rejected'::text, 'cancelled'::text, 'failed'::text]))
);
CREATE INDEX payouts_arrived ON payouts USING btree (bank_account_id, ended_at) WHERE status = 'completed'::text;
CREATE INDEX payouts_came_back ON payouts USING btree (mode, ended_at) WHERE status = 'failed'::text AND sent_at IS NOT NULL;
CREATE INDEX payouts_failed ON payouts USING btree (owner_holder_id, mode, ended_at) WHERE status = 'failed'::text;
CREATE INDEX payouts_listed ON payouts USING btree (mode, "position");
CREATE INDEX payouts_listed_by_status ON payouts USING btree (mode, status, "position");
CREATE INDEX payouts_open ON payouts USING btree (holder_id, status, "position") WHERE status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text]);
CREATE INDEX payouts_owner ON payouts USING btree (holder_id, owner_holder_id, mode, "position");
CREATE INDEX payouts_position ON payouts USING btree (holder_id, mode, "position");
CREATE INDEX payouts_reference ON payouts USING btree (lower(replace(id, '_'::text, ''::text)));
CREATE UNIQUE INDEX payouts_scheduled ON payouts USING btree (holder_id, schedule_id, due_at) WHERE schedule_id IS NOT NULL;
CREATE INDEX payouts_sealed ON payouts USING btree ("position");

create table people (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  second_factor boolean default false not null,
  second_factor_at timestamp with time zone,
  second_factor_first_at timestamp with time zone,
  language text,
  constraint people_pkey PRIMARY KEY (id),
  constraint people_email_key UNIQUE (email),
  constraint people_language_check CHECK (language ~ '^[a-z]{2}$'::text)
);

create table person_erasures (
  person_id text not null,
  requested_at timestamp with time zone not null,
  email text,
  name text,
  holder_ids bigint[] not null,
  finished_at timestamp with time zone,
  constraint person_erasures_pkey PRIMARY KEY (person_id),
  constraint person_erasures_check CHECK ((finished_at IS NULL) = (email IS NOT NULL) AND (email IS NULL) = (name IS NULL)),
  constraint person_erasures_email CHECK (email ~~ '%_@_%'::text)
);

create table processes (
  id integer default nextval('processes_id_seq'::regclass) not null,
  name text not null,
  connections integer not null,
  shares_windows boolean not null,
  heartbeat_at timestamp with time zone default clock_timestamp() not null,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_connections_check CHECK (connections > 0)
);

create table production (
  id smallint default 1 not null,
  served_at timestamp with time zone default now() not null,
  constraint production_pkey PRIMARY KEY (id),
  constraint production_id_check CHECK (id = 1)
);

create table provider_costs (
  id bigint generated always as identity not null,
  provider text collate "C" not null,
  method text collate "C",
  currency text collate "C",
  basis_points integer,
  fixed bigint,
  effective_from timestamp with time zone not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint provider_costs_pkey PRIMARY KEY (id),
  constraint provider_costs_basis_points_check CHECK (basis_points >= 0 AND basis_points <= 10000),
  constraint provider_costs_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint provider_costs_fixed CHECK (fixed = 0 OR currency IS NOT NULL),
  constraint provider_costs_fixed_check CHECK (fixed >= 0 AND fixed <= '1000000000000000000'::bigint),
  constraint provider_costs_method_check CHECK (method = ANY (ARRAY['card'::text, 'onlinewallet'::text])),
  constraint provider_costs_provider_check CHECK (provider ~ '^[a-z][a-z0-9]{1,29}$'::text),
  constraint provider_costs_values CHECK ((basis_points IS NULL) = (fixed IS NULL))
);

create table provider_orders (
  id bigint generated always as identity not null,
  holder_id bigint,
  method text collate "C",
  currency text collate "C",
  providers text[] not null,
  constraint provider_orders_pkey PRIMARY KEY (id),
  constraint provider_orders_holder_id_method_currency_key UNIQUE NULLS NOT DISTINCT (holder_id, method, currency),
  constraint provider_orders_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint provider_orders_method_check CHECK (method = ANY (ARRAY['card'::text, 'onlinewallet'::text])),
  constraint provider_orders_providers_check CHECK (cardinality(providers) >= 1 AND cardinality(providers) <= 20)
);

create table provider_sign_ins (
  token_hash bytea not null,
  provider_id text not null,
  session_id text,
  next text,
  started_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint provider_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint provider_sign_ins_next_check CHECK (char_length(next) <= 500)
);
CREATE INDEX provider_sign_ins_of_provider ON provider_sign_ins USING btree (provider_id);
CREATE INDEX provider_sign_ins_of_session ON provider_sign_ins USING btree (session_id);

create table providers (
  name text collate "C" not null,
  title text not null,
  constraint providers_pkey PRIMARY KEY (name),
  constraint providers_name_check CHECK (name ~ '^[a-z][a-z0-9]{1,29}$'::text),
  constraint providers_title_check CHECK (title <> ''::text)
);

create table public_proof (
  holder_id bigint not null,
  is_on boolean not null,
  constraint public_proof_pkey PRIMARY KEY (holder_id),
  constraint public_proof_holder_id_check CHECK (holder_id = 1)
);

create unlogged table rate_windows (
  name text collate "C" not null,
  key text collate "C" not null,
  leaves_us bigint[] not null,
  slots integer[] not null,
  idle_us bigint not null,
  constraint rate_windows_pkey PRIMARY KEY (name, key),
  constraint rate_windows_check CHECK (cardinality(leaves_us) = cardinality(slots))
) with (fillfactor=70);

create table refunds (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  payment_id text collate "C" not null,
  refund_ref text collate "C" not null,
  status text not null,
  amount bigint not null,
  currency text collate "C" not null,
  fee_returned bigint default 0 not null,
  reason text,
  failure text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  due_at timestamp with time zone,
  "position" bigint default nextval('refunds_position_seq'::regclass) not null,
  constraint refunds_pkey PRIMARY KEY (holder_id, id),
  constraint refunds_holder_id_mode_currency_id_key UNIQUE (holder_id, mode, currency, id),
  constraint refunds_ref UNIQUE (holder_id, payment_id, refund_ref),
  constraint refunds_amount_check CHECK (amount > 0),
  constraint refunds_check CHECK (fee_returned >= 0 AND fee_returned <= amount),
  constraint refunds_check1 CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint refunds_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint refunds_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint refunds_refund_ref_check CHECK (char_length(refund_ref) >= 1 AND char_length(refund_ref) <= 255),
  constraint refunds_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE INDEX refunds_by_status ON refunds USING btree (holder_id, mode, status, created_at) INCLUDE (currency, amount, fee_returned);
CREATE INDEX refunds_due ON refunds USING btree (due_at) WHERE status = 'pending'::text;
CREATE INDEX refunds_position ON refunds USING btree ("position");

create table returned_transfers (
  line_id bigint not null,
  reason text not null,
  returned_at timestamp with time zone not null,
  constraint returned_transfers_pkey PRIMARY KEY (line_id),
  constraint returned_transfers_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 255)
);

create table row_versions (
  id bigint default nextval('row_versions_id_seq'::regclass) not null,
  table_name text collate "C" not null,
  row_key text collate "C" not null,
  facts jsonb,
  written_at timestamp with time zone default now() not null,
  constraint row_versions_pkey PRIMARY KEY (id)
);
CREATE INDEX row_versions_of_row ON row_versions USING btree (table_name, row_key, id);

create table saved_views (
  id text not null,
  person_id text not null,
  holder_id bigint not null,
  mode text not null,
  screen text collate "C" not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_name UNIQUE (person_id, holder_id, mode, screen, name),
  constraint saved_views_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint saved_views_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint saved_views_query_check CHECK (char_length(query) <= 2000),
  constraint saved_views_screen_check CHECK (screen ~ '^[a-z][a-z-]{0,39}$'::text)
);

create table seal_salts (
  source text collate "C" not null,
  key bigint not null,
  part smallint not null,
  salt text collate "C" not null,
  at timestamp with time zone not null,
  constraint seal_salts_pkey PRIMARY KEY (source, key, part),
  constraint seal_salts_part_check CHECK (part > 0),
  constraint seal_salts_salt_check CHECK (char_length(salt) >= 32 AND char_length(salt) <= 64)
);
CREATE INDEX seal_salts_age ON seal_salts USING btree (source, at);

create table seals (
  number bigint not null,
  source text collate "C" not null,
  after_key bigint not null,
  up_to_key bigint not null,
  row_count integer not null,
  kept_days integer,
  rows_hash bytea not null,
  previous_hash bytea not null,
  sealed_at timestamp with time zone not null,
  hash bytea not null,
  public_key bytea,
  signature bytea,
  lines text not null,
  constraint seals_pkey PRIMARY KEY (number),
  constraint seals_hash_key UNIQUE (hash),
  constraint seals_check CHECK (after_key <= up_to_key),
  constraint seals_check1 CHECK ((public_key IS NULL) = (signature IS NULL)),
  constraint seals_hash_check CHECK (octet_length(hash) = 32),
  constraint seals_kept_days_check CHECK (kept_days > 0),
  constraint seals_number_check CHECK (number > 0),
  constraint seals_previous_hash_check CHECK (octet_length(previous_hash) = 32),
  constraint seals_public_key_check CHECK (octet_length(public_key) = 32),
  constraint seals_row_count_check CHECK (row_count >= 0),
  constraint seals_rows_hash_check CHECK (octet_length(rows_hash) = 32),
  constraint seals_signature_check CHECK (octet_length(signature) = 64)
);
CREATE INDEX seals_of_source ON seals USING btree (source, number);

create table second_factor_resets (
  person_id text not null,
  reason text not null,
  requested_by text,
  requested_at timestamp with time zone default now() not null,
  confirmed_by text,
  effective_at timestamp with time zone,
  constraint second_factor_resets_pkey PRIMARY KEY (person_id),
  constraint second_factor_resets_check CHECK (requested_by <> person_id AND confirmed_by <> person_id AND confirmed_by <> requested_by),
  constraint second_factor_resets_check1 CHECK ((effective_at IS NULL) = (requested_by IS NOT NULL AND confirmed_by IS NULL)),
  constraint second_factor_resets_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500)
);

create table second_factors (
  id text not null,
  person_id text not null,
  secret text not null,
  recovery_codes text not null,
  verified boolean default true not null,
  failures integer default 0 not null,
  locked_until timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (id),
  constraint second_factors_person_id_key UNIQUE (person_id)
);

create table sessions (
  id text not null,
  expires_at timestamp with time zone not null,
  token text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  ip_address text,
  user_agent text,
  person_id text not null,
  second_factor_at timestamp with time zone,
  passkey_at timestamp with time zone,
  provider_id text,
  provider_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token)
);
CREATE INDEX sessions_of_provider ON sessions USING btree (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX sessions_person ON sessions USING btree (person_id);

create table settlement_dues (
  holder_id bigint not null,
  mode text not null,
  currency text collate "C" not null,
  due_at timestamp with time zone not null,
  constraint settlement_dues_pkey PRIMARY KEY (holder_id, mode, currency),
  constraint settlement_dues_currency_check CHECK (currency ~ '^([A-Z]{3}|\*)$'::text),
  constraint settlement_dues_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);
CREATE INDEX settlement_dues_due ON settlement_dues USING btree (due_at);

create table settlement_schedules (
  company_id bigint not null,
  currency text collate "C" not null,
  every text not null,
  days smallint[] not null,
  local_time text collate "C" not null,
  mode text not null,
  constraint settlement_schedules_pkey PRIMARY KEY (company_id, mode, currency),
  constraint settlement_schedules_check CHECK (
CASE every
    WHEN 'day'::text THEN days = '{}'::smallint[]
    WHEN 'week'::text THEN days <@ '{1,2,3,4,5,6,7}'::smallint[] AND cardinality(days) >= 1 AND cardinality(days) <= 7
    ELSE (1 <= ALL (days)) AND (31 >= ALL (days)) AND cardinality(days) >= 1 AND cardinality(days) <= 31
END),
  constraint settlement_schedules_currency_check CHECK (currency ~ '^([A-Z]{3}|\*)$'::text),
  constraint settlement_schedules_every_check CHECK (every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])),
  constraint settlement_schedules_local_time_check CHECK (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text),
  constraint settlement_schedules_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text]))
);

create table settlement_settings (
  company_id bigint not null,
  mode text not null,
  time_zone text collate "C" default 'UTC'::text not null,
  hold_seconds integer default 0 not null,
  settle_only_paid boolean default false not null,
  paused boolean default false not null,
  constraint settlement_settings_pkey PRIMARY KEY (company_id, mode),
  constraint settlement_settings_hold_seconds_check CHECK (hold_seconds >= 0 AND hold_seconds <= 31536000),
  constraint settlement_settings_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint settlement_settings_time_zone_check CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 64)
);

create table settlement_shortfalls (
  holder_id bigint not null,
  settlement_id bigint not null,
  currency text collate "C" not null,
  constraint settlement_shortfalls_pkey PRIMARY KEY (holder_id, settlement_id, currency),
  constraint settlement_shortfalls_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text)
);

create table settlements (
  holder_id bigint not null,
  id bigint default nextval('settlements_id_seq'::regclass) not null,
  mode text not null,
  status text default 'running'::text not null,
  trigger text not null,
  orders_settled integer default 0 not null,
  orders_awaiting_funds integer default 0 not null,
  orders_on_hold integer default 0 not null,
  started_at timestamp with time zone not null,
  progressed_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  currency text collate "C",
  credited jsonb,
  recorded jsonb,
  constraint settlements_pkey PRIMARY KEY (holder_id, id),
  constraint settlements_check CHECK ((status = 'done'::text) = (finished_at IS NOT NULL)),
  constraint settlements_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint settlements_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint settlements_status_check CHECK (status = ANY (ARRAY['running'::text, 'done'::text])),
  constraint settlements_trigger_check CHECK (trigger = ANY (ARRAY['request'::text, 'command'::text, 'schedule'::text, 'funds'::text]))
);
CREATE UNIQUE INDEX settlements_one_running ON settlements USING btree (holder_id, mode) WHERE status = 'running'::text;
CREATE INDEX settlements_running ON settlements USING btree (progressed_at) WHERE status = 'running'::text;
CREATE INDEX settlements_sealed ON settlements USING btree (id);

create table shadow_claim_lines (
  holder_id bigint not null,
  claim_id text collate "C" not null,
  line integer not null,
  order_id bigint not null,
  split integer not null,
  amount bigint not null,
  constraint shadow_claim_lines_pkey PRIMARY KEY (holder_id, claim_id, line),
  constraint shadow_claim_lines_split UNIQUE (holder_id, order_id, split),
  constraint shadow_claim_lines_amount_check CHECK (amount > 0),
  constraint shadow_claim_lines_split_check CHECK (split >= 0)
);

create table shadow_claims (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  claim_ref text collate "C" not null,
  shadow_merchant_ref text collate "C" not null,
  link_id bigint not null,
  request_hash bytea not null,
  orders_left integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint shadow_claims_pkey PRIMARY KEY (holder_id, id),
  constraint shadow_claims_ref UNIQUE (holder_id, mode, claim_ref),
  constraint shadow_claims_claim_ref_check CHECK (char_length(claim_ref) >= 1 AND char_length(claim_ref) <= 255),
  constraint shadow_claims_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint shadow_claims_orders_left_check CHECK (orders_left >= 0),
  constraint shadow_claims_request_hash_check CHECK (octet_length(request_hash) = 32),
  constraint shadow_claims_shadow_merchant_ref_check CHECK (char_length(shadow_merchant_ref) >= 1 AND char_length(shadow_merchant_ref) <= 255)
);
CREATE INDEX shadow_claims_merchant ON shadow_claims USING btree (holder_id, mode, shadow_merchant_ref, created_at);

create table shadow_invitations (
  holder_id bigint not null,
  mode text not null,
  shadow_merchant_ref text collate "C" not null,
  invitation_id text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint shadow_invitations_pkey PRIMARY KEY (holder_id, mode, shadow_merchant_ref, invitation_id),
  constraint shadow_invitations_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint shadow_invitations_shadow_merchant_ref_check CHECK (char_length(shadow_merchant_ref) >= 1 AND char_length(shadow_merchant_ref) <= 255)
);

create table shadow_payment_lines (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  line integer not null,
  order_id bigint not null,
  split integer not null,
  amount bigint not null,
  constraint shadow_payment_lines_pkey PRIMARY KEY (holder_id, payment_id, line),
  constraint shadow_payment_lines_split UNIQUE (holder_id, order_id, split, payment_id),
  constraint shadow_payment_lines_amount_check CHECK (amount > 0),
  constraint shadow_payment_lines_split_check CHECK (split >= 0)
);

create table shadow_payments (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  payment_ref text collate "C" not null,
  reference text,
  request_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint shadow_payments_pkey PRIMARY KEY (holder_id, id),
  constraint shadow_payments_ref UNIQUE (holder_id, mode, payment_ref),
  constraint shadow_payments_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint shadow_payments_payment_ref_check CHECK (char_length(payment_ref) >= 1 AND char_length(payment_ref) <= 255),
  constraint shadow_payments_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 255),
  constraint shadow_payments_request_hash_check CHECK (octet_length(request_hash) = 32)
);

create table sign_in_identities (
  provider_id text not null,
  subject text collate "C" not null,
  person_id text not null,
  linked_at timestamp with time zone default now() not null,
  constraint sign_in_identities_pkey PRIMARY KEY (provider_id, subject),
  constraint sign_in_identities_person UNIQUE (provider_id, person_id),
  constraint sign_in_identities_subject_check CHECK (char_length(subject) >= 1 AND char_length(subject) <= 255)
);
CREATE INDEX sign_in_identities_of_person ON sign_in_identities USING btree (person_id);

create table sign_in_providers (
  id text not null,
  holder_id bigint not null,
  issuer text not null,
  client_id text not null,
  sealed_secret text not null,
  key_id text not null,
  is_second_factor boolean not null,
  created_at timestamp with time zone default now() not null,
  constraint sign_in_providers_pkey PRIMARY KEY (id),
  constraint sign_in_providers_holder_id_key UNIQUE (holder_id),
  constraint sign_in_providers_client_id_check CHECK (char_length(client_id) >= 1 AND char_length(client_id) <= 255),
  constraint sign_in_providers_id_check CHECK (id ~ '^[0-9A-Za-z]{16,64}$'::text),
  constraint sign_in_providers_issuer_check CHECK (char_length(issuer) >= 1 AND char_length(issuer) <= 500)
);

create table sign_ups (
  id text not null,
  email text not null,
  name text not null,
  password_hash text not null,
  token_hash bytea,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  opens_wallet boolean default true not null,
  language text,
  constraint sign_ups_pkey PRIMARY KEY (id),
  constraint sign_ups_token_hash_key UNIQUE (token_hash),
  constraint sign_ups_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  constraint sign_ups_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX sign_ups_age ON sign_ups USING btree (expires_at);
CREATE INDEX sign_ups_email ON sign_ups USING btree (email, created_at);

create table simulator_charges (
  id text collate "C" not null,
  status text not null,
  amount bigint not null,
  currency text not null,
  card_last_four text,
  refunded bigint default 0 not null,
  completes_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  holder_id bigint,
  mode text default 'test'::text not null,
  behavior text collate "C",
  begun_at timestamp with time zone,
  ends_at timestamp with time zone,
  decline_reason text collate "C",
  notice_at timestamp with time zone,
  manual_capture boolean default false not null,
  capturable_until timestamp with time zone,
  captured_amount bigint,
  captured_at timestamp with time zone,
  evidence text collate "C",
  evidence_at timestamp with time zone,
  evidence_ref text collate "C",
  constraint simulator_charges_pkey PRIMARY KEY (id),
  constraint simulator_charges_amount_check CHECK (amount > 0),
  constraint simulator_charges_captured CHECK (captured_amount >= 1 AND captured_amount <= amount),
  constraint simulator_charges_check CHECK (refunded >= 0 AND refunded <= amount),
  constraint simulator_charges_evidence_check CHECK (evidence = ANY (ARRAY['winning'::text, 'losing'::text, 'other'::text])),
  constraint simulator_charges_mode_check CHECK (mode = 'test'::text),
  constraint simulator_charges_status_check CHECK (status = ANY (ARRAY['open'::text, 'authorized'::text, 'succeeded'::text, 'declined'::text, 'closed'::text]))
);
CREATE INDEX simulator_charges_notices ON simulator_charges USING btree (notice_at) WHERE notice_at IS NOT NULL;

create table simulator_refunds (
  id text collate "C" not null,
  charge_id text collate "C" not null,
  holder_id bigint not null,
  mode text default 'test'::text not null,
  amount bigint not null,
  failure text collate "C",
  made_at timestamp with time zone not null,
  notice_at timestamp with time zone,
  constraint simulator_refunds_pkey PRIMARY KEY (id),
  constraint simulator_refunds_amount_check CHECK (amount > 0),
  constraint simulator_refunds_mode_check CHECK (mode = 'test'::text)
);
CREATE INDEX simulator_refunds_charge ON simulator_refunds USING btree (charge_id);
CREATE INDEX simulator_refunds_notices ON simulator_refunds USING btree (notice_at) WHERE notice_at IS NOT NULL;

create table statement_balances (
  import_id bigint not null,
  place integer not null,
  currency text collate "C" not null,
  first_on date not null,
  last_on date not null,
  opening bigint not null,
  closing bigint not null,
  constraint statement_balances_pkey PRIMARY KEY (import_id, place),
  constraint statement_balances_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint statement_balances_days CHECK (first_on <= last_on),
  constraint statement_balances_place_check CHECK (place > 0)
);

create table statement_bookings (
  holder_id bigint not null,
  mode text not null,
  id text collate "C" not null,
  line_id bigint not null,
  kind text collate "C" not null,
  source text collate "C" not null,
  currency text collate "C" not null,
  amount bigint not null,
  reason text,
  created_at timestamp with time zone not null,
  reversed_at timestamp with time zone,
  rule_id bigint,
  payment_holder_id bigint,
  payment_id text collate "C",
  constraint statement_bookings_pkey PRIMARY KEY (holder_id, mode, id),
  constraint statement_bookings_amount_check CHECK (amount <> 0),
  constraint statement_bookings_by_rule CHECK (rule_id IS NULL OR kind <> 'set_aside'::text),
  constraint statement_bookings_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint statement_bookings_holder_id_check CHECK (holder_id = 1),
  constraint statement_bookings_kind_check CHECK (kind = ANY (ARRAY['bank_charge'::text, 'bank_interest'::text, 'rounding'::text, 'set_aside'::text])),
  constraint statement_bookings_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint statement_bookings_payment CHECK ((payment_holder_id IS NULL) = (payment_id IS NULL) AND (payment_id IS NULL OR kind = 'set_aside'::text AND source = 'bank'::text AND amount > 0)),
  constraint statement_bookings_reason CHECK (kind <> 'set_aside'::text OR reason IS NOT NULL),
  constraint statement_bookings_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint statement_bookings_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text)
);
CREATE INDEX statement_bookings_line ON statement_bookings USING btree (line_id);
CREATE INDEX statement_bookings_payment ON statement_bookings USING btree (payment_holder_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX statement_bookings_rule ON statement_bookings USING btree (holder_id, rule_id) WHERE rule_id IS NOT NULL;

create table statement_file_parts (
  file_id bigint not null,
  at bigint not null,
  bytes bytea not null,
  constraint statement_file_parts_pkey PRIMARY KEY (file_id, at),
  constraint statement_file_parts_at_check CHECK (at >= 0),
  constraint statement_file_parts_bytes_check CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 262144)
);

create table statement_files (
  id bigint default nextval('statement_files_id_seq'::regclass) not null,
  mode text not null,
  source text not null,
  file_name text not null,
  size bigint not null,
  received bigint default 0 not null,
  state text default 'uploading'::text not null,
  created_at timestamp with time zone default now() not null,
  sha256 bytea,
  account text default ''::text not null,
  answers jsonb default '{}'::jsonb not null,
  without_profile boolean default false not null,
  profile_name text,
  found jsonb,
  mapping jsonb,
  profile_id bigint,
  problems jsonb default '[]'::jsonb not null,
  result jsonb,
  import_id bigint,
  revision integer default 0 not null,
  progress_done bigint default 0 not null,
  progress_total bigint default 0 not null,
  crashes integer default 0 not null,
  requested_by text not null,
  session_id text,
  request_id text,
  address text,
  fresh_at timestamp with time zone,
  needs_second_factor boolean default false not null,
  constraint statement_files_pkey PRIMARY KEY (id),
  constraint statement_files_account_check CHECK (char_length(account) <= 100),
  constraint statement_files_complete CHECK (state = 'uploading'::text OR received = size),
  constraint statement_files_file_name_check CHECK (char_length(file_name) >= 1 AND char_length(file_name) <= 255),
  constraint statement_files_imported CHECK ((state = 'imported'::text) = (import_id IS NOT NULL)),
  constraint statement_files_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint statement_files_profile_name_check CHECK (char_length(profile_name) >= 1 AND char_length(profile_name) <= 100),
  constraint statement_files_progress_done_check CHECK (progress_done >= 0),
  constraint statement_files_read CHECK ((state <> ALL (ARRAY['ready'::text, 'importing'::text, 'imported'::text])) OR sha256 IS NOT NULL AND found IS NOT NULL),
  constraint statement_files_received CHECK (received >= 0 AND received <= size),
  constraint statement_files_sha256_check CHECK (octet_length(sha256) = 32),
  constraint statement_files_size_check CHECK (size > 0),
  constraint statement_files_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text),
  constraint statement_files_state_check CHECK (state = ANY (ARRAY['uploading'::text, 'reading'::text, 'refused'::text, 'asking'::text, 'ready'::text, 'importing'::text, 'imported'::text]))
);
CREATE INDEX statement_files_created ON statement_files USING btree (created_at);
CREATE INDEX statement_files_listed ON statement_files USING btree (mode, source, id);

create table statement_imports (
  id bigint default nextval('statement_imports_id_seq'::regclass) not null,
  mode text not null,
  source text collate "C" not null,
  account text default ''::text not null,
  file_name text not null,
  file_hash bytea not null,
  imported_at timestamp with time zone not null,
  format text collate "C",
  layout text collate "C",
  constraint statement_imports_pkey PRIMARY KEY (id),
  constraint statement_imports_file UNIQUE (mode, source, file_hash),
  constraint statement_imports_id_mode_source_key UNIQUE (id, mode, source),
  constraint statement_imports_account_check CHECK (char_length(account) <= 100),
  constraint statement_imports_file_hash_check CHECK (octet_length(file_hash) = 32),
  constraint statement_imports_format CHECK (char_length(format) >= 1 AND char_length(format) <= 20),
  constraint statement_imports_layout CHECK (char_length(layout) >= 1 AND char_length(layout) <= 100),
  constraint statement_imports_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint statement_imports_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text)
);
CREATE INDEX statement_imports_of_source ON statement_imports USING btree (mode, source, id);

create table statement_lines (
  id bigint default nextval('statement_lines_id_seq'::regclass) not null,
  import_id bigint not null,
  mode text not null,
  source text collate "C" not null,
  line_number integer not null,
  line_hash bytea not null,
  booked_on date not null,
  currency text collate "C" not null,
  amount bigint not null,
  reference text not null,
  transfer_holder_id bigint,
  transfer_id bigint,
  matched_at timestamp with time zone,
  by_hand boolean default false not null,
  rules_off boolean default false not null,
  note text,
  direction text collate "C" default 'read'::text not null,
  booked_time text collate "C",
  bank_id text,
  duplicate text collate "C",
  matched_amount bigint default 0 not null,
  value_on date,
  end_to_end_id text,
  counterparty_name text,
  counterparty_account text,
  bank_code text,
  reverses boolean default false not null,
  charges bigint,
  return_reason text,
  details jsonb,
  like_line_id bigint,
  added_text text,
  sign_turned boolean default false not null,
  constraint statement_lines_pkey PRIMARY KEY (id),
  constraint statement_lines_number UNIQUE (import_id, line_number),
  constraint statement_lines_transfer UNIQUE (transfer_holder_id, transfer_id, source),
  constraint statement_lines_added_text CHECK (char_length(added_text) >= 1 AND char_length(added_text) <= 2000),
  constraint statement_lines_amount_check CHECK (amount <> 0 AND abs(amount) <= '1000000000000000000'::bigint),
  constraint statement_lines_bank_id_check CHECK (char_length(bank_id) >= 1 AND char_length(bank_id) <= 100),
  constraint statement_lines_booked_time_check CHECK (booked_time ~ '^[0-9]{2}:[0-9]{2}:[0-9]{2}$'::text),
  constraint statement_lines_by_hand CHECK (NOT by_hand OR transfer_id IS NOT NULL),
  constraint statement_lines_charges CHECK (charges <> 0 AND abs(charges) <= '1000000000000000000'::bigint),
  constraint statement_lines_check CHECK ((transfer_holder_id IS NULL) = (transfer_id IS NULL) AND (transfer_id IS NULL) = (matched_at IS NULL)),
  constraint statement_lines_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint statement_lines_decided CHECK (transfer_id IS NULL OR direction <> 'unknown'::text AND COALESCE(duplicate, 'other'::text) = 'other'::text),
  constraint statement_lines_details CHECK (jsonb_array_length(details -> 'payments'::text) >= 1 AND jsonb_array_length(details -> 'payments'::text) <= 500),
  constraint statement_lines_direction CHECK (
CASE direction
    WHEN 'unknown'::text THEN amount > 0
    WHEN 'in'::text THEN amount > 0
    WHEN 'out'::text THEN amount < 0
    ELSE true
END),
  constraint statement_lines_direction_check CHECK (direction = ANY (ARRAY['read'::text, 'unknown'::text, 'in'::text, 'out'::text])),
  constraint statement_lines_duplicate_check CHECK (duplicate = ANY (ARRAY['possible'::text, 'same'::text, 'other'::text])),
  constraint statement_lines_facts CHECK (char_length(end_to_end_id) >= 1 AND char_length(end_to_end_id) <= 100 AND char_length(counterparty_name) >= 1 AND char_length(counterparty_name) <= 200 AND char_length(counterparty_account) >= 1 AND char_length(counterparty_account) <= 100 AND char_length(bank_code) >= 1 AND char_length(bank_code) <= 100 AND char_length(return_reason) >= 1 AND char_length(return_reason) <= 100),
  constraint statement_lines_like CHECK (like_line_id IS NULL OR duplicate IS NOT NULL),
  constraint statement_lines_line_hash_check CHECK (octet_length(line_hash) = 32),
  constraint statement_lines_line_number_check CHECK (line_number > 0),
  constraint statement_lines_matched CHECK (
CASE
    WHEN amount > 0 THEN matched_amount >= 0 AND matched_amount <= amount
    ELSE matched_amount >= amount AND matched_amount <= 0
END),
  constraint statement_lines_matched_decided CHECK (matched_amount = 0 OR direction <> 'unknown'::text AND COALESCE(duplicate, 'other'::text) = 'other'::text),
  constraint statement_lines_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 500),
  constraint statement_lines_reference_check CHECK (char_length(reference) <= 2000)
);
CREATE INDEX statement_lines_bank_id ON statement_lines USING btree (mode, source, bank_id) WHERE bank_id IS NOT NULL;
CREATE INDEX statement_lines_by_day ON statement_lines USING btree (mode, source, booked_on, id);
CREATE INDEX statement_lines_counterparty ON statement_lines USING btree (mode, source, counterparty_account) WHERE counterparty_account IS NOT NULL;
CREATE INDEX statement_lines_facts ON statement_lines USING btree (mode, source, line_hash);
CREATE INDEX statement_lines_left ON statement_lines USING btree (mode, source, booked_on, id) WHERE matched_amount <> amount;
CREATE INDEX statement_lines_left_money ON statement_lines USING btree (mode, source, currency, amount, id) WHERE matched_amount = 0 AND NOT rules_off;
CREATE INDEX statement_lines_like ON statement_lines USING btree (like_line_id) WHERE like_line_id IS NOT NULL;
CREATE INDEX statement_lines_of_source ON statement_lines USING btree (mode, source, id);
CREATE INDEX statement_lines_open ON statement_lines USING btree (mode, source, booked_on, id) WHERE transfer_id IS NULL;
CREATE INDEX statement_lines_open_money ON statement_lines USING btree (mode, source, currency, amount, id) WHERE transfer_id IS NULL AND NOT rules_off;

create table statement_matches (
  line_id bigint not null,
  transfer_holder_id bigint not null,
  transfer_id bigint not null,
  source text collate "C" not null,
  amount bigint not null,
  matched_at timestamp with time zone not null,
  by_hand boolean not null,
  constraint statement_matches_pkey PRIMARY KEY (line_id, transfer_holder_id, transfer_id),
  constraint statement_matches_amount_check CHECK (amount <> 0),
  constraint statement_matches_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text)
);
CREATE INDEX statement_matches_transfer ON statement_matches USING btree (transfer_holder_id, transfer_id, source);

create table statement_months (
  id bigint default nextval('statement_months_id_seq'::regclass) not null,
  mode text not null,
  source text collate "C" not null,
  month date not null,
  closed_at timestamp with time zone not null,
  closed_by text not null,
  reopened_at timestamp with time zone,
  reopened_by text,
  reason text,
  constraint statement_months_pkey PRIMARY KEY (id),
  constraint statement_months_first_day CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint statement_months_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint statement_months_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint statement_months_reopened CHECK ((reopened_at IS NULL) = (reopened_by IS NULL) AND (reopened_at IS NULL) = (reason IS NULL) AND (reopened_at IS NULL OR reopened_at >= closed_at)),
  constraint statement_months_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text)
);
CREATE UNIQUE INDEX statement_months_closed ON statement_months USING btree (mode, source, month) WHERE reopened_at IS NULL;
CREATE INDEX statement_months_of_source ON statement_months USING btree (mode, source, month);

create table statement_profiles (
  id bigint default nextval('statement_profiles_id_seq'::regclass) not null,
  mode text not null,
  source text not null,
  name text not null,
  fingerprint text collate "C" not null,
  account text not null,
  mapping jsonb not null,
  changed_at timestamp with time zone not null,
  constraint statement_profiles_pkey PRIMARY KEY (id),
  constraint statement_profiles_name UNIQUE (mode, source, name),
  constraint statement_profiles_of_file UNIQUE (mode, source, fingerprint, account),
  constraint statement_profiles_account_check CHECK (char_length(account) <= 100),
  constraint statement_profiles_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{32}$'::text),
  constraint statement_profiles_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint statement_profiles_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint statement_profiles_source_check CHECK (source ~ '^[a-z][a-z0-9]{1,29}$'::text)
);

create table statement_repeats (
  import_id bigint not null,
  line_number integer not null,
  line_id bigint not null,
  line_hash bytea not null,
  booked_on date not null,
  booked_time text collate "C",
  bank_id text,
  constraint statement_repeats_pkey PRIMARY KEY (import_id, line_number),
  constraint statement_repeats_line_hash_check CHECK (octet_length(line_hash) = 32)
);
CREATE INDEX statement_repeats_day ON statement_repeats USING btree (booked_on);
CREATE INDEX statement_repeats_line ON statement_repeats USING btree (line_id);

create table succeeded_requests (
  holder_id bigint not null,
  mode text not null,
  request_id uuid not null,
  at timestamp with time zone not null,
  client_id text collate "C" not null,
  method text not null,
  path text not null,
  query text,
  status integer not null,
  body json,
  response json,
  duration_ms integer not null,
  omitted integer default 0 not null,
  constraint succeeded_requests_pkey PRIMARY KEY (holder_id, mode, request_id),
  constraint succeeded_requests_duration_ms_check CHECK (duration_ms >= 0),
  constraint succeeded_requests_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint succeeded_requests_omitted_check CHECK (omitted >= 0),
  constraint succeeded_requests_status_check CHECK (status >= 200 AND status <= 399)
);
CREATE INDEX succeeded_requests_at ON succeeded_requests USING btree (at);

create table test_cities (
  company_id bigint not null,
  made_at timestamp with time zone not null,
  constraint test_cities_pkey PRIMARY KEY (company_id)
);

create table test_clocks (
  holder_id bigint not null,
  offset_ms bigint not null,
  moved bigint default nextval('test_clock_moves'::regclass) not null,
  constraint test_clocks_pkey PRIMARY KEY (holder_id),
  constraint test_clocks_offset_ms_check CHECK (offset_ms >= 0 AND offset_ms <= '315360000000'::bigint)
);
CREATE UNIQUE INDEX test_clocks_moved ON test_clocks USING btree (moved);

create table test_evenings (
  company_id bigint not null,
  number integer not null,
  orders integer not null,
  time_zone text not null,
  starts_at timestamp with time zone not null,
  person_id text,
  next_step integer default 0 not null,
  refused integer default 0 not null,
  play_until timestamp with time zone not null,
  played_until timestamp with time zone,
  moved_from timestamp with time zone not null,
  moved_after bigint not null,
  moved_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint test_evenings_pkey PRIMARY KEY (company_id, number),
  constraint test_evenings_next_step_check CHECK (next_step >= 0),
  constraint test_evenings_number_check CHECK (number > 0),
  constraint test_evenings_orders_check CHECK (orders = ANY (ARRAY[100, 500])),
  constraint test_evenings_refused_check CHECK (refused >= 0)
);
CREATE UNIQUE INDEX test_evenings_open ON test_evenings USING btree (company_id) WHERE ended_at IS NULL;

create table top_ups (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  status text not null,
  account_kind text collate "C" not null,
  source text collate "C" not null,
  amount bigint not null,
  currency text collate "C" not null,
  created_at timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  "position" bigint default nextval('top_ups_position_seq'::regclass) not null,
  requested_by text,
  reference text collate "C",
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  requested_amount bigint,
  reason text,
  credited_by text,
  reversed_at timestamp with time zone,
  reversed_amount bigint,
  reversed_covered bigint,
  reversal_reason text,
  reversal_requested_by text,
  reversal_requested_at timestamp with time zone,
  reversal_requested_amount bigint,
  reversal_requested_reason text,
  reversal_requested_line_id bigint,
  link_id bigint,
  handed_over bigint,
  reversed_held bigint,
  reversed_earned bigint,
  constraint top_ups_pkey PRIMARY KEY (holder_id, id),
  constraint top_ups_account_kind CHECK (account_kind = ANY (ARRAY['clearing'::text, 'wallet'::text])),
  constraint top_ups_amount_check CHECK (amount > 0),
  constraint top_ups_cash CHECK (
CASE
    WHEN link_id IS NULL THEN num_nonnulls(handed_over, reversed_held, reversed_earned) = 0
    ELSE account_kind = 'clearing'::text AND source = 'bank'::text AND handed_over IS NOT NULL AND handed_over >= 0 AND handed_over <= amount AND (reversed_at IS NULL) = (reversed_held IS NULL) AND (reversed_held IS NULL) = (reversed_earned IS NULL) AND COALESCE(reversed_earned >= 0 AND reversed_earned <= LEAST(amount - handed_over, reversed_amount) AND (reversed_held = 0 OR reversed_held = (reversed_amount - LEAST(amount - handed_over, reversed_amount))), true)
END),
  constraint top_ups_check CHECK ((status = 'succeeded'::text) = (succeeded_at IS NOT NULL)),
  constraint top_ups_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint top_ups_ended CHECK ((status = ANY (ARRAY['cancelled'::text, 'expired'::text, 'refused'::text])) = (ended_at IS NOT NULL)),
  constraint top_ups_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint top_ups_reason CHECK (reason IS NULL OR status = 'refused'::text),
  constraint top_ups_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 255),
  constraint top_ups_requested_amount_check CHECK (requested_amount > 0),
  constraint top_ups_reversal_reason_check CHECK (length(reversal_reason) >= 1 AND length(reversal_reason) <= 255),
  constraint top_ups_reversal_requested CHECK (
CASE
    WHEN reversal_requested_at IS NULL THEN reversal_requested_by IS NULL AND reversal_requested_amount IS NULL AND reversal_requested_reason IS NULL AND reversal_requested_line_id IS NULL
    ELSE status = 'succeeded'::text AND reversal_requested_by IS NOT NULL AND reversal_requested_reason IS NOT NULL AND reversal_requested_amount IS NOT NULL AND reversal_requested_amount >= 1 AND reversal_requested_amount <= amount
END),
  constraint top_ups_reversal_requested_reason_check CHECK (length(reversal_requested_reason) >= 1 AND length(reversal_requested_reason) <= 255),
  constraint top_ups_reversed CHECK (
CASE
    WHEN reversed_at IS NULL THEN reversed_amount IS NULL AND reversed_covered IS NULL AND reversal_reason IS NULL
    ELSE status = 'succeeded'::text AND reversed_amount IS NOT NULL AND reversed_amount >= 1 AND reversed_amount <= amount AND reversed_covered IS NOT NULL AND reversed_covered >= 0 AND reversed_covered <= reversed_amount AND reversal_reason IS NOT NULL
END),
  constraint top_ups_source_check CHECK (source = ANY (ARRAY['bank'::text, 'card'::text, 'onlinewallet'::text])),
  constraint top_ups_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'cancelled'::text, 'expired'::text, 'refused'::text]))
);
CREATE INDEX top_ups_awaited ON top_ups USING btree (mode, currency, amount) WHERE status = 'pending'::text;
CREATE INDEX top_ups_expiring ON top_ups USING btree (expires_at) WHERE status = 'pending'::text;
CREATE INDEX top_ups_listed ON top_ups USING btree (mode, "position");
CREATE INDEX top_ups_of_holder ON top_ups USING btree (holder_id, mode, "position");
CREATE INDEX top_ups_pending ON top_ups USING btree (holder_id, created_at) WHERE status = 'pending'::text;
CREATE INDEX top_ups_reference ON top_ups USING btree (reference) WHERE reference IS NOT NULL;
CREATE INDEX top_ups_sealed ON top_ups USING btree ("position");
CREATE INDEX top_ups_take_backs ON top_ups USING btree (mode, reversal_requested_at) WHERE reversal_requested_at IS NOT NULL AND reversed_at IS NULL;
CREATE INDEX top_ups_waiting ON top_ups USING btree (mode, "position") WHERE status = 'pending'::text;

create table transaction_markers (
  holder_id bigint not null,
  attempt uuid not null,
  fenced boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint transaction_markers_pkey PRIMARY KEY (holder_id, attempt)
);
CREATE INDEX transaction_markers_created_at ON transaction_markers USING brin (created_at);

create table transfer_offers (
  id bigint generated by default as identity not null,
  holder_id bigint,
  is_offered boolean not null,
  days_to_pay integer not null,
  constraint transfer_offers_pkey PRIMARY KEY (id),
  constraint transfer_offers_holder_id_key UNIQUE NULLS NOT DISTINCT (holder_id),
  constraint transfer_offers_days_to_pay_check CHECK (days_to_pay >= 1 AND days_to_pay <= 60)
);

create table transfer_references (
  reference text collate "C" not null,
  constraint transfer_references_pkey PRIMARY KEY (reference)
);

create table transfers (
  holder_id bigint not null,
  id bigint default nextval('transfers_id_seq'::regclass) not null,
  mode text not null,
  currency text collate "C" not null,
  from_account_id bigint not null,
  to_account_id bigint not null,
  amount bigint not null,
  code text collate "C" not null,
  line integer not null,
  settlement_id bigint,
  reverses_id bigint,
  created_at timestamp with time zone not null,
  subject_kind text collate "C" not null,
  subject_id text collate "C" not null,
  constraint transfers_pkey PRIMARY KEY (holder_id, id),
  constraint transfers_posting_key UNIQUE (holder_id, mode, subject_kind, subject_id, code, line),
  constraint transfers_amount_check CHECK (amount > 0),
  constraint transfers_check CHECK (from_account_id <> to_account_id),
  constraint transfers_subject_id CHECK (
CASE subject_kind
    WHEN 'order'::text THEN subject_id >= '1'::text AND char_length(subject_id) <= 18 AND translate(subject_id, '0123456789'::text, ''::text) = ''::text
    ELSE subject_id <> ''::text
END),
  constraint transfers_subject_kind CHECK (subject_kind = ANY (ARRAY['order'::text, 'order_refund'::text, 'payment'::text, 'attempt'::text, 'refund'::text, 'dispute'::text, 'dispute_won'::text, 'top_up'::text, 'transfer'::text, 'payout'::text, 'paid_outside'::text, 'claim'::text, 'fees'::text, 'fees_drawn'::text, 'acquirer_payout'::text, 'debt_settlement'::text, 'cash_handover'::text, 'statement_booking'::text, 'line_return'::text, 'settlement'::text, 'invitation'::text, 'link'::text]))
);
CREATE INDEX transfers_from_account ON transfers USING btree (holder_id, from_account_id, id);
CREATE INDEX transfers_id ON transfers USING brin (id) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX transfers_settlement ON transfers USING btree (holder_id, settlement_id, id) WHERE settlement_id IS NOT NULL;
CREATE INDEX transfers_to_account ON transfers USING btree (holder_id, to_account_id, id);

create table unpayable_payments (
  holder_id bigint not null,
  payment_id text not null,
  mode text not null,
  reason text not null,
  reported_at timestamp with time zone not null,
  constraint unpayable_payments_pkey PRIMARY KEY (holder_id, payment_id),
  constraint unpayable_payments_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint unpayable_payments_reason_check CHECK (reason = ANY (ARRAY['not_approved'::text, 'suspended'::text, 'no_card_payments'::text]))
);
CREATE INDEX unpayable_payments_reported ON unpayable_payments USING btree (holder_id, mode, reason, reported_at);

create table verification_runs (
  id bigint default nextval('verification_runs_id_seq'::regclass) not null,
  kind text not null,
  status text not null,
  requested_by text not null,
  requested_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  checks_done integer default 0 not null,
  checks_total integer,
  verification_id bigint,
  constraint verification_runs_pkey PRIMARY KEY (id),
  constraint verification_runs_check CHECK (checks_total >= checks_done),
  constraint verification_runs_checks_done_check CHECK (checks_done >= 0),
  constraint verification_runs_finished CHECK ((status = ANY (ARRAY['done'::text, 'failed'::text])) = (finished_at IS NOT NULL)),
  constraint verification_runs_found CHECK ((status = 'done'::text) = (verification_id IS NOT NULL)),
  constraint verification_runs_kind_check CHECK (kind = ANY (ARRAY['full'::text, 'incremental'::text])),
  constraint verification_runs_started CHECK ((status = 'queued'::text) <= (started_at IS NULL)),
  constraint verification_runs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX verification_runs_open ON verification_runs USING btree ((true)) WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  kind text,
  constraint verifications_pkey PRIMARY KEY (id),
  constraint verifications_kind_check CHECK (kind = ANY (ARRAY['reset'::text, 'lift'::text]))
);
CREATE INDEX verifications_identifier ON verifications USING btree (identifier);
CREATE INDEX verifications_value ON verifications USING btree (value);

create table webhook_attempts (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  number integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  request_headers jsonb not null,
  request_body text not null,
  response_headers jsonb,
  response_body text,
  constraint webhook_attempts_pkey PRIMARY KEY (holder_id, endpoint_id, event_id, number),
  constraint webhook_attempts_duration_ms_check CHECK (duration_ms >= 0),
  constraint webhook_attempts_number_check CHECK (number > 0),
  constraint webhook_attempts_outcome_check CHECK (outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'timed_out'::text, 'not_connected'::text, 'certificate_invalid'::text, 'address_not_allowed'::text, 'address_unusable'::text])),
  constraint webhook_attempts_status_code_check CHECK (status_code >= 100 AND status_code <= 999)
);

create table webhook_deliveries (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  "position" bigint,
  url text,
  host text not null,
  body text,
  status text default 'pending'::text not null,
  reason text,
  attempts integer default 0 not null,
  attempts_before integer default 0 not null,
  is_resend boolean default false not null,
  next_attempt_at timestamp with time zone,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  format text collate "C",
  constraint webhook_deliveries_pkey PRIMARY KEY (holder_id, endpoint_id, event_id),
  constraint webhook_deliveries_attempts_check CHECK (attempts >= 0),
  constraint webhook_deliveries_check CHECK (attempts_before >= 0 AND attempts_before <= attempts),
  constraint webhook_deliveries_claimed CHECK (claimed_until IS NULL OR status = 'pending'::text),
  constraint webhook_deliveries_format CHECK (format = ANY (ARRAY['standard'::text, 'mypay'::text, 'quickei'::text, 'zerth'::text])),
  constraint webhook_deliveries_pending CHECK ((status = 'pending'::text) = (next_attempt_at IS NOT NULL) AND (status = 'pending'::text) = (finished_at IS NULL)),
  constraint webhook_deliveries_reason CHECK ((status = 'parked'::text) = (reason IS NOT NULL)),
  constraint webhook_deliveries_reason_check CHECK (reason = ANY (ARRAY['attempts_exhausted'::text, 'unusable_address'::text, 'gone'::text, 'endpoint_paused'::text, 'endpoint_disabled'::text, 'endpoint_deleted'::text])),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'parked'::text])),
  constraint webhook_deliveries_test CHECK (("position" IS NULL) = (body IS NOT NULL))
) with (fillfactor=85, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=10000);
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries USING btree (holder_id, endpoint_id, claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_deliveries_created ON webhook_deliveries USING brin (created_at);
CREATE INDEX webhook_deliveries_host ON webhook_deliveries USING btree (host, claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_deliveries_parked ON webhook_deliveries USING btree (holder_id, endpoint_id, event_id) WHERE status = 'parked'::text;
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries USING btree (holder_id, endpoint_id, is_resend, next_attempt_at) WHERE status = 'pending'::text;

create table webhook_endpoints (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null,
  kind text not null,
  url text,
  host text,
  description text default ''::text not null,
  event_types text[],
  extra_header text,
  status text default 'active'::text not null,
  status_reason text,
  status_since timestamp with time zone default now() not null,
  since_position bigint not null,
  "position" bigint not null,
  due_at timestamp with time zone,
  failing_since timestamp with time zone,
  last_succeeded_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  format text collate "C" default 'standard'::text not null,
  extra_header_prefix text default ''::text not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (holder_id, id),
  constraint webhook_endpoints_address CHECK ((kind = 'endpoint'::text) = (url IS NOT NULL) AND (url IS NULL) = (host IS NULL)),
  constraint webhook_endpoints_check CHECK ("position" >= since_position),
  constraint webhook_endpoints_description_check CHECK (char_length(description) <= 255),
  constraint webhook_endpoints_due CHECK (due_at IS NULL OR status = 'active'::text AND deleted_at IS NULL),
  constraint webhook_endpoints_event_types_check CHECK (cardinality(event_types) >= 1 AND cardinality(event_types) <= 200),
  constraint webhook_endpoints_extra_header_check CHECK (extra_header ~* '^x-[a-z0-9-]{1,62}$'::text),
  constraint webhook_endpoints_format CHECK (format = ANY (ARRAY['standard'::text, 'mypay'::text, 'quickei'::text, 'zerth'::text])),
  constraint webhook_endpoints_format_types CHECK (format = 'standard'::text OR kind = 'addresses'::text OR event_types IS NOT NULL),
  constraint webhook_endpoints_kind_check CHECK (kind = ANY (ARRAY['endpoint'::text, 'addresses'::text])),
  constraint webhook_endpoints_mode_check CHECK (mode = ANY (ARRAY['test'::text, 'live'::text])),
  constraint webhook_endpoints_prefix CHECK (extra_header_prefix ~ '^[!-~]{0,32}$'::text),
  constraint webhook_endpoints_since_position_check CHECK (since_position >= 0),
  constraint webhook_endpoints_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])),
  constraint webhook_endpoints_status_reason CHECK ((status = 'active'::text) = (status_reason IS NULL)),
  constraint webhook_endpoints_status_reason_check CHECK (status_reason = ANY (ARRAY['by_hand'::text, 'failing'::text, 'gone'::text])),
  constraint webhook_endpoints_url_check CHECK (char_length(url) >= 1 AND char_length(url) <= 2048)
);
CREATE INDEX webhook_endpoints_active ON webhook_endpoints USING btree (holder_id, mode) WHERE status = 'active'::text AND deleted_at IS NULL;
CREATE UNIQUE INDEX webhook_endpoints_addresses ON webhook_endpoints USING btree (holder_id, mode) WHERE kind = 'addresses'::text;
CREATE INDEX webhook_endpoints_due ON webhook_endpoints USING btree (due_at) WHERE due_at IS NOT NULL;

create table webhook_secrets (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  purpose text not null,
  number integer not null,
  sealed text not null,
  key_id text collate "C" not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (holder_id, endpoint_id, purpose, number),
  constraint webhook_secrets_number_check CHECK (number > 0),
  constraint webhook_secrets_purpose_check CHECK (purpose = ANY (ARRAY['signature'::text, 'extra_header'::text]))
);

create table write_off_limits (
  holder_id bigint not null,
  currency text collate "C" not null,
  amount bigint not null,
  set_by text not null,
  set_at timestamp with time zone not null,
  constraint write_off_limits_pkey PRIMARY KEY (holder_id, currency),
  constraint write_off_limits_amount_check CHECK (amount >= 0),
  constraint write_off_limits_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text)
);

alter table accounts add constraint accounts_live_link FOREIGN KEY (holder_id, link_id, live_link) REFERENCES links(company_id, id, serves_live);
alter table api_keys add constraint api_keys_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table app_schemes add constraint app_schemes_holder FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table approval_requests add constraint approval_requests_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table bank_accounts add constraint bank_accounts_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table business_profiles add constraint business_profiles_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table cash_handovers add constraint cash_handovers_holder_id_link_id_fkey FOREIGN KEY (holder_id, link_id) REFERENCES links(company_id, id);
alter table cash_references add constraint cash_references_holder_id_link_id_fkey FOREIGN KEY (holder_id, link_id) REFERENCES links(company_id, id);
alter table cash_settings add constraint cash_settings_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES companies(holder_id);
alter table cash_warnings add constraint cash_warnings_holder_id_link_id_fkey FOREIGN KEY (holder_id, link_id) REFERENCES links(company_id, id);
alter table companies add constraint companies_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table credentials add constraint credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table customers add constraint customers_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table customers add constraint customers_payer_holder_id_fkey FOREIGN KEY (payer_holder_id) REFERENCES holders(id);
alter table dispute_evidence add constraint dispute_evidence_dispute FOREIGN KEY (holder_id, dispute_id) REFERENCES disputes(holder_id, id);
alter table dispute_files add constraint dispute_files_evidence FOREIGN KEY (holder_id, dispute_id) REFERENCES dispute_evidence(holder_id, dispute_id);
alter table dispute_reminders add constraint dispute_reminders_dispute FOREIGN KEY (holder_id, dispute_id) REFERENCES disputes(holder_id, id);
alter table disputes add constraint disputes_payment FOREIGN KEY (holder_id, mode, payment_id) REFERENCES payments(holder_id, mode, id);
alter table exception_marks add constraint exception_marks_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table explore_mails add constraint explore_mails_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE;
alter table failed_requests add constraint failed_requests_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table four_eyes add constraint four_eyes_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table holder_branding add constraint holder_branding_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table holder_logos add constraint holder_logos_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table holder_openings add constraint holder_openings_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table holder_openings add constraint holder_openings_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table invitation_mails add constraint invitation_mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES holders(id);
alter table invitations add constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES holders(id);
alter table invitations add constraint invitations_company_id_link_id_fkey FOREIGN KEY (company_id, link_id) REFERENCES links(company_id, id);
alter table invitations add constraint invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;
alter table late_captures add constraint late_captures_holder_id_payment_id_fkey FOREIGN KEY (holder_id, payment_id) REFERENCES payments(holder_id, id);
alter table line_returns add constraint line_returns_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id);
alter table links add constraint links_company_id_fkey FOREIGN KEY (company_id) REFERENCES holders(id);
alter table links add constraint links_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table mail_switches add constraint mail_switches_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table mails add constraint mails_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;
alter table member_invitation_mails add constraint member_invitation_mails_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table member_invitations add constraint member_invitations_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table member_invitations add constraint member_invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;
alter table members add constraint members_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table members add constraint members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id);
alter table notes add constraint notes_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table order_payee_days add constraint order_payee_days_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table order_payee_gaps add constraint order_payee_gaps_holder_id_order_id_fkey FOREIGN KEY (holder_id, order_id) REFERENCES orders(holder_id, id);
alter table order_payee_marks add constraint order_payee_marks_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table order_quarter_marks add constraint order_quarter_marks_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table order_quarters add constraint order_quarters_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table order_refunds add constraint order_refunds_holder_id_order_id_fkey FOREIGN KEY (holder_id, order_id) REFERENCES orders(holder_id, id);
alter table order_refunds add constraint order_refunds_payment_refund_key FOREIGN KEY (holder_id, mode, currency, payment_refund_id) REFERENCES refunds(holder_id, mode, currency, id);
alter table passkeys add constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table past_time_zones add constraint past_time_zones_company_id_mode_fkey FOREIGN KEY (company_id, mode) REFERENCES settlement_settings(company_id, mode);
alter table payment_attempts add constraint payment_attempts_holder_id_payment_id_fkey FOREIGN KEY (holder_id, payment_id) REFERENCES payments(holder_id, id);
alter table payment_fee_rules add constraint payment_fee_rules_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table payment_transfers add constraint payment_transfers_holder_id_mode_payment_id_fkey FOREIGN KEY (holder_id, mode, payment_id) REFERENCES payments(holder_id, mode, id);
alter table payments add constraint payments_customer FOREIGN KEY (holder_id, mode, customer_id) REFERENCES customers(holder_id, mode, id) NOT VALID;
alter table payments add constraint payments_order FOREIGN KEY (holder_id, order_id) REFERENCES orders(holder_id, id);
alter table payout_file_lines add constraint payout_file_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES payout_files(id);
alter table payout_file_lines add constraint payout_file_lines_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES payout_files(id);
alter table provider_orders add constraint provider_orders_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table provider_sign_ins add constraint provider_sign_ins_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE;
alter table provider_sign_ins add constraint provider_sign_ins_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public_proof add constraint public_proof_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table refunds add constraint refunds_payment FOREIGN KEY (holder_id, mode, payment_id) REFERENCES payments(holder_id, mode, id);
alter table returned_transfers add constraint returned_transfers_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id);
alter table saved_views add constraint saved_views_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table saved_views add constraint saved_views_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table second_factor_resets add constraint second_factor_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table second_factors add constraint second_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE;
alter table settlement_schedules add constraint settlement_schedules_company_id_mode_fkey FOREIGN KEY (company_id, mode) REFERENCES settlement_settings(company_id, mode);
alter table settlement_settings add constraint settlement_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(holder_id);
alter table settlement_shortfalls add constraint settlement_shortfalls_holder_id_settlement_id_fkey FOREIGN KEY (holder_id, settlement_id) REFERENCES settlements(holder_id, id);
alter table shadow_claim_lines add constraint shadow_claim_lines_holder_id_claim_id_fkey FOREIGN KEY (holder_id, claim_id) REFERENCES shadow_claims(holder_id, id);
alter table shadow_claim_lines add constraint shadow_claim_lines_holder_id_order_id_fkey FOREIGN KEY (holder_id, order_id) REFERENCES orders(holder_id, id);
alter table shadow_claims add constraint shadow_claims_holder_id_link_id_fkey FOREIGN KEY (holder_id, link_id) REFERENCES links(company_id, id);
alter table shadow_payment_lines add constraint shadow_payment_lines_holder_id_order_id_fkey FOREIGN KEY (holder_id, order_id) REFERENCES orders(holder_id, id);
alter table shadow_payment_lines add constraint shadow_payment_lines_holder_id_payment_id_fkey FOREIGN KEY (holder_id, payment_id) REFERENCES shadow_payments(holder_id, id);
alter table sign_in_identities add constraint sign_in_identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table sign_in_identities add constraint sign_in_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_in_providers(id) ON DELETE CASCADE;
alter table sign_in_providers add constraint sign_in_providers_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table simulator_refunds add constraint simulator_refunds_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES simulator_charges(id);
alter table statement_balances add constraint statement_balances_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id);
alter table statement_bookings add constraint statement_bookings_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id);
alter table statement_file_parts add constraint statement_file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES statement_files(id) ON DELETE CASCADE;
alter table statement_files add constraint statement_files_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES statement_profiles(id) ON DELETE SET NULL;
alter table statement_lines add constraint statement_lines_import_id_mode_source_fkey FOREIGN KEY (import_id, mode, source) REFERENCES statement_imports(id, mode, source);
alter table statement_matches add constraint statement_matches_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id);
alter table statement_repeats add constraint statement_repeats_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id);
alter table statement_repeats add constraint statement_repeats_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id);
alter table succeeded_requests add constraint succeeded_requests_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table test_cities add constraint test_cities_company_id_fkey FOREIGN KEY (company_id) REFERENCES holders(id);
alter table test_clocks add constraint test_clocks_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table test_evenings add constraint test_evenings_company_id_fkey FOREIGN KEY (company_id) REFERENCES test_cities(company_id);
alter table test_evenings add constraint test_evenings_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;
alter table top_ups add constraint top_ups_link FOREIGN KEY (holder_id, link_id) REFERENCES links(company_id, id);
alter table transfer_offers add constraint transfer_offers_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table transfers add constraint transfers_holder_id_mode_currency_from_account_id_fkey FOREIGN KEY (holder_id, mode, currency, from_account_id) REFERENCES accounts(holder_id, mode, currency, id);
alter table transfers add constraint transfers_holder_id_mode_currency_to_account_id_fkey FOREIGN KEY (holder_id, mode, currency, to_account_id) REFERENCES accounts(holder_id, mode, currency, id);
alter table unpayable_payments add constraint unpayable_payments_holder_id_payment_id_fkey FOREIGN KEY (holder_id, payment_id) REFERENCES payments(holder_id, id);
alter table verification_runs add constraint verification_runs_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES ledger_verifications(id);
alter table webhook_attempts add constraint webhook_attempts_holder_id_endpoint_id_event_id_fkey FOREIGN KEY (holder_id, endpoint_id, event_id) REFERENCES webhook_deliveries(holder_id, endpoint_id, event_id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_holder_id_endpoint_id_fkey FOREIGN KEY (holder_id, endpoint_id) REFERENCES webhook_endpoints(holder_id, id);
alter table webhook_endpoints add constraint webhook_endpoints_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);
alter table webhook_secrets add constraint webhook_secrets_holder_id_endpoint_id_fkey FOREIGN KEY (holder_id, endpoint_id) REFERENCES webhook_endpoints(holder_id, id) ON DELETE CASCADE;
alter table write_off_limits add constraint write_off_limits_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES holders(id);

CREATE OR REPLACE FUNCTION public.audit_facts_without_person(facts jsonb, person_id text, email text, name text, named boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when facts is null then null else coalesce(
    (select jsonb_object_agg(key, case
      when jsonb_typeof(value) = 'string' and (lower(value #>> '{}') = lower(email)
        or (named and key = 'name' and value #>> '{}' = name)) then to_jsonb(person_id)
      else value end) from jsonb_each(facts)), '{}') end
$function$;

CREATE OR REPLACE FUNCTION public.clock_us()
 RETURNS bigint
 LANGUAGE sql
RETURN ((EXTRACT(epoch FROM clock_timestamp()) * (1000000)::numeric))::bigint;

CREATE OR REPLACE FUNCTION public.erase_from_audit_log(erased text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.purge_audit_log()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.request_erasure(person text, asked_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.use_rate_windows(process_id integer, items jsonb)
 RETURNS TABLE(granted integer, unused integer, resets_in_us bigint, frees_in_us bigint, slot_us bigint)
 LANGUAGE plpgsql
AS $function$
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
end $function$;
