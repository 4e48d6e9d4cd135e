-- The time zones a book's statements had before their present one (settlement_settings.time_zone), so that a month that has
-- ended keeps its boundaries when the zone changes. Each held from the end of the one before it, the first from the start.
create table past_time_zones (
  company_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  -- On the book's own clock.
  held_until timestamptz not null,
  time_zone text collate "C" not null check (char_length(time_zone) between 1 and 64),
  primary key (company_id, mode, held_until),
  foreign key (company_id, mode) references settlement_settings (company_id, mode)
);
