-- Whether anyone may read the proof of the books at /proof. Without a row nobody may.
create table public_proof (
  holder_id bigint primary key references holders (id) check (holder_id = 1),
  is_on boolean not null
);
