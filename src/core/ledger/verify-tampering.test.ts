/**
 * What `sluice verify` would catch: a sound database with one of everything, one change by SQL past every trigger and
 * foreign key, and the very row is named, or the database refuses the change. Each change is rolled back.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostingWorld } from '../../../tests/fixtures/posting.ts';
import { onCluster, onClusterAs } from '../../../tests/support/on-cluster.ts';
import { forge, statement, type Tampering } from '../../../tests/tampering/by-hand.ts';
import { changedRows } from '../../../tests/tampering/changed-rows.ts';
import { otherTables, type Protection, protections, wordsOf } from '../../../tests/tampering/columns.ts';
import { documentPath, tamperingDocument } from '../../../tests/tampering/document.ts';
import { findUnseen, listedIn, sealedNames } from '../../../tests/tampering/look.ts';
import { oldTransfers } from '../../../tests/tampering/old-transfers.ts';
import { createOneOfEverything } from '../../../tests/tampering/one-of-everything.ts';
import { listColumns } from '../../../tests/tampering/plants.ts';
import { implied, refusedChanges } from '../../../tests/tampering/refused-changes.ts';
import { violatedConstraint } from '../../base/database/database-error.ts';
import { createDatabase, createPool, type Database } from '../../base/database/pool.ts';
import { prepareRepeated } from '../../base/database/prepare-repeated.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { acrossMachines } from './checks/across-machines.ts';
import { gatherChanges, type Marks } from './checks/changed.ts';
import { everything, type Offence, type Scope } from './checks/check.ts';
import { checks, findOffences } from './checks.repository.ts';
import { runVerification } from './run-verification.ts';
import type { SubjectKind } from './subject.ts';
import { findLastVerification } from './verifications.repository.ts';
import { runChecks } from './verify.ts';

let world: PostingWorld;
let owner: Database;
/** Whom neither triggers nor foreign keys hinder. */
let intruder: Database;
let marks: Marks;

beforeAll(async () => {
  world = await createOneOfEverything();
  owner = createDatabase(world.database.owner);
  const pool = prepareRepeated(createPool(world.database.ownerSettings, { connections: 1 }));
  // Once: each time it is set, a session's plans are made anew.
  pool.on('connect', (client) => client.query('set session_replication_role = replica'));
  intruder = createDatabase(pool);
  expect(await runVerification(world.db, { full: true })).toMatchObject({ ok: true });
  marks = (await findLastVerification(world.db)) as Marks;
});
afterAll(async () => {
  await intruder.destroy();
  await world.close();
});

