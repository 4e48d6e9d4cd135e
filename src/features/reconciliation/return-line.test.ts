/**
 * Money that goes back to its sender: set aside at once, sent once, and gone from suspense when its line appears. And lines with
 * which the bank takes a credit back: each leads to its top-up.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createReconciliationWorld,
  type ReconciliationWorld,
  statementOf,
} from '../../../tests/fixtures/reconciliation.ts';
import { operator, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { bankReference } from '../bank-files/references.ts';
import { sayDirection } from './decide-line.ts';
import { importStatement, rematch } from './import-statement.ts';
import { matchByHand, unmatch } from './match-by-hand.ts';
import type { Outside } from './reconciliation.repository.ts';
import { makeReport } from './report.ts';
import { cancelReturn, returnLine } from './return-line.ts';
import { takeBackTopUp } from './take-back.ts';

let world: ReconciliationWorld;
const bank: Outside = { source: 'bank', mode: 'test' };
const sender = { counterpartyName: 'Erika Beispiel', counterpartyAccount: 'DE02120300000000202051' };
type Wanted = Parameters<typeof returnLine>[4];
const toSender = { name: undefined, account: undefined };

beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

let amount = 10_000n;
/** Each of another amount. @returns the line's id. */
async function arrive(facts: object = sender): Promise<bigint> {
  amount += 1n;
  const file = statementOf([{ amount, text: 'Who is this for?', ...facts }]);
  const { shown } = await importStatement(shell, world.deps, bank, file);
  return shown[0]?.id as bigint;
}
const sendBack = (id: bigint, to: Wanted['to'] = toSender, actor: Actor = shell) =>
  inTransaction(world.db, (tx) => returnLine(actor, tx, world.clock, id, { reason: 'Not for us', to }));
const cancel = (id: bigint) => inTransaction(world.db, (tx) => cancelReturn(shell, tx, world.clock, id));
const leave = (text: string, of: bigint) =>
  importStatement(shell, world.deps, bank, statementOf([{ amount: -of, text, bookedOn: '2031-03-02' }]));
const suspense = async () => (await world.balance(serviceHolderId, 'suspense')) ?? 0n;
const report = () => makeReport(world.db, bank, { from: undefined, to: undefined });

it('ordered: the line is closed, and leaves suspense with the line that names it', async () => {
  const before = await suspense();
  const id = await arrive();
  const ordered = await sendBack(id);
  expect(ordered).toMatchObject({
    status: 'ordered',
    amount,
    creditorName: 'Erika Beispiel',
    creditorAccount: sender.counterpartyAccount,
  });
  expect(await suspense()).toBe(before + amount);
  expect(await report()).toMatchObject({ lines: [], transfers: [], totals: [{ difference: 0n }] });
  await expect(sendBack(id)).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(unmatch(shell, world.deps, id)).rejects.toMatchObject({
    message: `The money of line ${id} is to be sent back. Cancel that first.`,
  });

  expect(await leave(`SEPA ${bankReference(ordered.id).toUpperCase()}`, amount)).toMatchObject({ matched: 1, open: 0 });
  expect(await suspense()).toBe(before);
  expect(await report()).toMatchObject({ lines: [], transfers: [], totals: [{ difference: 0n }] });
  await expect(unmatch(shell, world.deps, id)).rejects.toMatchObject({
    message: `The money of line ${id} was sent back.`,
  });
  await expect(cancel(id)).rejects.toMatchObject({ code: 'invalid_state' });
});

it('ordered: it also leaves suspense when lines are matched again', async () => {
  const before = await suspense();
  const { id: returnId } = await sendBack(await arrive());
  const file = statementOf([{ amount, text: bankReference(returnId), direction: 'unknown', bookedOn: '2031-03-02' }]);
  const { shown } = await importStatement(shell, world.deps, bank, file);
  await sayDirection(shell, world.deps, shown[0]?.id as bigint, 'out');
  expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 1 });
  expect(await suspense()).toBe(before);
  expect(await report()).toMatchObject({ lines: [], transfers: [], totals: [{ difference: 0n }] });
});

