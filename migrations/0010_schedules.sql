-- Test clocks, which run ahead of the real one.

create table test_clocks (
  holder_id bigint primary key references holders (id),
  -- How far the holder's test book is ahead, at most ten years.
  offset_ms bigint not null check (offset_ms between 0 and 315360000000)
);
