/** Payment files in the database: made once for a payout, and what reports of the bank do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { hold, holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { returnPayout } from '../payouts/change-payout.ts';
import type { Payout } from '../payouts/payout.ts';
import { findPayout } from '../payouts/payouts.repository.ts';
import { saveBankDetails } from '../wallets/bank-details.repository.ts';
import { createPayoutFile, type PayoutFileRequest } from './create-payout-file.ts';
import { giveUpPayoutFile } from './give-up-payout-file.ts';
import { fileStatus } from './payout-file.ts';
import { eraseFilesNaming, findContent, findPayoutFile, listFileLines } from './payout-files.repository.ts';
import { sendPayoutFile } from './send-payout-file.ts';
import { takeReport } from './take-report.ts';

let world: PayoutWorld;
let shop: bigint;

beforeAll(async () => {
  world = await createPayoutWorld();
  shop = await world.makeMerchant();
  await world.fund(bookOf(shop), 'wallet', 1_000_000n);
  await world.addBank(shop);
  const none = { bankName: null, other: null, accountNumber: null, bankCode: null, town: null, country: null };
  const details = { accountHolder: 'Sluice', iban: 'FR1420041010050500013M02606', bic: null, ...none };
  await world.run((tx) => saveBankDetails(tx, { currency: 'EUR', ...details, changedAt: world.clock.now(1n, 'live') }));
  const other = { ...details, iban: null, other: 'By wire' };
  await world.run((tx) => saveBankDetails(tx, { currency: 'USD', ...other, changedAt: world.clock.now(1n, 'live') }));
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});
/** Approved ones of earlier tests are out of the way. */
beforeEach(async () => {
  const { rows } = await world.database.pool.query<{ id: string }>(`select id from payouts where status = 'approved'`);
  for (const { id } of rows) await world.giveBack({ id }, 'failed');
});

const approved = async (amount = 1_000n): Promise<Payout> => world.approve(await world.ask(bookOf(shop), { amount }));
const make = (changes: Partial<PayoutFileRequest> = {}) =>
  world.run((tx) =>
    createPayoutFile(shell, tx, world.clock, {
      mode: 'test',
      format: 'pain.001.001.09',
      currency: 'EUR',
      executionDay: world.clock.now(1n, 'test').toISOString().slice(0, 10),
      payoutIds: undefined,
      againReason: undefined,
      ...changes,
    }),
  );
const giveUp = (id: string) =>
  world.run((tx) => giveUpPayoutFile(shell, tx, world.clock, { mode: 'test', id, reason: 'Never uploaded' }));
