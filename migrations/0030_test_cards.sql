-- What a test card does after it was charged: the card's behavior and the times that it depends on, by the clock of its book.
-- Charges of before have none of it. `ends_at`: an unanswered confirmation is abandoned. `notice_at`: when the simulator next has
-- something to report, as a live provider would.
alter table simulator_charges
  add column holder_id bigint,
  add column mode text not null default 'test' check (mode = 'test'),
  add column behavior text collate "C",
  add column begun_at timestamptz,
  add column ends_at timestamptz,
  add column decline_reason text collate "C",
  add column notice_at timestamptz;
create index simulator_charges_notices on simulator_charges (notice_at) where notice_at is not null;

-- Refunds that were sent to the simulator. `failure`: why one was refused at once; what becomes of it later depends on the card.
create table simulator_refunds (
  id text collate "C" primary key,
  charge_id text collate "C" not null references simulator_charges (id),
  holder_id bigint not null,
  mode text not null default 'test' check (mode = 'test'),
  amount bigint not null check (amount > 0),
  failure text collate "C",
  made_at timestamptz not null,
  notice_at timestamptz
);
create index simulator_refunds_charge on simulator_refunds (charge_id);
create index simulator_refunds_notices on simulator_refunds (notice_at) where notice_at is not null;
