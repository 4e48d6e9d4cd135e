/**
 * The past as it was sealed: a database with one of everything is sealed, its head is kept, and then rows of the past are
 * changed by hand, past every trigger, foreign key and balance. The kept head names each.
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostingWorld } from '../../../tests/fixtures/posting.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { onClusterAs } from '../../../tests/support/on-cluster.ts';
import { positionEvents } from '../../../tests/support/position-events.ts';
import { createOneOfEverything } from '../../../tests/tampering/one-of-everything.ts';
import { createFinalMarks } from '../../base/database/final-marks.ts';
import { createDatabase, type Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { saveDirection, setDirections } from '../../features/reconciliation/reconciliation.repository.ts';
import { checkHead, checkSeals, type SealsCheck } from './check-seals.ts';
import { type Head, headText, readHead } from './head.ts';
import { makeSeals } from './make-seals.ts';
import { type Seal, sha256 } from './seal.ts';
import { newSealKey, readSealKeys, type SealKeys } from './seal-keys.ts';
import { sources } from './sealed-columns.ts';
import { findHead, sealingTime } from './seals.repository.ts';

let world: PostingWorld;
let owner: Database;
let kept: Head;
const keys = readSealKeys(newSealKey()) as SealKeys;
const eventDays = 90;

const sealAll = (options: Partial<Parameters<typeof makeSeals>[0]> = {}) =>
  makeSeals({ db: world.db, keys, eventDays, finalMarks: (_, drawn) => drawn, ...options });

beforeAll(async () => {
  world = await createOneOfEverything();
  owner = createDatabase(world.database.owner);
  await positionEvents(world.db);
  await importLine();
  await sealAll({ numbersMax: 7 });
  kept = readHead(headText((await findHead(world.db)) as Head)) as Head;
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

async function importLine(): Promise<void> {
  await sql`
    insert into statement_imports (mode, source, file_name, file_hash, imported_at)
    values ('test', 'bank', 'march.csv', decode(repeat('01', 32), 'hex'), now())`.execute(world.db);
  await sql`
    insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference)
    select id, mode, source, 1, decode(repeat('02', 32), 'hex'), '2026-03-01', 'EUR', 880, 'ABC' from statement_imports
    where file_name = 'march.csv'`.execute(world.db);
  await sql`
    insert into statement_lines
      (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference, direction)
    select id, mode, source, n, decode(repeat('03', 32), 'hex'), '2026-03-01', 'EUR', 990, 'DEF', 'unknown'
    from statement_imports cross join generate_series(2, 3) as s (n) where file_name = 'march.csv'`.execute(world.db);
}

const rolledBack = Symbol('rolled back');

const emptyLine = {
  ...{ bookedOn: '2026-03-01', bookedTime: undefined, currency: 'EUR', reference: 'DEF', bankId: undefined },
  direction: 'read',
} as const;

async function afterwards(change: string, look: (tx: Tx) => Promise<void>): Promise<void> {
  const work = owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of change.split(';')) await sql.raw(statement).execute(tx);
    await look(tx);
    throw rolledBack;
  });
  await work.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
}

const linesOf = ({ offences }: SealsCheck): string =>
  offences.map(({ row, problem }) => `${row}: ${problem}`).join('\n');

describe('a sound database', () => {
  it('has every table sealed, from its first row to its last', async () => {
    const { rows } = await sql<{ source: string }>`select distinct source from seals`.execute(world.db);
    expect(rows.map(({ source }) => source).sort()).toEqual([...sources].sort());
    const checked = await checkHead(world.db, kept, keys.known);
    expect(checked).toMatchObject({ offences: [], count: 0, purged: 0 });
    for (const source of sources) {
      const { rows: counted } = await sql<{ there: bigint; sealed: bigint }>`
        select (select count(*) from ${sql.table(source)}) as there,
          (select sum(row_count) from seals where source = ${source}) as sealed`.execute(world.db);
      expect(counted[0]?.sealed, source).toBe(counted[0]?.there);
    }
  });

  it('has lines of statements as they were sealed, whoever says later which way their money went', async () => {
    const work = inTransaction(world.db, async (tx) => {
      const { rows } = await sql<{ id: bigint; importId: bigint }>`
        select id, import_id as "importId" from statement_lines where reference = 'DEF' and line_number = 2`.execute(
        tx,
      );
      const [{ id, importId }] = rows as [{ id: bigint; importId: bigint }];
      const line = { ...emptyLine, lineNumber: 3, amount: -990n };
      expect(await setDirections(tx, importId, [line])).toBe(1);
      for (const [direction, amount] of [
        ['out', -990n],
        ['in', 990n],
        ['out', -990n],
      ] as const) {
        await saveDirection(tx, id, direction, amount);
        expect(linesOf(await checkHead(tx, kept, keys.known)), direction).toBe('');
      }
      throw rolledBack;
    });
    await expect(work).rejects.toBe(rolledBack);
  });

  it('is not sealed again without new rows', async () => {
    expect(await sealAll()).toBeUndefined();
  });
});

describe('a kept head names', () => {
  const cases: [what: string, change: string, names: RegExp][] = [
    [
      'an event that is gone',
      `delete from events where type = 'order.settled'`,
      /^event evt_\w+: is gone \(seal \d+\)$/m,
    ],
    [
      'an event’s amount',
      `update events set data = (data::jsonb || '{"amount": 1}')::json where type = 'payment.paid'`,
      /^event evt_\w+: was changed/m,
    ],
    [
      'an event’s type',
      `update events set type = 'order.updated' where type = 'order.created'`,
      /^event evt_\w+: was changed/m,
    ],
    [
      'who paid, in an event',
      `update events set data = jsonb_set(data::jsonb, '{payer,username}', '"Someone"')::json where type = 'payment.paid'`,
      /^event evt_\w+: was changed in its personal data/m,
    ],
    [
      'an event added between others',
      `insert into events (holder_id, id, mode, type, data, created_at, position, subject_kind, subject_id, appended) select holder_id, 'evt_x', mode, type, data, created_at, 9999, subject_kind, subject_id, 1 - 1 from events limit 1`,
      /^event evt_x: was added after it was sealed/m,
    ],
    [
      'a transfer’s date',
      `update transfers set created_at = created_at - interval '1 day' where code = 'settlement'`,
      /^transfer \d+: was changed/m,
    ],
    [
      'an audit entry that is gone',
      `delete from audit_log where action = 'payouts.request'`,
      /^audit entry \d+: is gone/m,
    ],
    [
      'the facts of an audit entry',
      `update audit_log set after = jsonb_set(after, '{amount}', '"1"') where action = 'payouts.request'`,
      /^audit entry \d+: was changed in its personal data/m,
    ],
    [
      'from where an audit entry was done',
      `update audit_log set address = '192.0.2.99' where action = 'payouts.request'`,
      /^audit entry \d+: was changed in its personal data/m,
    ],
    [
      'facts whose salt was removed as if a person had been erased',
      `update audit_log set after = '{}' where action = 'payouts.request'; delete from seal_salts where source = 'audit_log'`,
      /^audit entry \d+: lost its personal data without an erasure/m,
    ],
    [
      'an order gone with its transfers',
      `delete from transfers where subject_kind = 'order' and subject_id = (select id::text from orders where partner_order_ref = 'waiting'); delete from orders where partner_order_ref = 'waiting'`,
      /^order \d+: is gone/m,
    ],
    [
      'an order’s total and splits',
      `update orders set splits = jsonb_set(splits, '{0,amount}', '1') where partner_order_ref = 'waiting'`,
      /^order \d+: was changed/m,
    ],
    [
      'an order of a holder who is no company',
      `update orders set holder_id = 777 where partner_order_ref = 'waiting'`,
      /^orders \d+: is in no seal/m,
    ],
    ['an order refund gone with its totals', `delete from order_refunds`, /^order refund ref_\w+: is gone/m],
    [
      'a payment’s order',
      `update payments set order_id = null where order_id is not null`,
      /^payment pay_\w+: was changed/m,
    ],
    ['a refund’s amount', `update refunds set amount = amount + 1`, /^refund ref_\w+: was changed/m],
    [
      'a payout gone with all of it',
      `delete from payouts where amount = 300; delete from transfers where subject_kind = 'payout'`,
      /^payout po_\w+: is gone/m,
    ],
    ['the bank account of a payout', `update payouts set bank_account_id = 'ba_mine'`, /^payout po_\w+: was changed/m],
    [
      'what a statement line says',
      `update statement_lines set amount = 881 where reference = 'ABC'`,
      /^statement line \d+: was changed/m,
    ],
    ['a statement that is gone', `delete from statement_imports`, /^statement \d+: is gone/m],
    [
      'the newest seal removed',
      `delete from seals where number = (select max(number) from seals)`,
      /^the head kept of seal \d+: is not in the database: its chain ends with seal \d+$/m,
    ],
    ['a seal in the middle removed', `delete from seals where number = 3`, /^seal 3: is gone from the chain$/m],
    [
      'the chain made again',
      `update seals set hash = decode(repeat('07', 32), 'hex') where number = (select max(number) from seals)`,
      /^the head kept of seal \d+: has another hash/m,
    ],
    [
      'a seal’s time',
      `update seals set sealed_at = sealed_at - interval '1 day' where number = 2`,
      /^seal 2: was changed: its hash is another/m,
    ],
    [
      'a seal’s lines',
      `update seals set lines = '' where number = 2`,
      /^seal 2: was changed: its lines of \w+ are others/m,
    ],
    [
      'a signature',
      `update seals set signature = decode(repeat('01', 64), 'hex') where number = 2`,
      /^seal 2: has a signature that is not its own/m,
    ],
    ['another key', `update seals set public_key = null, signature = null where number = 2`, /^seal 2: is not signed/m],
  ];
  it.each(cases)('%s', (_, change, names) =>
    afterwards(change, async (tx) => {
      expect(linesOf(await checkHead(tx, kept, keys.known))).toMatch(names);
    }),
  );

  it('nothing while no seal is signed yet: the key may have come after the last one', () =>
    afterwards('update seals set public_key = null, signature = null', async (tx) => {
      expect(linesOf(await checkSeals(tx, { known: keys.known }))).toBe('');
    }));

  it('a chain that was made again with another key', async () => {
    await afterwards('select', async (tx) => {
      const other = readSealKeys(newSealKey()) as SealKeys;
      const head = (await findHead(tx)) as Seal;
      await sql`
        update seals set public_key = ${other.publicKey}, signature = ${other.sign(head)} where number = ${head.number}
        `.execute(tx);
      expect(linesOf(await checkSeals(tx, { known: keys.known }))).toMatch(
        /is signed by a key that this service does not know/,
      );
      expect(linesOf(await checkSeals(tx, { known: [...keys.known, other.publicKey] }))).toBe('');
    });
  });
});

describe('what comes later', () => {
  const newEntry = (db: Database | Tx, at = 'now()') =>
    sql`
      insert into audit_log (at, actor_kind, actor_id, action, object_kind, object_id)
      values (${sql.raw(at)}, 'command', 'tester', 'quotas.set', 'company', '1')`.execute(db);
  const check = async () => linesOf(await checkSeals(world.db, { known: keys.known }));

  it.skipIf(onClusterAs('finalLater'))(
    'is sealed once no transaction is open that could bring a row before it',
    async () => {
      const open = await world.db.startTransaction().execute();
      await newEntry(open);
      await newEntry(world.db);
      expect(await sealAll({ waitMaxMs: 0 })).toBeUndefined();
      await open.commit().execute();
      expect(await sealAll()).toMatchObject({ source: 'audit_log', rowCount: 2 });
      expect(await check()).toBe('');
    },
  );

  it('is sealed once by two processes at the same time', async () => {
    for (let count = 0; count < 6; count++) await newEntry(world.db);
    await Promise.all([sealAll({ numbersMax: 2 }), sealAll({ numbersMax: 2 })]);
    expect(await check()).toBe('');
  });

  it('is found behind more numbers without a row than a seal has', async () => {
    await sql`select nextval('audit_log_id_seq') from generate_series(1, 20)`.execute(owner);
    await newEntry(world.db);
    expect(await sealAll({ numbersMax: 5 })).toMatchObject({ source: 'audit_log', rowCount: 1 });
    expect(await check()).toBe('');
  });

  it('is gone when it is old, as the days in the seals allow, and not before', async () => {
    await newEntry(world.db, "now() - interval '750 days'");
    await newEntry(world.db, "now() - interval '700 days'");
    await sealAll();
    await sql`select purge_audit_log()`.execute(owner);
    expect(await check()).toBe('');
    await afterwards("delete from audit_log where at < now() - interval '740 days'", async (tx) => {
      expect(await checkSeals(tx, { known: keys.known })).toMatchObject({ count: 0, purged: 1 });
    });
    await afterwards("delete from audit_log where at < now() - interval '690 days'", async (tx) => {
      expect(linesOf(await checkSeals(tx, { known: keys.known }))).toMatch(/^audit entry \d+: is gone/);
    });
  });

  it('says with a seal of its own that events are kept for another time, or that another key signs', async () => {
    expect(await sealAll({ eventDays: 30 })).toMatchObject({ source: 'events', rowCount: 0, keptDays: 30 });
    expect(await sealAll({ eventDays: 30 })).toBeUndefined();
    const next = readSealKeys(newSealKey()) as SealKeys;
    expect(await sealAll({ eventDays: 30, keys: next })).toMatchObject({ rowCount: 0, publicKey: next.publicKey });
    expect(linesOf(await checkSeals(world.db, { known: [next.publicKey, ...keys.known] }))).toBe('');
  });

  it('is dated never before what was sealed before it, though the clock goes back', async () => {
    await afterwards(
      "update seals set sealed_at = now() + interval '1 day' where number = (select max(number) from seals)",
      async (tx) => {
        const head = (await findHead(tx)) as Seal;
        expect(await sealingTime(tx, head.sealedAt)).toEqual(head.sealedAt);
      },
    );
  });

  it('is left for the next turn when there is no rest', async () => {
    for (let count = 0; count < 4; count++) await newEntry(world.db);
    const last = (await findHead(world.db)) as Seal;
    await makeSeals({ db: world.db, keys, eventDays: 30, numbersMax: 2, rest: async () => false });
    expect(await findHead(world.db)).toMatchObject({ number: last.number + 1n });
    await sealAll({ eventDays: 30 });
  });
});

it('on a cluster, a number is final a quarter of an hour after it was drawn', () => {
  let minutes = 0;
  const finalMarks = createFinalMarks(() => minutes * 60_000);
  expect(finalMarks('orders', 5n)).toBeUndefined();
  expect(finalMarks('events', 9n)).toBeUndefined();
  minutes = 10;
  expect(finalMarks('orders', 6n)).toBeUndefined();
  minutes = 15;
  expect(finalMarks('orders', 7n)).toBe(5n);
  minutes = 29;
  expect(finalMarks('orders', 8n)).toBe(6n);
});

it('the key is read from PEM with the public keys of earlier ones, and nothing else is', () => {
  const [pem, earlier] = [newSealKey(), newSealKey()];
  const old = createPublicKey(earlier).export({ type: 'spki', format: 'pem' }).toString();
  const read = readSealKeys(`${pem}${old}`) as SealKeys;
  expect(read.known).toEqual([read.publicKey, (readSealKeys(earlier) as SealKeys).publicKey]);
  expect(readSealKeys(pem.replaceAll('\n', '\\n'))?.publicKey).toEqual(read.publicKey);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  for (const wrong of ['', 'x', old, rsa.toString()]) expect(readSealKeys(wrong)).toBeUndefined();
});

describe('docs/seals.md, "What a seal is" and "Compute a seal yourself"', () => {
  const guide = readFileSync(new URL(`../../../${'docs/seals'}.md`, import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, , text = '']) => text);
  const blockWith = (start: string) => blocks.find((text) => text.startsWith(start)) ?? '';

  it('shows a row, its line and its seal with the hashes that they have', async () => {
    const form = blockWith('{"id": 58').trim();
    const { rows } = await sql<{ form: string }>`select ${form}::jsonb::text as form`.execute(world.db);
    expect(rows[0]?.form).toBe(form);
    const line = blockWith('58 ');
    expect(line).toBe(`58 - - ${sha256(form).toString('base64')}\n`);
    const text = blockWith('sluice seal 1\n');
    expect(text).toContain(`hash ${sha256(line).toString('hex')}\n`);
    expect(guide).toContain(`\`${sha256(text).toString('hex')}\``);
  });

  it('says how to compute a seal with psql and sha256sum', async () => {
    const { rows: seals } = await sql<{ number: string; rowsHash: Buffer; hash: Buffer }>`
      select number::text, rows_hash as "rowsHash", hash from seals where source = 'transfers' and row_count > 1 limit 1
      `.execute(world.db);
    const { number = '', rowsHash, hash } = seals[0] ?? {};
    // What `psql --no-align --tuples-only` prints: a row a line.
    const printed = async (start: string) => {
      const query = blockWith(start).replace('number = 1', `number = ${number}`);
      const { rows } = await world.database.pool.query({ text: query, rowMode: 'array' });
      return rows.map(([line]) => `${line}\n`).join('');
    };
    expect(sha256(await printed('select t.id')).toString('hex')).toBe(rowsHash?.toString('hex'));
    expect(sha256(await printed('select format')).toString('hex')).toBe(hash?.toString('hex'));
  });
});
