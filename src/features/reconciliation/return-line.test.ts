/** Money that goes back to its sender: set aside at once, sent once, and gone from suspense when its line appears. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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
import { importStatement } from './import-statement.ts';
import { matchByHand, unmatch } from './match-by-hand.ts';
import type { Outside } from './reconciliation.repository.ts';
import { makeReport } from './report.ts';
import { cancelReturn, returnLine } from './return-line.ts';

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
  await unmatch(shell, world.deps, id);
  expect(await suspense()).toBe(before);
  await sendBack(id, null);
  expect((await leave('no reference', amount)).open).toBe(1);
});

it('a line of another amount, or of another return, sends nothing', async () => {
  const before = await suspense();
  const id = await arrive();
  const { id: returnId } = await sendBack(id);
  expect(await leave(bankReference(returnId), amount - 1n)).toMatchObject({ matched: 0 });
  expect(await leave('another', amount)).toMatchObject({ matched: 0 });
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
  const tries = await Promise.allSettled([sendBack(id), sendBack(id, null), sendBack(id)]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await cancel(id).catch(() => undefined);
  expect([before, before + amount]).toContain(await suspense());
});
