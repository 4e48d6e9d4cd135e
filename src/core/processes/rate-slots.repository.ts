/** The rate windows that processes share. What a quota allows is decided by the function of the schema alone. */

import { int4, int8, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { taken, unnested } from '../../base/database/unnested.ts';

/** What to count, look at or take back: see `use_rate_windows` in the schema. Times are microseconds. */
export type Item = {
  name: string;
  key: string;
  quota: number;
  window_us: number;
  wanted: number;
  held_us: number;
  slot_us: number;
};

export type Use = { granted: number; unused: number; resetsInUs: bigint; freesInUs: bigint; slotUs: bigint };

/**
 * One result for each item, in their order. Items must be sorted by name and key, so that no two processes wait for
 * each other. @returns undefined when this process may not serve by the shared windows.
 */
export async function useRateWindows(
  db: Database | Tx,
  processId: number,
  items: readonly Item[],
): Promise<Use[] | undefined> {
  const uses = await query({ granted: int4, unused: int4, resetsInUs: int8, freesInUs: int8, slotUs: int8 })`
    select granted, unused, resets_in_us as "resetsInUs", frees_in_us as "freesInUs", slot_us as "slotUs"
    from use_rate_windows(${processId}::int, ${JSON.stringify(items)}::jsonb)`.execute(db);
  return uses.length === 0 && items.length > 0 ? undefined : uses;
}

/** Requests that leave a window at the same time. */
export type Counted = { name: string; key: string; leavesInUs: number; slots: number };

/** Adds what a process has counted by itself. */
export async function addToRateWindows(tx: Tx, counted: readonly Counted[]): Promise<void> {
  await command`
    insert into rate_windows as w (name, key, leaves_us, slots, idle_us)
    select name, key, array_agg(clock_us() + leaves), array_agg(slots), max(clock_us() + leaves)
    from ${unnested('c', counted, {
      name: text,
      key: text,
      leaves: taken(int8, ({ leavesInUs }: Counted) => BigInt(Math.ceil(leavesInUs))),
      slots: int4,
    })}
    group by name, key order by name, key
    on conflict (name, key) do update set leaves_us = w.leaves_us || excluded.leaves_us,
      slots = w.slots || excluded.slots, idle_us = greatest(w.idle_us, excluded.idle_us)`.execute(tx);
}

/** Takes everything out of the shared windows, for a process that is alone from now on. */
export async function emptyRateWindows(tx: Tx): Promise<Counted[]> {
  const entries = await query({ name: text, key: text, leavesInUs: int8, slots: int4 })`
    with taken as (delete from rate_windows returning name, key, leaves_us, slots)
    select taken.name, taken.key, e.leaves - clock_us() as "leavesInUs", e.slots
    from taken, unnest(taken.leaves_us, taken.slots) as e (leaves, slots)
    where e.slots > 0 and e.leaves > clock_us()`.execute(tx);
  return entries.map((entry) => ({ ...entry, leavesInUs: Number(entry.leavesInUs) }));
}

/** Removes keys of which nothing is counted any more and, of each window, those quiet longest beyond `keysMax`. */
export async function purgeRateWindows(db: Database, keysMax: number): Promise<void> {
  await command`
    delete from rate_windows w using (
      select name, key, idle_us, row_number() over (partition by name order by idle_us desc) as rank from rate_windows
    ) p where p.name = w.name and p.key = w.key and w.idle_us = p.idle_us
      and (p.idle_us <= clock_us() or p.rank > ${keysMax}::int)`.execute(db);
}