const statusOf = async ({ holderId, id }: Payout) => (await findPayout(world.db, holderId, id))?.status;
const report = (message: string, group: string, payments = '') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId>${group}</OrgnlGrpInfAndSts>${payments === '' ? '' : `<OrgnlPmtInfAndSts>${payments}</OrgnlPmtInfAndSts>`}</CstmrPmtStsRpt></Document>`;
const group = (status: string, code = '') =>
  `<GrpSts>${status}</GrpSts>${code === '' ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`}`;
const payment = ({ id }: Payout, status: string, code: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id.replace('_', '')}</OrgnlEndToEndId><TxSts>${status}</TxSts><StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>${more}</TxInfAndSts>`;
const take = (text: string, mode: 'test' | 'live' = 'test') => takeReport(shell, world, mode, text);
const counted = async () =>
  (
    await world.database.pool.query(
      'select (select count(*)::int from audit_log) as audited, (select count(*)::int from transfers) as moved',
    )
  ).rows[0];

describe('a file', () => {
  it('of all approved payouts, once; the next has only new ones', async () => {
    const [first, second] = [await approved(), await approved(2_000n)];
    const file = await make();
    expect(file).toMatchObject({ payouts: 2, controlSum: 3_000n, accepted: 0, replaced: 0 });
    const content = (await findContent(world.db, file.id)) as Buffer;
    expect(content.toString()).toContain(`<EndToEndId>${first.id.replace('_', '')}</EndToEndId>`);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'approved']);
    await expect(make()).rejects.toMatchObject({ code: 'invalid_state', message: /No approved payout in EUR waits/ });
    const third = await approved();
    expect(await make()).toMatchObject({ payouts: 1 });
    const named = make({ payoutIds: [third.id, first.id] });
    await expect(named).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining(file.id) });
    const again = await make({ payoutIds: [first.id], againReason: 'The bank lost it' });
    expect(again).toMatchObject({ payouts: 1, againReason: 'The bank lost it' });
    expect(await findPayoutFile(world.db, 'test', file.id)).toMatchObject({ replaced: 1 });
    expect((await findContent(world.db, file.id))?.equals(content)).toBe(true);
  });

  it('keeps its payouts from being rejected, until it is given up; then they can be in another', async () => {
    const [first, second] = [await approved(), await approved()];
    const file = await make();
    const message = `The payout is in the payment file ${file.id}. Give up the file first, if your bank will not execute it.`;
    await expect(world.giveBack(first, 'rejected')).rejects.toMatchObject({ code: 'invalid_state', message });
    expect(await statusOf(first)).toBe('approved');
    const givenUp = await giveUp(file.id);
    expect(fileStatus(givenUp)).toBe('given_up');
    expect(await giveUp(file.id)).toEqual(givenUp);
    expect(await sendPayoutFile(shell, world, 'test', file.id)).toBe(0);
    await world.giveBack(first, 'rejected');
    expect(await make()).toMatchObject({ payouts: 1, controlSum: second.amount });
    expect((await take(report(file.messageId, group('ACCP')))).questions).toEqual([
      { payoutId: first.id, message: 'It was rejected here, and the bank now accepts it.' },
    ]);
    expect(await statusOf(first)).toBe('rejected');
  });

  it('is not given up once the bank has taken it, or a payout in it was sent', async () => {
    await approved();
    const taken = await make();
    await take(report(taken.messageId, group('PDNG')));
    await expect(giveUp(taken.id)).rejects.toMatchObject({ message: 'The bank has taken payments of this file.' });
    const payout = await approved();
    const sent = await make();
    await world.send(payout);
    await expect(giveUp(sent.id)).rejects.toMatchObject({ message: `${payout.id} is sent.` });
    await expect(giveUp('pf_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('and a rejection of its payout at once: the file is without it, or it is not rejected', async () => {
    const payout = await approved();
    await approved();
    const rejecting = await hold(world.db, world.database.pool, (tx) =>
      returnPayout(shell, tx, world.clock, payout.id, { to: 'rejected', reason: null }),
    );
    const making = make();
    await rejecting.awaitedBy(making);
    await rejecting.commit();
    expect(await making).toMatchObject({ payouts: 1 });
    expect(await statusOf(payout)).toBe('rejected');
  });

  it('made twice at once has each payout in one of them', async () => {
    for (let n = 0; n < 3; n += 1) await approved();
    const held = await holdLock(world.database.owner, "select pg_advisory_xact_lock(hashtext('payout_files'))", []);
    const making = Promise.allSettled([make(), make()]);
    await untilLockWaits(world.database.owner, 2);
    await held.release();
    const results = await making;
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(lost.reason).toMatchObject({ code: 'invalid_state' });
    const { rows } = await world.database.pool.query(
      'select payout_id from payout_file_lines where superseded_by is null group by 1 having count(*) > 1',
    );
    expect(rows).toEqual([]);
  });

  it('takes payouts that are sent only with a reason, and none in another state or currency', async () => {
    const payout = await approved();
    await world.send(payout);
    await expect(make({ payoutIds: [payout.id] })).rejects.toMatchObject({ message: `${payout.id} is sent.` });
    expect(await make({ payoutIds: [payout.id], againReason: 'Lost' })).toMatchObject({ payouts: 1 });
    await world.complete(payout);
    await expect(make({ payoutIds: [payout.id], againReason: 'Lost' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    const waiting = await approved();
    await expect(make({ payoutIds: [waiting.id], currency: 'CHF', format: 'csv' })).rejects.toMatchObject({
      message: `${waiting.id} is in EUR: a file has one currency.`,
    });
    await expect(make({ payoutIds: [waiting.id, 'po_1'] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(make({ payoutIds: [waiting.id], mode: 'live' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each<[string, Partial<PayoutFileRequest>, object]>([
    ['without bank details', { currency: 'CHF' }, { code: 'invalid_state', message: /no bank details in CHF/ }],
    [
      'from details without a number',
      { currency: 'USD' },
      { code: 'invalid_state', message: /no IBAN and no account/ },
    ],
    ['of yesterday’s yesterday', { executionDay: '2001-01-01' }, { details: [{ field: 'execution_day' }] }],
    ['again of nothing named', { againReason: 'Lost' }, { details: [{ field: 'again_reason' }] }],
  ])('is refused %s', async (_, changes, error) => {
    await approved();
    const before = await counted();
    const { message, ...rest } = error as { message?: RegExp };
    const problem = await make(changes).catch((one) => one);
    expect(problem).toMatchObject(rest);
    if (message !== undefined) expect(problem.message).toMatch(message);
    expect(await counted()).toEqual(before);
  });

  it('that names an account that is erased is erased too', async () => {
    const payout = await approved();
    const file = await make();
    await approved();
    const other = await make();
    await world.run((tx) => eraseFilesNaming(tx, [], payout.createdAt));
    expect(await findContent(world.db, other.id)).toBeDefined();
    await world.run((tx) => eraseFilesNaming(tx, [payout.bankAccountId], payout.createdAt));
    expect([await findContent(world.db, file.id), await findContent(world.db, other.id)]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await findPayoutFile(world.db, 'test', file.id))?.erasedAt).toEqual(payout.createdAt);
  });

  it('is marked as sent as a whole, once', async () => {
    const payouts = [await approved(), await approved()];
    const file = await make();
    await world.giveBack(payouts[1] as Payout, 'failed');
    expect(await sendPayoutFile(shell, world, 'test', file.id)).toBe(1);
    expect(await sendPayoutFile(shell, world, 'test', file.id)).toBe(0);
    expect(await Promise.all(payouts.map(statusOf))).toEqual(['sent', 'failed']);
    await expect(sendPayoutFile(shell, world, 'live', file.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that a later one replaced marks nothing as sent', async () => {
    const payout = await approved();
    const file = await make();
    await make({ payoutIds: [payout.id], againReason: 'Wrong day' });
    expect(await sendPayoutFile(shell, world, 'test', file.id)).toBe(0);
    expect(await statusOf(payout)).toBe('approved');
  });
});

describe('a report', () => {
  it('sends what the bank accepted and fails what it rejected, with its reason; again, nothing changes', async () => {
    const [good, bad] = [await approved(), await approved(2_000n)];
    const file = await make();
    const before = await world.balances(bookOf(shop));
    const text = report(file.messageId, group('ACCP'), payment(bad, 'RJCT', 'AC04'));
    expect(await take(text)).toMatchObject({
      changed: 2,
      sent: 1,
      failed: [{ payoutId: bad.id, reason: 'The account is closed (AC04)' }],
      questions: [],
      file: { accepted: 1, rejected: 1 },
    });
    expect(await findPayout(world.db, shop, bad.id)).toMatchObject({
      status: 'failed',
      reason: 'The account is closed (AC04)',
    });
    expect(await statusOf(good)).toBe('sent');
    const after = await world.balances(bookOf(shop));
    expect((after.wallet ?? 0n) - (before.wallet ?? 0n)).toBe(2_000n);
    const { text: events } = await world.eventsOf(bad);
    expect(events).toContain('payout.failed');
    const counts = await counted();
    expect(await take(text)).toMatchObject({ changed: 0, sent: 0, failed: [], questions: [] });
    expect(await counted()).toEqual(counts);
    expect(await listFileLines(world.db, file.id, { limit: 9 })).toMatchObject([
      { payoutId: good.id, outcome: 'accepted', bankStatus: 'ACCP', bankReason: null },
      { payoutId: bad.id, outcome: 'rejected', bankStatus: 'RJCT', bankReason: 'AC04' },
    ]);
  });

  it('that the file is there twice fails nothing', async () => {
    const payout = await approved();
    const file = await make();
    const text = report(file.messageId, group('RJCT', 'DU01'));
    expect(await take(text)).toMatchObject({ failed: [], questions: [{ payoutId: payout.id }], file: { rejected: 0 } });
    expect(await statusOf(payout)).toBe('approved');
    expect(await take(text)).toMatchObject({ changed: 0, questions: [] });
    expect(await take(report(file.messageId, group('ACSP')))).toMatchObject({ sent: 1 });
  });

  it('that rejects what it had paid is a question', async () => {
    const payout = await approved();
    const file = await make();
    await take(report(file.messageId, group('ACSC')));
    const late = report(file.messageId, group('RJCT', 'AC04'));
    expect(await take(late)).toMatchObject({ changed: 0, failed: [], questions: [{ payoutId: payout.id }] });
    expect(await statusOf(payout)).toBe('sent');
    expect(await findPayoutFile(world.db, 'test', file.id)).toMatchObject({ accepted: 1 });
  });

  it('on a file that a later one replaced changes no payout', async () => {
    const payout = await approved();
    const file = await make();
    await make({ payoutIds: [payout.id], againReason: 'Wrong day' });
    expect(await take(report(file.messageId, group('RJCT', 'DT01')))).toMatchObject({ changed: 1, failed: [] });
    expect(await statusOf(payout)).toBe('approved');
  });

  it('taken twice at once acts once', async () => {
    const payout = await approved();
    const file = await make();
    const text = report(file.messageId, group('RJCT', 'AC06'));
    const held = await holdLock(world.database.owner, 'select from payouts where id = $1 for update', [payout.id]);
    const taking = Promise.all([take(text), take(text)]);
    await untilLockWaits(world.database.owner, 2);
    await held.release();
    const taken = await taking;
    expect(taken.map(({ changed, failed }) => [changed, failed.length]).sort()).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(await statusOf(payout)).toBe('failed');
  });

  it('is refused whole when it is of another file, account, mode or payment', async () => {
    const [payout, stranger] = [await approved(), await approved()];
    const file = await make({ payoutIds: [payout.id] });
    const account = '<OrgnlTxRef><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></OrgnlTxRef>';
    const before = await counted();
    const problems = [
      [() => take('RJCT'), /not XML/],
      [() => take(report('pf1none', group('ACCP'))), /not made here/],
      [() => take(report(file.messageId, group('ACCP')), 'live'), /not made here/],
      [() => take(report(file.messageId, '', payment(payout, 'RJCT', 'AC04', account))), /another account/],
      [() => take(report(file.messageId, '', payment(stranger, 'RJCT', 'AC04'))), /not in its file/],
    ] as const;
    for (const [taking, problem] of problems) {
      await expect(taking()).rejects.toMatchObject({
        code: 'validation_failed',
        details: [{ field: 'text', message: expect.stringMatching(problem) }],
      });
    }
    expect(await counted()).toEqual(before);
    expect(await statusOf(payout)).toBe('approved');
  });
});
