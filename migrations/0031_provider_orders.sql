-- Which providers may charge, in order of preference: by account, method and currency; null for every one. Without a row all that
-- are in use may, in the order of the setting.
create table provider_orders (
  id bigint generated always as identity primary key,
  holder_id bigint references holders (id),
  method text collate "C" check (method in ('card', 'onlinewallet')),
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  providers text[] not null check (cardinality(providers) between 1 and 20),
  unique nulls not distinct (holder_id, method, currency)
);
