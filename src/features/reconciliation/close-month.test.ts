/** A month is closed when nothing in it is open, stays as it is from then on, and is reopened with a reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asCamt053, asMt940, type Movement } from '../../../tests/fixtures/bank-statements.ts';
import { createReconciliationWorld, csvOf, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { reasonLengthMax } from '../../base/schemas/request-parts.ts';
import { verifyLedger } from '../../core/ledger/verify.ts';
import { closeMonth, reopenMonth } from './close-month.ts';
import { decideDuplicate, sayDirection } from './decide-line.ts';
import { matchByHand, noteLine, unmatch } from './match-by-hand.ts';
import { listMonths } from './months.repository.ts';
import type { Outside } from './reconciliation.repository.ts';
import { takeBackTopUp } from './take-back.ts';

let world: ReconciliationWorld;
beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());

const bank: Outside = { source: 'bank', mode: 'test' };
const close = (month: string) => closeMonth(shell, world.deps, bank, month);
const reopen = (month: string, reason = 'A line was wrong') => reopenMonth(shell, world.deps, bank, month, reason);
const refused = (message: RegExp) => ({ code: 'invalid_state', message: expect.stringMatching(message) });
const isClosed =
  /^The line is of 2031-01-05\. January 2031 is closed, and with it every month before\. Reopen it first, .*sluice reconcile reopen-month 2031-01 --source bank --mode test/;

it('a month', async () => {
  const { topUpId, key } = await world.receive(1_200n);
  const january = csvOf(
    [
      ['12.00', topUpId],
      ['-3.00', 'fee'],
    ],
    '2031-01-05',
  );
  await world.import(january);
  const [line, fee] = (await world.lines()).map(({ id }) => id) as [bigint, bigint];
  await expect(close('2031-03')).rejects.toMatchObject(refused(/^March 2031 is not over\.$/));
  await expect(close('2031-13')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(close('2031-01')).rejects.toMatchObject(refused(/^1 line is open up to the end of January 2031: /));
  await matchByHand(shell, world.deps, fee, { transfers: [], difference: { kind: 'bank_charge', reason: null } });
  await close('2031-01');
  // Twice is once, and an earlier month is closed with it.
  await close('2031-01');
  await close('2030-12');
  const [month] = await listMonths(world.db, bank);
  expect(month).toMatchObject({ month: '2031-01', lines: 2n, open: 0n, isClosed: true, reason: null });

  for (const change of [
    () => unmatch(shell, world.deps, fee),
    () => matchByHand(shell, world.deps, line, { transfers: [key] }),
    () => sayDirection(shell, world.deps, line, 'in'),
    () => decideDuplicate(shell, world.deps, line, true),
  ]) {
    await expect(change()).rejects.toMatchObject(refused(isClosed));
  }
  const request = { amount: undefined, reason: 'Sent twice', lineId: fee };
  await expect(
    inTransaction(world.db, (tx) => takeBackTopUp(shell, tx, world.clock, 'test', topUpId, request)),
  ).rejects.toMatchObject({ code: 'validation_failed' });
  await noteLine(shell, world.deps, line, 'Seen');
  // A file with all of its lines passes, and one with another is refused as a whole.
  const later = `${january}2031-02-01,5.00,EUR,later\n`;
  expect(await world.import(later)).toMatchObject({ lines: 1, repeated: [2, 3] });
  await expect(world.import(`${later}2031-01-31,5.00,EUR,late\n`)).rejects.toMatchObject(
    refused(/^Line 5 of the file, of 2031-01-31, is new\. Nothing was imported\. January 2031 is closed/),
  );
  await expectBooksToHold(world.db);
  // Times of a test's clock don't move by themselves.
  await world.pool.query(`update statement_months set closed_at = closed_at + interval '1 second'`);
  const offences = async () => {
    const { checks } = await verifyLedger(world.db);
    return checks.find(({ name }) => name === 'Nothing of a closed month changed after it was closed')?.offences;
  };
  expect(await offences()).toEqual([]);
  for (const [change, back, problem] of [
    [
      `update statement_matches set matched_at = matched_at + interval '1 hour' where line_id = ${line}`,
      `update statement_matches set matched_at = matched_at - interval '1 hour' where line_id = ${line}`,
      /was matched with transfer \d+, while 2031-01 was closed/,
    ],
    [
      `update statement_imports set imported_at = imported_at + interval '1 hour' where id = 1`,
      `update statement_imports set imported_at = imported_at - interval '1 hour' where id = 1`,
      /was imported, while 2031-01 was closed/,
    ],
    [
      `update statement_bookings set created_at = created_at + interval '1 hour'`,
      `update statement_bookings set created_at = created_at - interval '1 hour'`,
      /was booked, or its booking reversed, while 2031-01 was closed/,
    ],
    [
      `update statement_lines set matched_amount = 0 where id = ${line}`,
      `update statement_lines set matched_amount = amount where id = ${line}`,
      /is open, while 2031-01 is closed/,
    ],
  ] as const) {
    await world.pool.query(change);
    expect((await offences())?.map((one) => one.problem).join('\n')).toMatch(problem);
    await world.pool.query(back);
  }

  await expect(reopen('2031-01', ' ')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(reopen('2030-11')).rejects.toMatchObject(refused(/^January 2031 is closed too/));
  await reopen('2031-01');
  await reopen('2031-01');
  await unmatch(shell, world.deps, fee);
  const [, again] = await listMonths(world.db, bank);
  expect(again).toMatchObject({ isClosed: false, open: 1n, reason: 'A line was wrong' });
  const { rows } = await world.pool.query(
    `select action, object_id, after ->> 'reason' as reason from audit_log where object_kind = 'statement_month' order by id`,
  );
  expect(rows).toEqual([
    { action: 'reconciliation.close_month', object_id: 'bank/2031-01', reason: null },
    { action: 'reconciliation.reopen_month', object_id: 'bank/2031-01', reason: 'A line was wrong' },
  ]);
});

describe('of a source and mode', () => {
  const isHeld = () => expectBooksToHold(world.db, { byHand: ['statement_months'] });
  const charge = { transfers: [], difference: { kind: 'bank_charge', reason: null } } as const;
  /** Of charges: `2031-01-31 -1.00`. @returns the lines' ids. */
  async function take(of: Outside, ...texts: string[]): Promise<bigint[]> {
    const known = new Set((await world.lines()).map(({ id }) => id));
    const rows = texts.map((text) => `${text.replace(' ', ',')},EUR,fee ${known.size}\n`);
    await world.import(`date,amount,currency,text\n${rows.join('')}`, of);
    return (await world.lines()).map(({ id }) => id).filter((id) => !known.has(id));
  }
  const book = (id = 0n) => matchByHand(shell, world.deps, id, charge);
  const undo = (id = 0n) => unmatch(shell, world.deps, id);

  it('a month ends with its last day, and other sources and modes have their own', async () => {
    const one: Outside = { source: 'bank', mode: 'live' };
    const [test, card]: [Outside, Outside] = [
      { source: 'bank', mode: 'test' },
      { source: 'card', mode: 'live' },
    ];
    const [last, next] = await take(one, '2031-01-31 -1.00', '2031-02-01 -2.00');
    const others = [
      (await take(test, '2031-01-31 -3.00'))[0],
      (await take(card, '2031-01-31 -4.00', '2031-02-01 -6.00'))[0],
    ];
    world.clock.set('2031-01-31T23:59:59Z');
    const closeOne = (month: string) => closeMonth(shell, world.deps, one, month);
    await expect(closeOne('2031-01')).rejects.toMatchObject(refused(/^January 2031 is not over\.$/));
    world.clock.set('2031-02-01T00:00:00Z');
    await expect(closeOne('2031-01')).rejects.toMatchObject(refused(/^1 line is open/));
    await book(last);
    // Nor does a line hinder that an earlier statement has.
    const [same] = await take(one, '2031-01-30 -9.00');
    await world.pool.query(`update statement_lines set duplicate = 'same' where id = $1`, [same]);
    await closeOne('2031-01');
    await expect(undo(last)).rejects.toMatchObject(refused(/^The line is of 2031-01-31\. January 2031 is closed/));
    for (const id of [next, ...others]) {
      await book(id);
      await undo(id);
    }
    await expect(take(one, '2031-02-02 -1.00', '2031-01-30 -1.00', '2031-01-31 -1.00')).rejects.toMatchObject(
      refused(/^Line 3 of the file, of 2031-01-30, is new/),
    );
    expect(await take(one, '2031-02-01 -5.00')).toHaveLength(1);
    const months = await listMonths(world.db, one);
    expect(
      months.map(({ month, lines, open, isClosed, closedBy }) => [month, lines, open, isClosed, closedBy]),
    ).toEqual([
      ['2031-02', 2n, 2n, false, null],
      ['2031-01', 2n, 0n, true, 'tester'],
    ]);
    const opens = async (of: Outside) =>
      (await listMonths(world.db, of)).map(({ month, lines, open, isClosed }) => [month, lines, open, isClosed]);
    expect([await opens(card), await opens(test)]).toEqual([
      [
        ['2031-02', 1n, 1n, false],
        ['2031-01', 1n, 1n, false],
      ],
      [
        ['2031-02', 1n, 1n, false],
        ['2031-01', 3n, 2n, false],
      ],
    ]);
    await isHeld();
  });

  it('the last closed month counts, and the last one alone is reopened, each time with its own reason', async () => {
    const of: Outside = { source: 'card', mode: 'test' };
    const lines = await take(of, '2031-01-05 -1.00', '2031-02-05 -2.00', '2030-12-05 -3.00');
    const [january, february] = lines;
    for (const id of lines) await book(id);
    world.clock.set('2031-03-02T00:00:00Z');
    await closeMonth(shell, world.deps, of, '2031-01');
    await reopenMonth(shell, world.deps, of, '2031-02', 'It is open');
    await closeMonth(shell, world.deps, of, '2031-02');
    // Of a person, their name.
    await world.pool.query(
      `insert into people (id, email, name, created_at) values ('person-1', 'ada@example.com', 'Ada', now())`,
    );
    await world.pool.query(
      `update statement_months set closed_by = 'person-1' where source = 'card' and month = '2031-02-01'`,
    );
    const listed = async () =>
      (await listMonths(world.db, of)).map(({ month, isClosed, closedBy, reason }) => [
        month,
        isClosed,
        closedBy,
        reason,
      ]);
    expect(await listed()).toEqual([
      ['2031-02', true, 'Ada', null],
      ['2031-01', true, 'tester', null],
      ['2030-12', true, 'tester', null],
    ]);
    await expect(undo(february)).rejects.toMatchObject(refused(/^The line is of 2031-02-05\. February 2031 is closed/));
    const tooLong = reopenMonth(shell, world.deps, of, '2031-02', 'x'.repeat(reasonLengthMax + 1));
    await expect(tooLong).rejects.toMatchObject({ code: 'validation_failed' });
    await reopenMonth(shell, world.deps, of, '2031-02', 'First');
    await undo(february);
    await book(february);
    await expect(undo(january)).rejects.toMatchObject(refused(/January 2031 is closed/));
    await closeMonth(shell, world.deps, of, '2031-02');
    expect((await listed())[0]).toEqual(['2031-02', true, 'tester', 'First']);
    await reopenMonth(shell, world.deps, of, '2031-02', 'Second');
    expect((await listed()).slice(0, 2)).toEqual([
      ['2031-02', false, null, 'Second'],
      ['2031-01', true, 'tester', null],
    ]);
    expect((await listMonths(world.db, { ...of, mode: 'live' })).map(({ reason }) => reason)).toEqual([null, null]);
    const { rows } = await world.pool.query(`select reason from statement_months where source = 'card' order by id`);
    expect(rows.map(({ reason }) => reason)).toEqual([null, 'First', 'Second']);
    await isHeld();
  });

  it('a line learns nothing more from another format until its month is reopened', async () => {
    const of: Outside = { source: 'bank', mode: 'test' };
    const account = 'DE89370400440532013000';
    const on = { bookedOn: '2030-11-30', valueOn: '2030-11-30' };
    const movement = (amount: bigint, text: string): Movement => ({
      ...{
        ...on,
        amount,
        text,
        reverses: false,
        endToEndId: `E-${text}`,
        name: 'Erika',
        account: 'DE02120300000000202051',
      },
    });
    const statement = {
      ...{ account, number: '1', opening: 0n, on: on.bookedOn },
      movements: [movement(-100n, 'fee of a'), movement(-200n, 'fee of b')],
    };
    const csv = 'date,amount,currency,text\n2030-11-30,-1.00,EUR,fee of a\n2030-11-30,-2.00,EUR,fee of b\n';
    const { shown } = await world.import(csv, of, { account });
    for (const { id } of shown) await book(id);
    await closeMonth(shell, world.deps, of, '2030-11');
    const known = { lines: 0, repeated: { length: 2 } };
    expect(await world.importFile(asCamt053(statement, '08'), account)).toMatchObject({ ...known, completed: 0 });
    await reopenMonth(shell, world.deps, of, '2030-11', 'To learn more');
    expect(await world.importFile(asMt940(statement), account)).toMatchObject({ ...known, completed: 2 });
    await isHeld();
  });

  it('is sound although the clock was set back: what was done before the close is before it', async () => {
    const of: Outside = { source: 'onlinewallet', mode: 'test' };
    world.clock.set('2031-03-02T10:00:00Z');
    const [first, second] = await take(of, '2031-01-05 -1.00', '2031-01-06 -2.00');
    world.clock.set('2031-03-02T12:00:00Z');
    await book(first);
    world.clock.set('2031-03-02T11:00:00Z');
    await book(second);
    await closeMonth(shell, world.deps, of, '2031-01');
    await isHeld();
    await reopenMonth(shell, world.deps, of, '2031-01', 'The clock was wrong');
    world.clock.set('2031-03-02T13:00:00Z');
    await undo(first);
    world.clock.set('2031-03-02T12:30:00Z');
    await book(first);
    await closeMonth(shell, world.deps, of, '2031-01');
    await isHeld();
    await reopenMonth(shell, world.deps, of, '2031-01', 'Again');
    world.clock.set('2031-03-02T15:00:00Z');
    const [third] = await take(of, '2031-01-07 -3.00');
    world.clock.set('2031-03-02T14:00:00Z');
    await book(third);
    await closeMonth(shell, world.deps, of, '2031-01');
    await isHeld();
    await reopenMonth(shell, world.deps, of, '2031-01', 'And again');
    const { key } = await world.receive(400n, { source: 'onlinewallet' });
    const [fourth] = await take(of, '2031-01-08 4.00');
    world.clock.set('2031-03-02T17:00:00Z');
    await matchByHand(shell, world.deps, fourth as bigint, { transfers: [key] });
    world.clock.set('2031-03-02T16:00:00Z');
    await closeMonth(shell, world.deps, of, '2031-01');
    await isHeld();
  });

  it.each<[string, after: string, before: string, isMissing: boolean]>([
    ['within it', '2031-01-05', '2031-01-09', true],
    ['from it into the next', '2031-01-30', '2031-02-09', true],
    ['on its last day', '2031-01-31', '2031-01-31', true],
    ['on its last day or the next', '2031-01-31', '2031-02-01', true],
    ['after its last day', '2031-01-31', '2031-02-02', false],
    ['in the next', '2031-02-01', '2031-02-02', false],
  ])(
    'a statement that is missing %s keeps it open, if its days may be missing',
    async (_name, after, before, isMissing) => {
      const of: Outside = { source: 'onlinewallet', mode: 'live' };
      const { rows } = await world.pool.query(
        `with i as (insert into statement_imports (mode, source, file_name, file_hash, imported_at)
         values ('live', 'onlinewallet', 'x', sha256($1::text::bytea), '2031-01-01') returning id)
       insert into statement_balances select id, n, 'EUR', first, last, at, at
       from i, (values (1, $2::date - 1, $2::date, 0), (2, $3::date, $3::date + 1, 5)) v (n, first, last, at)
       returning import_id`,
        [`${after} ${before}`, after, before],
      );
      const closing = closeMonth(shell, world.deps, of, '2031-01');
      if (isMissing) await expect(closing).rejects.toMatchObject(refused(/0\.05 EUR that came in is missing/));
      else {
        await closing;
        await reopenMonth(shell, world.deps, of, '2031-01', 'Next case');
      }
      await world.pool.query('delete from statement_balances where import_id = $1', [rows[0].import_id]);
    },
  );

  it('the last three years are listed', async () => {
    await world.pool.query(
      `insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference)
       select max(i.id), mode, source, n, sha256('x'), make_date(2028, 1, 1) + n * interval '1 month', 'EUR', 1, ''
       from statement_imports i, generate_series(1, 37) n where mode = 'live' and source = 'onlinewallet'
       group by mode, source, n`,
    );
    const months = (await listMonths(world.db, { source: 'onlinewallet', mode: 'live' })).map(({ month }) => month);
    expect([months.length, months[0], months.at(-1)]).toEqual([36, '2031-02', '2028-03']);
  });
});
