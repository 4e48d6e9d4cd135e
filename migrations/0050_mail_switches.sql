-- Which mails a person has switched off, and of which kind a queued mail is.

create table mail_switches (
  person_id text not null references people (id) on delete cascade,
  kind text collate "C" not null,
  switched_off_at timestamptz not null default now(),
  primary key (person_id, kind)
);

-- Both are set where its recipient may switch such mails off.
alter table mails add column kind text collate "C";
alter table mails add column person_id text references people (id) on delete set null;
create index mails_person on mails (person_id) where person_id is not null;
