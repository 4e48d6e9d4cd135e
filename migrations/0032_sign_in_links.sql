-- Since when the second factor is on: for a day it does not count as fresh. Null: off, or on since before this was kept.
alter table people add column second_factor_at timestamptz;

-- What a link was mailed for. Null: made by the sign-in library, such as a challenge for a code.
alter table verifications add column kind text check (kind in ('reset', 'lift'));
