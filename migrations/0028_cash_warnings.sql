-- That a payee and its company were told by mail that it holds more cash than it may, or for longer: again once it was within the
-- limit, and of the age once a day.
create table cash_warnings (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  link_id bigint not null,
  passed text collate "C" not null check (passed in ('amount', 'days')),
  told_at timestamptz not null,
  primary key (holder_id, mode, currency, link_id, passed),
  foreign key (holder_id, link_id) references links (company_id, id)
);
