-- When a person first turned a second factor on. It stays when the factor is turned off or reset: only the first one of a
-- new account may be used at once. Null for those who turned one on before this migration: theirs counts as a later one.
alter table people add second_factor_first_at timestamptz;
