/** A month is closed when nothing in it is open, stays as it is from then on, and is reopened with a reason. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReconciliationWorld, csvOf, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
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
