-- A link made in test mode serves test mode alone until the company widens it. Those that exist serve both.
alter table links
  add column serves_live boolean not null default true,
  add constraint links_modes unique (company_id, id, serves_live);

alter table invitations add column serves_live boolean not null default true;

-- No live account of a link that serves test mode alone: null, and so unchecked, for every other account.
alter table accounts
  add column live_link boolean generated always as (case when mode = 'live' and link_id is not null then true end) stored,
  add constraint accounts_live_link foreign key (holder_id, link_id, live_link) references links (company_id, id, serves_live);
