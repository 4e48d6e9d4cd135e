/** Payment files in the database: made once for a payout, and what reports of the bank do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { statementOf } from '../../../tests/fixtures/reconciliation.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { hold, holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import { type Check, everything } from '../../core/ledger/checks/check.ts';
import { checks, findOffences } from '../../core/ledger/checks.repository.ts';
import { returnPayout } from '../payouts/change-payout.ts';
import type { Payout } from '../payouts/payout.ts';
import { findPayout } from '../payouts/payouts.repository.ts';
import { closeMonth } from '../reconciliation/close-month.ts';
import { importStatement } from '../reconciliation/import-statement.ts';
import { findListedLine, type ListedLine } from '../reconciliation/imports.repository.ts';
import { unmatch } from '../reconciliation/match-by-hand.ts';
import { readLines } from '../reconciliation/read-lines.ts';
import { makeReport } from '../reconciliation/report.ts';
import { cancelReturn, returnLine } from '../reconciliation/return-line.ts';
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

/** What has ended here, and a payment file would still pay. */
const misfiled = async () => {
  const check = checks.find(({ name }) => name.endsWith('is in no payment file that the bank may execute')) as Check;
  return (await findOffences(world.db, check, everything, 9)).offences;
};
/** As if the file had not been given up. */
async function revive(fileId: string, of: { id: string }, isLiving: boolean): Promise<void> {
  await world.database.owner.query(
    'update payout_file_lines set superseded_by = case when not $3 then file_id end where file_id = $1 and payout_id = $2',
    [fileId, of.id, isLiving],
  );
}

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
    await revive(file.id, first, true);
    expect(await misfiled()).toEqual([
      {
        row: `payout ${first.id} (holder ${shop})`,
        problem: `is rejected, and the payment file ${file.id} has it`,
      },
    ]);
    await revive(file.id, first, false);
    expect(await make()).toMatchObject({ payouts: 1, controlSum: second.amount });
    expect((await take(report(file.messageId, group('ACCP')))).questions).toEqual([
      { paymentId: first.id, message: 'It was rejected here, and the bank now accepts it.' },
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
    for (const unknown of ['po_1', newPublicId('po', shop)]) {
      await expect(make({ payoutIds: [waiting.id, unknown] })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await make({ payoutIds: [waiting.id, waiting.id], format: 'csv' })).toMatchObject({ payouts: 1 });
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
      { paymentId: good.id, outcome: 'accepted', bankStatus: 'ACCP', bankReason: null },
      { paymentId: bad.id, outcome: 'rejected', bankStatus: 'RJCT', bankReason: 'AC04' },
    ]);
  });

  it('that the file is there twice fails nothing', async () => {
    const payout = await approved();
    const file = await make();
    const text = report(file.messageId, group('RJCT', 'DU01'));
    expect(await take(text)).toMatchObject({
      failed: [],
      questions: [{ paymentId: payout.id }],
      file: { rejected: 0 },
    });
    expect(await statusOf(payout)).toBe('approved');
    expect(await take(text)).toMatchObject({ changed: 0, questions: [] });
    expect(await take(report(file.messageId, group('ACSP')))).toMatchObject({ sent: 1 });
  });

  it('that rejects what it had paid is a question', async () => {
    const payout = await approved();
    const file = await make();
    await take(report(file.messageId, group('ACSC')));
    const late = report(file.messageId, group('RJCT', 'AC04'));
    expect(await take(late)).toMatchObject({ changed: 0, failed: [], questions: [{ paymentId: payout.id }] });
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

describe('money that goes back to its sender', () => {
  const bank = { source: 'bank', mode: 'test' } as const;
  const sender = { counterpartyName: 'Erika Müller', counterpartyAccount: 'DE02120300000000202051' };
  const suspense = async () => (await world.balances({ holderId: 1n, mode: 'test' })).suspense ?? 0n;
  let day = 1;
  const read = (lines: Parameters<typeof statementOf>[0]) => {
    day += 1;
    const bookedOn = `2031-03-${String(day).padStart(2, '0')}`;
    return importStatement(shell, world, bank, statementOf(lines.map((line) => ({ bookedOn, ...line }))));
  };
  const sendBack = (id: bigint, byHand = false) =>
    world.run((tx) => {
      const to = byHand ? null : { name: undefined, account: undefined };
      return returnLine(shell, tx, world.clock, id, { reason: 'Not for us', to });
    });
  const cancel = (id: bigint) => world.run((tx) => cancelReturn(shell, tx, world.clock, id));
  async function ordered(amount: bigint, more: object = {}) {
    const { shown } = await read([{ amount, text: 'For whom?', ...sender, ...more }]);
    return sendBack(shown[0]?.id as bigint);
  }
  const named = ({ id }: { id: string }) => id.replace('_', '');
  const days = { from: undefined, to: undefined };
  const open = async () => {
    const { lines } = await makeReport(world.db, bank, days);
    const listed = await Promise.all(lines.map(async ({ id }) => (await findListedLine(world.db, id)) as ListedLine));
    return (await readLines(world.db, bank, listed)).lines;
  };
  const outcomeOf = async (file: { id: string }, { id }: { id: string }) =>
    (await listFileLines(world.db, file.id, { limit: 9 })).find(({ paymentId }) => paymentId === id)?.outcome;
  const onReturn = ({ id }: { id: string }, status: string, code: string) => payment({ id } as Payout, status, code);

  it('leaves with the payouts, once, and is gone from suspense with the line that names it', async () => {
    const before = await suspense();
    const one = await ordered(12_001n);
    const payout = await approved();
    const file = await make();
    expect(file).toMatchObject({ payouts: 2, returns: 1, controlSum: 13_001n });
    const content = ((await findContent(world.db, file.id)) as Buffer).toString();
    expect(content).toContain(`<EndToEndId>${named(one)}</EndToEndId>`);
    expect(content).toContain('<Nm>Erika Muller</Nm>');
    await expect(make({ returnIds: [one.id] })).rejects.toMatchObject({
      message: `${one.id} is in the file ${file.id} already.`,
    });
    await expect(cancel(one.lineId)).rejects.toMatchObject({
      message: `The return is in the payment file ${file.id}. Give up the file first, if your bank will not execute it.`,
    });
    expect(await sendPayoutFile(shell, world, 'test', file.id)).toBe(1);
    expect(await suspense()).toBe(before + 12_001n);
    expect(await take(report(file.messageId, group('ACSP')))).toMatchObject({ changed: 2, sent: 0, questions: [] });
    const again = await make({ returnIds: [one.id], againReason: 'The bank lost it' });
    expect(again).toMatchObject({ payouts: 1, returns: 1 });
    expect(await read([{ amount: -12_001n, text: 'SEPA', endToEndId: named(one) }])).toMatchObject({
      matched: 1,
      open: 0,
    });
    expect(await suspense()).toBe(before);
    const late = report(again.messageId, group('RJCT', 'AC04'));
    expect(await take(late)).toMatchObject({
      rejectedReturns: [],
      questions: [
        {
          paymentId: one.id,
          message: 'A statement shows it as sent, or a person recorded that, and the bank now rejects it.',
        },
      ],
    });
    const noted = await listFileLines(world.db, again.id, { limit: 9 });
    expect(noted).toMatchObject([{ outcome: 'pending', bankStatus: 'RJCT' }]);
    await expect(giveUp(again.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(make({ returnIds: [one.id], againReason: 'x' })).rejects.toMatchObject({
      message: `${one.id} was sent.`,
    });
    await world.giveBack(payout, 'failed');
  });

  it('that the bank rejects is open again, with its reason; nothing is done twice', async () => {
    const before = await suspense();
    const [one, other] = [await ordered(12_002n), await ordered(12_003n)];
    const file = await make();
    const text = report(file.messageId, group('ACCP'), onReturn(one, 'RJCT', 'AC04'));
    expect(await take(text)).toMatchObject({
      ...{ changed: 2, failed: [], questions: [] },
      rejectedReturns: [{ returnId: one.id, lineId: one.lineId, reason: 'The account is closed (AC04)' }],
    });
    expect(await suspense()).toBe(before + 12_003n);
    const [line, ...others] = await open();
    expect(line).toMatchObject({
      ...{ id: one.lineId, rulesOff: true, sentBack: undefined },
      rejected: { id: one.id, bankReason: 'The account is closed (AC04)' },
    });
    expect(others).toEqual([]);
    const counts = await counted();
    expect(await take(text)).toMatchObject({ changed: 0, rejectedReturns: [] });
    expect(await counted()).toEqual(counts);
    expect((await take(report(file.messageId, '', onReturn(one, 'ACSC', '')))).questions).toMatchObject([
      { paymentId: one.id },
    ]);
    expect(await outcomeOf(file, one)).toBe('rejected');
    world.clock.advance(60);
    const second = await sendBack(one.lineId);
    expect(second.id).not.toBe(one.id);
    const next = await make();
    expect(next).toMatchObject({ payouts: 1, returns: 1, controlSum: 12_002n });
    await take(report(next.messageId, group('RJCT', 'AC06')));
    expect(await open()).toMatchObject([{ id: one.lineId, rejected: { id: second.id } }]);
    const anew = await sendBack(one.lineId);
    expect((await open()).length).toBe(0);
    await take(report(file.messageId, '', onReturn(other, 'ACSC', '')));
    const taken = await take(report(file.messageId, '', onReturn(other, 'RJCT', 'AC04')));
    expect(taken).toMatchObject({ rejectedReturns: [], questions: [{ paymentId: other.id }] });
    expect(await outcomeOf(file, other)).toBe('accepted');
    // The bank has sent both, in a line without a reference: a person says so.
    await sendBack(anew.lineId, true);
    await expect(sendBack(anew.lineId, true)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await suspense()).toBe(before + 12_003n);
    expect(await read([{ amount: -12_003n, text: named(other) }])).toMatchObject({ matched: 1 });
  });

  it('that the bank rejects once the month of its line is closed stays set aside', async () => {
    const before = await suspense();
    const closed = await ordered(12_007n, { bookedOn: '2031-01-31' });
    const next = await ordered(12_008n, { bookedOn: '2031-02-01' });
    const file = await make();
    await closeMonth(shell, world, bank, '2031-01');
    const { questions, rejectedReturns } = await take(report(file.messageId, group('RJCT', 'AC04')));
    const message = 'The bank rejects it, and the month of its line is closed: its money stays set aside.';
    expect(questions).toEqual([{ paymentId: closed.id, message }]);
    expect(rejectedReturns.map(({ returnId }) => returnId).sort()).toEqual([closed.id, next.id].sort());
    expect((await open()).map(({ id }) => id)).toEqual([next.lineId]);
    expect(await suspense()).toBe(before + 12_007n);
    await sendBack(next.lineId, true);
  });

  it('of a file that is given up can be canceled, or be in another', async () => {
    const one = await ordered(12_004n);
    const file = await make();
    await giveUp(file.id);
    const second = await make();
    expect(second).toMatchObject({ returns: 1, controlSum: 12_004n });
    await giveUp(second.id);
    const third = await make({ returnIds: [one.id, one.id], format: 'csv' });
    expect(third).toMatchObject({ payouts: 1, returns: 1 });
    await giveUp(third.id);
    await cancel(one.lineId);
    await revive(file.id, one, true);
    expect(await misfiled()).toEqual([
      { row: `line_return ${one.id}`, problem: `is cancelled, and the payment file ${file.id} has it` },
    ]);
    await revive(file.id, one, false);
    expect(await misfiled()).toEqual([]);
    await expect(make({ returnIds: [one.id] })).rejects.toMatchObject({ message: `${one.id} was canceled.` });
    for (const returnIds of [['lr_1'], [one.id, 'lr_1']]) {
      await expect(make({ returnIds })).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(make({ returnIds: [one.id], mode: 'live' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(make({ returnIds: [one.id], currency: 'CHF', format: 'csv' })).rejects.toMatchObject({
      message: `${one.id} is in EUR: a file has one currency.`,
    });
    expect((await take(report(file.messageId, group('ACSC')))).questions).toEqual([
      { paymentId: one.id, message: 'It was canceled here, and the bank now accepts it.' },
    ]);
    await unmatch(shell, world, one.lineId);
    // The bank has rejected nothing of it.
    expect(await open()).toMatchObject([{ id: one.lineId, rejected: undefined }]);
    await sendBack(one.lineId, true);
  });

  it('leaves in its currency and mode', async () => {
    const [euros, dollars] = [await ordered(12_010n), await ordered(12_011n, { currency: 'USD' })];
    const live = { ...bank, mode: 'live' } as const;
    const { shown } = await importStatement(
      shell,
      world,
      live,
      statementOf([{ amount: 12_012n, text: '', ...sender }]),
    );
    const real = await sendBack(shown[0]?.id as bigint);
    expect(await make()).toMatchObject({ returns: 1, controlSum: 12_010n });
    expect(await make({ currency: 'USD', format: 'csv' })).toMatchObject({ returns: 1, controlSum: 12_011n });
    const file = await make({ mode: 'live' });
    expect(file).toMatchObject({ returns: 1, controlSum: 12_012n });
    expect(await read([{ amount: -12_012n, text: file.messageId }])).toMatchObject({ matched: 0 });
    for (const one of [euros, dollars, real]) await sendBack(one.lineId, true);
  });

  it('of a file that the bank books as one line is sent with it, if the amount is that of all in it', async () => {
    const before = await suspense();
    await ordered(12_005n);
    const payout = await approved();
    const file = await make();
    await world.send(payout);
    expect(await read([{ amount: -13_004n, text: file.messageId }])).toMatchObject({ matched: 0 });
    // Nor does one of two lines that both could be it, or one of a file that another replaced.
    const twice = { amount: -13_005n, text: file.messageId };
    expect(await read([twice, { ...twice, text: `${file.messageId} once more` }])).toMatchObject({ matched: 0 });
    await world.database.pool.query('update statement_lines set rules_off = true where amount = -13005');
    expect(await suspense()).toBe(before + 12_005n);
    expect(await read([{ amount: -13_005n, text: `SAMMLER ${file.messageId.toUpperCase()}-1` }])).toMatchObject({
      ...{ matched: 1, open: 0 },
    });
    expect(await suspense()).toBe(before);
    const one = await ordered(12_009n);
    const [replaced, last] = [await make(), await make({ returnIds: [one.id], againReason: 'Wrong day' })];
    expect(await read([{ amount: -12_009n, text: replaced.messageId }])).toMatchObject({ matched: 0 });
    expect(await suspense()).toBe(before + 12_009n);
    expect(await read([{ amount: -12_009n, text: last.messageId }])).toMatchObject({ matched: 1 });
    expect(await suspense()).toBe(before);
    // Booked again, it is not sent again.
    expect(await read([{ amount: -12_009n, text: last.messageId }])).toMatchObject({ matched: 0 });
    expect(await suspense()).toBe(before);
  });

  it('canceled and put into a file at once: one of both', async () => {
    const one = await ordered(12_006n);
    const results = await Promise.allSettled([cancel(one.lineId), make({ returnIds: [one.id] })]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
