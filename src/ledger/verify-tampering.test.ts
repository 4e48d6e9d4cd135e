/**
 * What `sluice verify` would catch: a sound database with one of everything, one change by SQL past every trigger and
 * foreign key, and the very row is named, or the database refuses the change. Each change is rolled back.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement, type Tampering } from '../../tests/tampering/by-hand.ts';
import { changedRows } from '../../tests/tampering/changed-rows.ts';
import { oldTransfers } from '../../tests/tampering/old-transfers.ts';
import { createOneOfEverything } from '../../tests/tampering/one-of-everything.ts';
import { refusedChanges } from '../../tests/tampering/refused-changes.ts';
import type { PostingWorld } from '../../tests/worlds/posting.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import { gatherChanges, type Marks } from './checks/changed.ts';
import { everything } from './checks/check.ts';
import { runVerification } from './run-verification.ts';
import { findLastVerification } from './verifications.repository.ts';
import { runChecks } from './verify.ts';

let world: PostingWorld;
let owner: Database;
let marks: Marks;

beforeAll(async () => {
  world = await createOneOfEverything();
  owner = createDatabase(world.database.owner);
  expect(await runVerification(world.db, { full: true })).toMatchObject({ ok: true });
  marks = (await findLastVerification(world.db)) as Marks;
});
afterAll(() => world.close());

const rolledBack = Symbol('rolled back');

/** What full and incremental verification find after the change: `check: row: problem`, a line each. */
async function found(change: Tampering[1], only?: 'full'): Promise<{ full: string; incremental: string }> {
  let lines = { full: '', incremental: '' };
  const work = owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`alter table accounts drop constraint accounts_balance_floor`.execute(tx);
    await change(tx, world);
    const linesOf = async (scope: typeof everything) =>
      (await runChecks(tx, scope)).checks
        .flatMap(({ name, offences }) => offences.map(({ row, problem }) => `${name}: ${row}: ${problem}`))
        .join('\n');
    const full = await linesOf(everything);
    lines = { full, incremental: only === 'full' ? '' : await linesOf(await gatherChanges(tx, marks)) };
    throw rolledBack;
  });
  await work.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return lines;
}

describe('a change that a full verification names, and an incremental one as well', () => {
  it.each(changedRows)('%s', async (_name, change, names) => {
    const { full, incremental } = await found(change);
    expect(full).toMatch(names);
    expect(incremental).toMatch(names);
  });
});

describe('a change below the mark, which a full verification names', () => {
  it.each(oldTransfers)('%s', async (_name, change, names) => {
    expect((await found(change, 'full')).full).toMatch(names);
  });
});

describe('a change that the database refuses', () => {
  it.each(refusedChanges)('%s', async (_name, change, constraint) => {
    await expect(world.database.owner.query(change)).rejects.toMatchObject({ constraint });
  });
});

it('nothing is named where nothing was changed', async () => {
  expect(await found(async () => {})).toEqual({ full: '', incremental: '' });
  // Nor in what the incremental one reads again although nothing changed: every row and its companions.
  const touched = await found(async (tx) => {
    for (const table of ['payments', 'refunds', 'orders', 'order_refunds', 'payouts', 'top_ups', 'disputes']) {
      await statement(`update ${table} set mode = mode`)(tx);
    }
  });
  expect(touched).toEqual({ full: '', incremental: '' });
});

it.each(['payments', 'refunds', 'disputes', 'payment_attempts', 'fee_collections', 'orders', 'order_refunds'])(
  'nothing is named when only %s were written since',
  async (table) => {
    expect((await found(statement(`update ${table} set created_at = created_at`))).incremental).toBe('');
  },
);
