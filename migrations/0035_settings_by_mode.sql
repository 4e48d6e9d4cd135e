-- Each mode of a company has its own settlement settings: what a test key changes is never what live money settles by.
create table settlement_settings (
  company_id bigint not null references companies (holder_id),
  mode text not null check (mode in ('test', 'live')),
  time_zone text collate "C" not null default 'UTC' check (char_length(time_zone) between 1 and 64),
  hold_seconds integer not null default 0 check (hold_seconds between 0 and 31536000),
  settle_only_paid boolean not null default false,
  -- Paused: nothing settles by schedule or because money arrived. 'Settle now' still does.
  paused boolean not null default false,
  primary key (company_id, mode)
);

-- What served both modes is kept by each.
insert into settlement_settings (company_id, mode, time_zone, hold_seconds, settle_only_paid, paused)
select c.holder_id, m.mode, c.time_zone, c.hold_seconds, c.settle_only_paid, c.settlements_paused
from companies c cross join (values ('test'), ('live')) as m (mode);

alter table companies
  drop column time_zone,
  drop column hold_seconds,
  drop column settle_only_paid,
  drop column settlements_paused;

alter table settlement_schedules
  drop constraint settlement_schedules_pkey,
  drop constraint settlement_schedules_company_id_fkey,
  add column mode text check (mode in ('test', 'live'));
update settlement_schedules set mode = 'live';
insert into settlement_schedules (company_id, mode, currency, every, days, local_time)
select company_id, 'test', currency, every, days, local_time from settlement_schedules;
alter table settlement_schedules
  alter column mode set not null,
  add primary key (company_id, mode, currency),
  add foreign key (company_id, mode) references settlement_settings (company_id, mode);