describe('a change that the database refuses', () => {
  // From then on it refuses no balance. Around each change, the plans of all checks would be made anew.
  afterAll(() => sql`alter table accounts drop constraint accounts_balance_floor`.execute(owner));

  it.each(refusedChanges)('$constraint keeps $keeps', async ({ constraint, keeps, change }) => {
    const changed = owner.transaction().execute(async (tx) => {
      for (const one of change.split(';')) await sql.raw(one).execute(tx);
      throw new Error(`${constraint} kept ${keeps}. Now nothing refuses: ${change}`);
    });
    const error: unknown = await changed.catch((failure: unknown) => failure);
    expect(violatedConstraint(error), String(error)).toBe(constraint);
  });

  it('is known for every constraint of the tables that money stands on', async () => {
    const { rows } = await sql<{ name: string }>`
      select n.conname as name from pg_constraint n
      where n.conrelid = any(${tablesOf(refusedChanges)}::regclass[]) and n.contype in ('p', 'u', 'c', 'f', 'x')
        and pg_get_constraintdef(n.oid) !~ 'length| ~ '
        and not (n.contype = 'u' and exists (select from pg_constraint f where f.contype = 'f' and f.conindid = n.conindid))
      union select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indisunique and x.indrelid = any(${tablesOf(refusedChanges)}::regclass[])
        and not exists (select from pg_constraint n where n.conindid = x.indexrelid)`.execute(owner);
    const known = new Set([...implied, ...refusedChanges.map(({ constraint }) => constraint)]);
    expect(rows.map((row) => row.name).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe.skipIf(onCluster)('a change of a column, a row added and one removed', () => {
  const tables = Object.keys(protections);

  it.each(tables)('of %s', async (table) => {
    const unseen: string[] = [];
    await untilRolledBack(intruder, async (tx) => {
      unseen.push(...(await findUnseen(tx, table)));
    });
    expect(unseen, 'tests/tampering/columns.ts says what to do').toEqual([]);
  });

  it('is listed for every column that there is, and the document says the same', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
      owner,
    );
    const known = [...tables, ...Object.values(otherTables).flatMap(wordsOf)];
    expect(rows.map(({ name }) => name).sort(), 'tests/tampering/columns.ts says what to do').toEqual(known.sort());
    const columns = await owner.transaction().execute((tx) => listColumns(tx, tables));
    const there = [
      ...columns,
      ...tables.flatMap((table) => [
        { table, column: 'added' },
        { table, column: 'removed' },
      ]),
    ];
    const listed = (table: string) => [...listedIn(protections[table] as Protection), ...sealedNames(table)];
    const missing = there.filter(({ table, column }) => !listed(table).includes(column));
    expect(
      missing.map(({ table, column }) => `${table}.${column}`),
      'tests/tampering/columns.ts says what to do',
    ).toEqual([]);
    await expect(tamperingDocument(columns)).toMatchFileSnapshot(documentPath);
  });
});

const tablesOf = (changes: typeof refusedChanges): string[] => [...new Set(changes.map(({ table }) => table))];

const rolledBack = Symbol('rolled back');

async function untilRolledBack(db: Database, look: (tx: Tx) => Promise<void>): Promise<void> {
  const work = db.transaction().execute(async (tx) => {
    await look(tx);
    throw rolledBack;
  });
  await work.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
}

/** After a change that nothing hinders, until it is rolled back. */
async function afterwards(change: Tampering[1], look: (tx: Tx) => Promise<void>): Promise<void> {
  await untilRolledBack(intruder, async (tx) => {
    if (onCluster) {
      // Workers are told of the third setting as well, and each statement ends everywhere before the next.
      await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
      await sql`set local citus.propagate_set_commands = 'local'`.execute(tx);
      await sql`set local session_replication_role = replica`.execute(tx);
    }
    await change(tx, world);
    await look(tx);
  });
}

/** `check: row: problem`, a line each. */
const linesOf = async (tx: Tx, scope: Scope): Promise<string> =>
  (await runChecks(tx, scope)).checks.flatMap(({ name, offences }) => linesFrom(name, offences)).join('\n');

const linesFrom = (name: string, offences: readonly Offence[]): string[] =>
  offences.map(({ row, problem }) => `${name}: ${row}: ${problem}`);

/** As a cluster is verified, but without pauses: nobody else writes. */
const spread = (transferMark: bigint): Scope => ({ ...acrossMachines(transferMark), readAgainAfterMs: [0] });

/** What full and incremental verification find after the change; the incremental one by the same checks, if any. */
async function found(change: Tampering[1], only?: 'full'): Promise<{ full: string; incremental: string }> {
  let lines = { full: '', incremental: '' };
  await afterwards(change, async (tx) => {
    const full = await linesOf(tx, onCluster ? spread(marks.transferMark) : everything);
    const incremental = only === 'full' || onCluster ? '' : await changedLinesOf(tx, full);
    lines = { full, incremental };
  });
  return lines;
}

async function changedLinesOf(tx: Tx, full: string): Promise<string> {
  const scope = await gatherChanges(tx, marks);
  if (full === '') return linesOf(tx, scope);
  const named = checks.filter(({ name }) => full.includes(name));
  const all = [];
  for (const check of named) all.push(linesFrom(check.name, (await findOffences(tx, check, scope, 100)).offences));
  return all.flat().join('\n');
}

describe('a change that a full verification names, and an incremental one as well', () => {
  it.each(changedRows)('%s', async (_name, change, names) => {
    const { full, incremental } = await found(change);
    expect(full).toMatch(names);
    if (!onCluster) expect(incremental).toMatch(names);
  });
});

describe('on a cluster, where no snapshot spans the machines', () => {
  const forged = forge(({ customer }) => {
    const of: [SubjectKind, string] = ['refund', 'ref_x'];
    return { book: customer, from: 'transit', to: 'wallet', amount: 30n, code: 'refund', of };
  });

  it('what adds up to zero over all books is added up from their transfers, as far as all have them', async () => {
    await afterwards(forged, async (tx) => {
      const { rows } = await sql<{ id: bigint }>`select max(id) as id from transfers`.execute(tx);
      expect(await linesOf(tx, spread(marks.transferMark))).not.toMatch(/all transit/);
      expect(await linesOf(tx, spread(rows[0]?.id as bigint))).toMatch(/transit \(test, EUR\): .* adds up to -30/);
    });
    await afterwards(statement(`delete from transfers where code = 'chargeback_debt'`), async (tx) => {
      expect(await linesOf(tx, spread(marks.transferMark))).toMatch(/the service has advanced \d+, holders owe it/);
    });
  });

  it.each([
    ['in every reading counts, though its amount differs', [5, 7, 6], true],
    ['in the first reading alone does not count', [5, 0], false],
    ['in all readings but the last does not count', [5, 5, 0], false],
  ])('what is found %s', async (_name, amounts, counts) => {
    let reading = 0;
    const scope = {
      ...everything,
      readAgainAfterMs: [0, 0],
      /** Read once in each reading of the first check that does. */
      get acrossBooks() {
        const amount = amounts[reading++];
        if (amount === undefined) return everything.acrossBooks;
        return sql`(select 'transit' as kind, 'test' as mode, 'EUR' as currency, ${sql.lit(amount)} as balance)`;
      },
    };
    const lines = await owner.transaction().execute((tx) => linesOf(tx, scope));
    expect(lines.includes('transit (test, EUR): all transit adds up to')).toBe(counts);
    expect(reading).toBeGreaterThanOrEqual(amounts.length);
  });
});

describe('a change below the mark, which a full verification names', () => {
  it.each(oldTransfers)('%s', async (_name, change, names) => {
    expect((await found(change, 'full')).full).toMatch(names);
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

it
  .skipIf(onClusterAs('alwaysFull'))
  .each(['payments', 'refunds', 'disputes', 'payment_attempts', 'fee_collections', 'orders', 'order_refunds'])(
  'nothing is named when only %s were written since',
  async (table) => {
    expect((await found(statement(`update ${table} set created_at = created_at`))).incremental).toBe('');
  },
);
