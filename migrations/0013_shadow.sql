-- The shadow ledger: what was paid outside the service, what was claimed to a link, and who was invited for whom.

-- Orders are looked up by the restaurant's name, as by its ref: both are keys.
alter table orders alter column shadow_merchant_name type text collate "C";
create index orders_shadow_ref on orders (holder_id, mode, shadow_merchant_ref, id) where is_shadow;
create index orders_shadow_name on orders (holder_id, mode, shadow_merchant_name, id)
  where is_shadow and shadow_merchant_ref is null;

-- The company has paid restaurants or couriers of shadow orders by itself.
create table shadow_payments (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  payment_ref text collate "C" not null check (char_length(payment_ref) between 1 and 255),
  -- Anything the company wants to find it by later: a bank's reference, a receipt.
  reference text check (char_length(reference) between 1 and 255),
  -- SHA-256 of what was asked: the same payment_ref with another request is a conflict.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  created_at timestamptz not null,
  primary key (holder_id, id),
  constraint shadow_payments_ref unique (holder_id, mode, payment_ref)
);
-- One per split; its transfer is 'paid_outside:<id>' with the same line.
create table shadow_payment_lines (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  line integer not null,
  order_id bigint not null,
  -- The split's place in the order.
  split integer not null check (split >= 0),
  amount bigint not null check (amount > 0),
  primary key (holder_id, payment_id, line),
  constraint shadow_payment_lines_split unique (holder_id, order_id, split, payment_id),
  foreign key (holder_id, payment_id) references shadow_payments (holder_id, id),
  foreign key (holder_id, order_id) references orders (holder_id, id)
);

create table shadow_claims (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  claim_ref text collate "C" not null check (char_length(claim_ref) between 1 and 255),
  shadow_merchant_ref text collate "C" not null check (char_length(shadow_merchant_ref) between 1 and 255),
  link_id bigint not null,
  -- SHA-256 of what was asked: the same claim_ref with another request is a conflict.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Open orders of the restaurant that were left for another claim.
  orders_left integer not null default 0 check (orders_left >= 0),
  created_at timestamptz not null,
  primary key (holder_id, id),
  constraint shadow_claims_ref unique (holder_id, mode, claim_ref),
  foreign key (holder_id, link_id) references links (company_id, id)
);
create index shadow_claims_merchant on shadow_claims (holder_id, mode, shadow_merchant_ref, created_at);
-- One per split. Every order is claimed once.
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

-- Which off-platform restaurant an invitation is for: once accepted, its link may claim.
create table shadow_invitations (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  shadow_merchant_ref text collate "C" not null check (char_length(shadow_merchant_ref) between 1 and 255),
  invitation_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (holder_id, mode, shadow_merchant_ref, invitation_id)
);
