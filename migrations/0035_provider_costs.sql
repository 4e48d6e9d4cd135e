-- What a payment provider charges the operator for each payment, as far as it is known: by method and currency; null for every one.
-- A later row replaces an earlier one of its provider, method and currency; one without a cost ends it. Nothing is posted by it.
create table provider_costs (
  id bigint generated always as identity primary key,
  provider text collate "C" not null check (provider ~ '^[a-z][a-z0-9]{1,29}$'),
  method text collate "C" check (method in ('card', 'onlinewallet')),
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  basis_points integer check (basis_points between 0 and 10000),
  fixed bigint check (fixed between 0 and 1000000000000000000),
  effective_from timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint provider_costs_values check ((basis_points is null) = (fixed is null)),
  constraint provider_costs_fixed check (fixed = 0 or currency is not null)
);