it('sent by hand: it has left at once, and its line is matched like any other', async () => {
  const before = await suspense();
  const id = await arrive({});
  const sent = await sendBack(id, null);
  expect(sent).toMatchObject({ status: 'sent', creditorName: null });
  expect(await suspense()).toBe(before);
  expect((await report()).transfers).toMatchObject([{ code: 'line_return', amount: -amount }]);
  expect(await leave(`Back ${sent.id}`, amount)).toMatchObject({ matched: 1 });
  expect(await report()).toMatchObject({ lines: [], transfers: [], totals: [{ difference: 0n }] });
});

it('of a line that was set aside before: what stands in suspense; canceled, it stands there again', async () => {
  const before = await suspense();
  const id = await arrive();
  const aside = { kind: 'set_aside', reason: 'Whose is it?' } as const;
  await matchByHand(shell, world.deps, id, { transfers: [], difference: aside });
  await sendBack(id);
  expect(await suspense()).toBe(before + amount);
  await cancel(id);
  await expect(cancel(id)).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await suspense()).toBe(before + amount);
  // Nor is it sent by a line that names what was canceled.
  const { rows } = await world.pool.query('select id from line_returns where line_id = $1', [id]);
  expect(await leave(bankReference(rows[0].id), amount)).toMatchObject({ matched: 0, open: 1 });
  await unmatch(shell, world.deps, id);
  expect(await suspense()).toBe(before);
  await sendBack(id, null);
  expect((await leave('no reference', amount)).open).toBe(1);
});

it('of a line that a transfer explains in part: the rest of it, and what was set aside of it', async () => {
  const before = await suspense();
  const { key } = await world.receive(6_000n);
  const id = await arrive();
  await matchByHand(shell, world.deps, id, { transfers: [key], difference: 'open' });
  expect(await sendBack(id)).toMatchObject({ amount: amount - 6_000n });
  expect(await suspense()).toBe(before + amount - 6_000n);
  // What the transfer explained is open again, and what goes back is not.
  await unmatch(shell, world.deps, id, [key]);
  await cancel(id);
  expect(await sendBack(id, { name: 'Max Muster', account: undefined })).toMatchObject({
    amount,
    creditorName: 'Max Muster',
  });
  expect(await suspense()).toBe(before + amount);
  await cancel(id);
});

it('a line of another amount, or of another return, sends nothing', async () => {
  const before = await suspense();
  const id = await arrive();
  const { id: returnId } = await sendBack(id);
  expect(await leave(bankReference(returnId), amount - 1n)).toMatchObject({ matched: 0 });
  expect(await leave('another', amount)).toMatchObject({ matched: 0 });
  const card = statementOf([{ amount: -amount, text: bankReference(returnId), bookedOn: '2031-03-02' }]);
  await importStatement(shell, world.deps, { source: 'card', mode: 'test' }, card);
  expect(await suspense()).toBe(before + amount);
});

it.each<[string, object, Wanted['to'], object]>([
  ['no account', {}, toSender, { code: 'validation_failed', details: [{ field: 'account' }] }],
  ['no IBAN', { ...sender, counterpartyAccount: '12345678' }, toSender, { details: [{ field: 'account' }] }],
  ['a wrong IBAN', sender, { name: undefined, account: 'DE03120300000000202051' }, { details: [{ field: 'account' }] }],
  ['no name', { counterpartyAccount: sender.counterpartyAccount }, toSender, { details: [{ field: 'name' }] }],
])('%s: nobody to pay, and nothing is set aside', async (_name, facts, to, problem) => {
  const before = await suspense();
  const id = await arrive(facts);
  await expect(sendBack(id, to)).rejects.toMatchObject(problem);
  expect(await suspense()).toBe(before);
});

