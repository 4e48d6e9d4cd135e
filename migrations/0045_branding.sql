-- How a company or a shop appears at the checkout and in its receipts.

create table holder_branding (
  holder_id bigint primary key references holders (id),
  -- Dark enough to be read on white; src/branding decides.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  support_email text check (char_length(support_email) between 3 and 254),
  support_phone text check (char_length(support_phone) between 3 and 32),
  support_url text check (char_length(support_url) between 8 and 500),
  terms_url text check (char_length(terms_url) between 8 and 500),
  updated_at timestamptz not null
);

-- A new upload has a new id, so that browsers may keep each picture for ever.
create table holder_logos (
  holder_id bigint primary key references holders (id),
  id text not null check (char_length(id) between 1 and 64),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 102400),
  width integer not null check (width between 1 and 2000),
  height integer not null check (height between 1 and 2000),
  created_at timestamptz not null
);
