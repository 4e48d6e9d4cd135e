-- When the second factor was last passed in this session: at its start, or again later. Null: not in this session.
alter table sessions add column second_factor_at timestamptz;