it('not money that went out, nor a line that a transfer explains', async () => {
  const { key } = await world.receive(4_321n);
  const file = statementOf([
    { amount: 4_321n, text: 'paid', bookedOn: '2031-03-03' },
    { amount: -4_322n, text: 'out', bookedOn: '2031-03-03' },
  ]);
  const { shown } = await importStatement(shell, world.deps, bank, file);
  const [paid, out] = [4_321n, -4_322n].map((of) => shown.find((line) => line.amount === of)?.id as bigint);
  await matchByHand(shell, world.deps, paid as bigint, { transfers: [key] });
  for (const id of [paid, out]) await expect(sendBack(id as bigint)).rejects.toMatchObject({ code: 'invalid_state' });
  const undirected = await arrive({ ...sender, direction: 'unknown' });
  await expect(sendBack(undirected)).rejects.toMatchObject({ message: expect.stringMatching(/^Say first whether/) });
  const card = await importStatement(
    shell,
    world.deps,
    { source: 'card', mode: 'test' },
    statementOf([{ amount: 1n, text: '', ...sender }]),
  );
  await expect(sendBack(card.shown[0]?.id as bigint)).rejects.toMatchObject({
    message: 'Only money that came in at the bank can be sent back.',
  });
});

it('with four eyes: to the account of the line, or recorded as sent; to no other', async () => {
  const { pool } = world;
  await pool.query('insert into four_eyes (holder_id, is_on) values (1, true)');
  try {
    const one = operator('administrator', 'test');
    const other = { name: undefined, account: 'GB29NWBK60161331926819' };
    await expect(sendBack(await arrive(), other, one)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(sendBack(await arrive(), other)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await sendBack(await arrive(), toSender, one)).toMatchObject({ status: 'ordered' });
    expect(await sendBack(await arrive({}), null, one)).toMatchObject({ status: 'sent' });
  } finally {
    await pool.query('delete from four_eyes');
  }
});

it('two people at once: it is sent back once', async () => {
  const before = await suspense();
  const id = await arrive();
  const tries = await Promise.allSettled([sendBack(id), sendBack(id), sendBack(id)]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await cancel(id).catch(() => undefined);
  expect([before, before + amount]).toContain(await suspense());
});

describe('a line that takes a credit back', () => {
  const live: Outside = { source: 'bank', mode: 'live' };
  const payer = { counterpartyAccount: sender.counterpartyAccount, endToEndId: 'E-1' };
  type Line = Parameters<typeof statementOf>[0][number];
  const take = (...lines: Line[]) => importStatement(shell, world.deps, live, statementOf(lines));
  const days = { from: undefined, to: undefined };
  /** Of the open line that went out: the top-up that it takes back. */
  const suggested = async () => {
    const { lines } = await makeReport(world.db, live, days);
    const out = lines.filter(({ amount: of, rulesOff }) => of < 0n && !rulesOff);
    expect(out).toHaveLength(1);
    return out[0] as (typeof out)[number];
  };
  type Credit = { id: string; reference: string; holderId: bigint };
  /** Credited, and matched with the line of the bank that brought it. */
  async function credited(of: bigint, facts: object = payer): Promise<Credit> {
    const { topUpId: id, key } = await world.receive(of, { mode: 'live' });
    const { rows } = await world.pool.query('select reference from top_ups where id = $1', [id]);
    const { reference } = rows[0] as { reference: string };
    expect(await take({ amount: of, text: reference, ...facts })).toMatchObject({ matched: 1 });
    return { id, reference, holderId: key.holderId };
  }
  const takeBack = (id: string, lineId?: bigint) =>
    inTransaction(world.db, (tx) =>
      takeBackTopUp(shell, tx, world.clock, 'live', id, { amount: undefined, reason: 'Recalled', lineId }),
    );
  // The tests before have left lines open.
  beforeEach(() => world.pool.query('update statement_lines set rules_off = true where matched_amount = 0'));

  it.each<[string, (credit: Credit, of: bigint) => Partial<Line>, boolean]>([
    [
      'its text has the reference, as banks write it',
      ({ reference }) => ({ text: `recall ${spaced(reference)}` }),
      true,
    ],
    ['its end-to-end id is the reference', ({ reference }) => ({ endToEndId: reference }), true],
    ['its text has the id', ({ id }) => ({ text: `RETOURE ${id.replace('_', '')} MFG` }), true],
    ['it names it, and takes a part', ({ reference }, of) => ({ text: reference, amount: 1n - of }), true],
    ['it names it, and takes more', ({ reference }, of) => ({ text: reference, amount: -1n - of }), false],
    ['it names it in another currency', ({ reference }) => ({ text: reference, currency: 'USD' }), false],
    ['a reversal with the account', () => ({ ...payer, endToEndId: undefined, reverses: true }), true],
    ['a recall with the account and a reason', () => ({ ...payer, returnReason: 'AM05' }), true],
    ['a reversal with another account', () => ({ ...payer, counterpartyAccount: 'GB1', reverses: true }), false],
    ['a reversal without an account', () => ({ endToEndId: 'E-1', reverses: true }), false],
    ['a reversal of less', (_, of) => ({ ...payer, reverses: true, amount: 1n - of }), false],
    ['a reversal in another currency', () => ({ ...payer, reverses: true, currency: 'USD' }), false],
    ['a reversal of what came later', () => ({ ...payer, reverses: true, bookedOn: '2031-02-28' }), false],
    ['the account alone: it may be any payment', () => payer, false],
  ])('%s', async (_name, changes, isSuggested) => {
    amount += 10n;
    const credit = await credited(amount);
    await take({ amount: -amount, text: 'SEPA', bookedOn: '2031-03-02', ...changes(credit, amount) });
    const { takesBack } = await suggested();
    expect(takesBack?.id ?? null).toBe(isSuggested ? credit.id : null);
    if (isSuggested) expect(takesBack).toMatchObject({ amount, currency: 'EUR', holderId: credit.holderId });
  });

  it('of two credits alike: the one with its end-to-end id, otherwise neither; what it names comes first', async () => {
    amount += 10n;
    const [one, other] = [await credited(amount), await credited(amount, { ...payer, endToEndId: 'E-2' })];
    const found = async (line: Partial<Line>) => {
      await world.pool.query('update statement_lines set rules_off = true where matched_amount = 0');
      await take({ amount: -amount, text: 'SEPA', bookedOn: '2031-03-02', reverses: true, ...payer, ...line });
      return (await suggested()).takesBack?.id;
    };
    expect(await found({ endToEndId: 'E-2' })).toBe(other.id);
    expect(await found({ endToEndId: 'E-3' })).toBeUndefined();
    expect(await found({ text: one.reference, endToEndId: 'E-2', bookedOn: '2031-03-03' })).toBe(one.id);
    expect(await found({ text: `${one.reference} ${other.reference}` })).toBeUndefined();
    // Its reversal has its own line by now: another one that names it is no reversal of the other credit.
    expect((await takeBack(one.id)).lineId).not.toBeNull();
    expect(await found({ text: `again ${one.reference}`, endToEndId: 'E-2' })).toBeUndefined();
  });

  it('is matched once the credit is taken back with it, and nothing is done before', async () => {
    amount += 10n;
    const { id, reference, holderId } = await credited(amount);
    await take({ amount: -amount, text: 'SEPA', bookedOn: '2031-03-02', endToEndId: reference });
    const line = await suggested();
    expect(line.takesBack).toMatchObject({ id, holderId });
    const { rows } = await world.pool.query('select reversed_at from top_ups where id = $1', [id]);
    expect(rows).toEqual([{ reversed_at: null }]);
    expect(await takeBack(id, line.id)).toMatchObject({ lineId: line.id, reversal: { amount, covered: amount } });
    const { lines } = await makeReport(world.db, live, days);
    expect(lines.map((one) => one.id)).not.toContain(line.id);
  });
});

const spaced = (reference: string): string => reference.toLowerCase().replace(/(.{4})/g, '$1 ');
