/**
 * Watches every transaction of a test's database: one that leaves a company's clearing with more to spend must also
 * enqueue the job that pays waiting refunds and settles waiting orders, or they wait until the next money arrives.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../../src/base/database/transaction.ts';
import { onClusterAs } from '../support/on-cluster.ts';

/** More than there was when the transaction began: only the first change of an account in it tells. */
const watch = `
  create schema watch;
  create function watch.clearing() returns trigger language plpgsql security definer as $$
  declare
    seen text := 'watch.account_' || old.id;
    grown bigint;
    job text := 'settle_on_funds:' || new.holder_id || ':' || new.mode || ':' || new.currency;
  begin
    -- What the tests' owner changes is damage that a test does by hand.
    if session_user = current_user then
      return null;
    end if;
    if tg_table_name = 'accounts' then
      if coalesce(current_setting('watch.by_hand', true), '') <> '' or coalesce(current_setting(seen, true), '') <> '' then
        return null;
      end if;
      perform set_config(seen, 'yes', true);
      select balance - old.balance into grown from public.accounts where holder_id = new.holder_id and id = new.id;
    else
      grown := old.amount;
    end if;
    if grown > 0 and not exists (
      select from graphile_worker._private_jobs
      where key = job and locked_at is null and age(xmin) <= age(pg_current_xact_id()::xid)) then
      raise exception 'clearing of holder % has % more to spend, and nothing waiting is settled or paid from it', new.holder_id, grown;
    end if;
    return null;
  end $$;
  create constraint trigger watch_clearing after update on public.accounts deferrable initially deferred for each row
    when (new.kind = 'clearing' and new.balance <> old.balance) execute function watch.clearing();
  create constraint trigger watch_clearing after update on public.order_refunds deferrable initially deferred for each row
    when (old.status = 'awaiting_funds' and new.status = 'failed') execute function watch.clearing()`;

/** @returns what ends it, so that the database is again as its template. */
export async function watchClearing(owner: pg.Pool): Promise<() => Promise<void>> {
  if (onClusterAs('noTriggers')) return async () => {};
  await owner.query(watch);
  return async () => {
    await owner.query('drop schema watch cascade');
  };
}

/** For money that a test posts by hand, without the job. */
export async function postsByHand(tx: Tx): Promise<void> {
  await sql`select set_config('watch.by_hand', 'yes', true)`.execute(tx);
}
