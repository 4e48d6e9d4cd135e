-- Each process reads only the test clocks that were moved since it last looked.

create sequence test_clock_moves;

-- Rises with every move, in the order of the commits: moves are made one at a time.
alter table test_clocks add column moved bigint not null default nextval('test_clock_moves');

create unique index test_clocks_moved on test_clocks (moved);
