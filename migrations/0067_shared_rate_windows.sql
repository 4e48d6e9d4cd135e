-- The processes that serve this database, and the rate windows they share (docs/growing.md, "Limits"). Times in windows
-- are microseconds since 1970 of this server's clock, so that no process's own clock matters.

create sequence processes_id_seq as integer;

-- A process has a row while it serves. Without a heartbeat for a while it counts as dead, and its row is removed.
create table processes (
  id integer primary key default nextval('processes_id_seq'),
  name text not null,
  -- Connections it may open to this database.
  connections integer not null check (connections > 0),
  -- False: it is alone, and counts in its own memory.
  shares_windows boolean not null,
  heartbeat_at timestamptz not null default clock_timestamp()
);

-- Requests that were counted, per window and key. Unlogged: after a crash of the database it is empty, and every limit
-- begins anew.
create unlogged table rate_windows (
  name text collate "C" not null,
  key text collate "C" not null,
  -- When each entry leaves the window, and how many requests it stands for.
  leaves_us bigint[] not null,
  slots integer[] not null,
  -- From then on nothing is counted any more.
  idle_us bigint not null,
  primary key (name, key),
  check (cardinality(leaves_us) = cardinality(slots))
) with (fillfactor = 70);

create function clock_us() returns bigint language sql volatile
return (extract(epoch from clock_timestamp()) * 1000000)::bigint;

-- Counts requests, one item after the other; the only place that decides what a quota allows. Returns no row when the
-- process is not on the list of those that share: it must not serve by these windows then. An item has name, key, quota,
-- window_us, and wanted: above 0 counts as many of them as the quota allows; 0 decides as for 1 and counts nothing;
-- below 0 takes back as many, counted before in the entry slot_us. Entries leave the window held_us later than usual.
create function use_rate_windows(process_id integer, items jsonb)
returns table (granted integer, unused integer, resets_in_us bigint, frees_in_us bigint, slot_us bigint)
language plpgsql volatile as $$
declare
  item record;
  leaving bigint[];
  counts integer[];
  counted integer;
  now_us bigint;
  place integer;
begin
  -- Whoever removes this process from the list waits until this statement has ended.
  perform pg_advisory_xact_lock_shared(5111, process_id);
  if not exists (select from processes p where p.id = process_id and p.shares_windows) then
    return;
  end if;
  for item in
    select * from jsonb_to_recordset(items)
      as i (name text, key text, quota integer, window_us bigint, wanted integer, held_us bigint, slot_us bigint)
  loop
    leaving := null;
    if item.wanted = 0 then
      select w.leaves_us, w.slots into leaving, counts from rate_windows w
        where w.name = item.name and w.key = item.key;
    else
      loop
        select w.leaves_us, w.slots into leaving, counts from rate_windows w
          where w.name = item.name and w.key = item.key for update;
        exit when leaving is not null or item.wanted < 0 or item.quota <= 0;
        insert into rate_windows values (item.name, item.key, '{}', '{}', 0) on conflict (name, key) do nothing;
      end loop;
    end if;
    now_us := clock_us();
    if item.wanted < 0 then
      place := array_position(leaving, item.slot_us);
      if place is not null then
        counts[place] := greatest(counts[place] + item.wanted, 0);
        update rate_windows w set slots = counts where w.name = item.name and w.key = item.key;
      end if;
    end if;
    select coalesce(array_agg(e.leaves order by e.leaves), '{}'), coalesce(array_agg(e.count order by e.leaves), '{}'),
        coalesce(sum(e.count), 0)
      into leaving, counts, counted
      from unnest(leaving, counts) as e (leaves, count) where e.leaves > now_us and e.count > 0;
    granted := greatest(least(greatest(item.wanted, 1), item.quota - counted), 0);
    unused := greatest(item.quota - counted - granted, 0);
    slot_us := now_us + item.window_us + item.held_us;
    resets_in_us := case
      when counted > 0 then leaving[1] - now_us when granted > 0 then item.window_us + item.held_us else 0 end;
    frees_in_us := 0;
    if granted = 0 then
      -- After the quota was lowered, more than one request may have to leave the window.
      select coalesce(min(e.leaves), now_us + item.window_us) - now_us into frees_in_us
        from (select l.leaves, sum(l.count) over (order by l.leaves) as gone from unnest(leaving, counts) as l (leaves, count)) e
        where item.quota > 0 and e.gone > counted - item.quota;
    elsif item.wanted > 0 then
      update rate_windows w
        set leaves_us = leaving || slot_us, slots = counts || granted, idle_us = greatest(slot_us, leaving[cardinality(leaving)])
        where w.name = item.name and w.key = item.key;
    end if;
    return next;
  end loop;
end $$;
