/** Payouts that the bank returned: what an import does by itself, what is left to a person, and that it is done once. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { statementOf } from '../../../tests/fixtures/reconciliation.ts';
import { operator, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { hold } from '../../../tests/support/lock-waits.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { bankReference } from '../bank-files/references.ts';
import { returnPayout } from '../payouts/change-payout.ts';
import type { Payout } from '../payouts/payout.ts';
import { sayDirection } from './decide-line.ts';
import { importStatement, rematch } from './import-statement.ts';
import { readBankFile } from './read-bank-file.ts';
import { returnByLine } from './receive-returns.ts';
import type { Outside } from './reconciliation.repository.ts';
import { makeReport } from './report.ts';

let world: PayoutWorld;
let book: Book;
const bank: Outside = { source: 'bank', mode: 'test' };

beforeAll(async () => {
  world = await createPayoutWorld();
  await world.rule('EUR', 100n, 30n);
});
beforeEach(async () => {
  // The tests before have left lines open.
  await world.database.pool.query('update statement_lines set rules_off = true where matched_amount = 0');
  book = bookOf(await world.makeMerchant());
  await world.addBank(book.holderId);
  await world.fund(book, 'wallet', 5_000n);
});
afterEach(() => expectBooksToHold(world.db, { byHand: ['holders', 'links', 'members'] }));
afterAll(() => world.close());

const deps = () => ({ db: world.db, clock: world.clock });
const take = (...lines: Parameters<typeof statementOf>[0]) => importStatement(shell, deps(), bank, statementOf(lines));
const byHand = (line: bigint, payout: { id: string }, more: Partial<Parameters<typeof returnByLine>[3]> = {}) =>
  returnByLine(shell, deps(), line, { payoutId: payout.id, reason: undefined, booking: undefined, ...more });

/** Asked, approved and sent: the bank is to pay 9.70. */
async function sent(): Promise<Payout> {
  const payout = await world.ask(book);
  await world.approve(payout);
  return world.send(payout);
}
const out = (payout: Payout) => ({ amount: -970n, text: `SEPA ${bankReference(payout.id)}` });
const back = (payout: Payout) => ({ amount: 970n, text: `RETURN ${bankReference(payout.id)}`, returnReason: 'AC04' });

async function stateOf({ id }: { id: string }) {
  const { rows } = await world.database.pool.query(`select status, reason from payouts where id = $1`, [id]);
  return rows[0] as { status: string; reason: string | null };
}
const bankCosts = () =>
  findBalance(world.db, accountAt({ holderId: serviceHolderId, mode: 'test', currency: 'EUR' }, 'fees'));

/** Of the lines that rules may still match, and of all: what the books and the statements differ by. */
async function report() {
  const { lines, totals, transfers } = await makeReport(world.db, bank, { from: undefined, to: undefined });
  const [open] = lines.filter(({ rulesOff }) => !rulesOff);
  return { open, finding: open?.returns?.finding, transfers, difference: totals[0]?.difference };
}

const funded = { wallet: 5_000n, 'outside:card': -5_000n };

describe('an import', () => {
  it('reads a return with its charges in camt: the payout fails with the reason, and everything is back', async () => {
    const payout = await sent();
    await take(out(payout));
    await world.complete(payout);
    const before = await bankCosts();
    const result = await readBankFile(() => [Buffer.from(camt(bankReference(payout.id).toUpperCase()))] as never);
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const file = { ...result.statement, account: 'own', fileName: 'camt.xml' };
    expect(await importStatement(shell, deps(), bank, file, true)).toMatchObject({ returned: 1, open: 0 });
    expect(await stateOf(payout)).toEqual({ status: 'completed', reason: null });
    expect(await importStatement(shell, deps(), bank, file)).toMatchObject({ returned: 1, matched: 1, open: 0 });

    expect(await stateOf(payout)).toEqual({ status: 'failed', reason: 'The account is closed (AC04)' });
    expect(await world.balances(book)).toEqual(funded);
    expect(await bankCosts()).toBe(before - 15n);
    expect(await report()).toMatchObject({ open: undefined, transfers: [], difference: 0n });
    const { types, text } = await world.eventsOf(payout);
    expect(types).toContain('payout.failed');
    expect(text).toContain('The account is closed (AC04)');
  });

  it('of one that was never marked as sent: it was sent and came back, and both lines are matched', async () => {
    const payout = await world.ask(book);
    await world.approve(payout);
    expect(await take(out(payout), back(payout))).toMatchObject({ returned: 1, open: 0 });
    expect(await world.balances(book)).toEqual(funded);
    expect((await world.eventsOf(payout)).types).toEqual([
      'payout.approved',
      'payout.failed',
      'payout.requested',
      'payout.sent',
    ]);
    expect(await report()).toMatchObject({ open: undefined, transfers: [] });
  });

  it('of one in a file of several: the others stay sent', async () => {
    const [one, other] = [await sent(), await sent()];
    expect(await take(out(one), out(other), back(other))).toMatchObject({ returned: 1, matched: 3, open: 0 });
    expect([(await stateOf(one)).status, (await stateOf(other)).status]).toEqual(['sent', 'failed']);
  });

  const references = (...payouts: Payout[]) => payouts.map(({ id }) => bankReference(id)).join(' ');
  const payment = (text: string, amount: bigint | null = 970n) => ({
    ...{ amount: amount === null ? null : String(amount), endToEndId: null, name: null, account: null, text },
  });

  it('of several with one line that names each: all fail, less the charges once', async () => {
    const [one, other, third] = [await sent(), await sent(), await world.ask(book).then(world.approve)];
    const before = await bankCosts();
    const line = {
      amount: 2_880n,
      charges: 30n,
      text: `RETURNS ${references(one, other, third)}`,
      returnReason: 'AC04',
    };
    expect(await take(out(one), out(other), out(third), line)).toMatchObject({ returned: 3, matched: 3, open: 0 });
    for (const payout of [one, other, third]) {
      expect(await stateOf(payout)).toEqual({ status: 'failed', reason: 'The account is closed (AC04)' });
      expect((await world.eventsOf(payout)).types).toContain('payout.failed');
    }
    expect(await world.balances(book)).toEqual(funded);
    expect(await bankCosts()).toBe(before - 30n);
    expect(await report()).toMatchObject({ open: undefined, transfers: [], difference: 0n });
    expect(await take({ ...line, bookedOn: '2031-03-04' })).toMatchObject({ returned: 0, open: 1 });
  });

  it('of several as the payments in a collective line', async () => {
    const [one, other] = [await sent(), await sent()];
    const payments = [payment(`RETURN ${references(one)}`), { ...payment(''), endToEndId: other.id }];
    const line = { amount: 1_940n, text: 'COLLECTIVE', details: { count: 2, payments } };
    expect(await take(out(one), out(other), line)).toMatchObject({ returned: 2, matched: 3, open: 0 });
    expect([(await stateOf(one)).status, (await stateOf(other)).status]).toEqual(['failed', 'failed']);
  });

  it.each<[string, (one: Payout, other: Payout) => object]>([
    ['another sum', (one, other) => ({ amount: 1_939n, text: references(one, other) })],
    ['another currency', (one, other) => ({ currency: 'USD', text: references(one, other) })],
    [
      'a payment that names none',
      (one) => ({ details: { count: 2, payments: [payment(references(one)), payment('x')] } }),
    ],
    [
      'more payments than are known',
      (one, other) => ({ details: { count: 3, payments: [payment(references(one)), payment(references(other))] } }),
    ],
    [
      'a payment of another amount',
      (one, other) => ({
        details: { count: 2, payments: [payment(references(one), 900n), payment(references(other))] },
      }),
    ],
  ])('several with %s prove nothing', async (name, changes) => {
    const [one, other] = [await sent(), await sent()];
    expect(await take({ amount: 1_940n, text: `COLLECTIVE ${name}`, ...changes(one, other) })).toMatchObject({
      ...{ returned: 0, open: 1, possible: 0 },
    });
    expect([(await stateOf(one)).status, (await stateOf(other)).status]).toEqual(['sent', 'sent']);
  });

  it('several of which one never left, or came back, or has been taken twice, are left to a person', async () => {
    const [one, asked] = [await sent(), await world.ask(book)];
    expect(await take({ amount: 1_940n, text: references(one, asked) })).toMatchObject({ returned: 0, open: 1 });
    const gone = await sent();
    expect(await take({ ...back(gone), bookedOn: '2031-03-02' })).toMatchObject({ returned: 1 });
    const late = { amount: 1_940n, text: references(one, gone), bookedOn: '2031-03-03' };
    expect(await take(late)).toMatchObject({ returned: 0, open: 1 });
    const twice = await sent();
    expect(await take(out(one), out(twice))).toMatchObject({ matched: 2 });
    const more = { amount: 1_940n, text: references(one, twice), bookedOn: '2031-03-04' };
    expect(await take({ ...out(twice), bookedOn: '2031-03-04' }, more)).toMatchObject({ returned: 0, open: 2 });
    expect((await stateOf(one)).status).toBe('sent');
  });

  it('and matching again, once a person has said that the line came in', async () => {
    const payout = await sent();
    const { shown } = await take(out(payout), { ...back(payout), direction: 'unknown' });
    const line = shown.find(({ amount }) => amount > 0n)?.id as bigint;
    expect(await rematch(shell, deps(), bank)).toMatchObject({ returned: 0 });
    await sayDirection(shell, deps(), line, 'in');
    expect(await rematch(shell, deps(), bank)).toMatchObject({ matched: 1, returned: 1 });
    expect(await stateOf(payout)).toEqual({ status: 'failed', reason: 'The account is closed (AC04)' });
    expect(await world.balances(book)).toEqual(funded);
    expect((await world.eventsOf(payout)).types).toContain('payout.failed');
    expect(await rematch(shell, deps(), bank)).toMatchObject({ matched: 0, returned: 0 });
  });

  it('the same return twice: the second is left to a person, in one file or a later one', async () => {
    const payout = await sent();
    expect(await take(back(payout), { ...back(payout), bookedOn: '2031-03-02' })).toMatchObject({
      returned: 1,
      open: 1,
    });
    expect(await report()).toMatchObject({ finding: 'returned_before' });
    expect(await take({ ...back(payout), bookedOn: '2031-03-03' })).toMatchObject({ returned: 0, open: 1 });
    expect(await world.balances(book)).toEqual(funded);
    const { open } = await report();
    await expect(byHand(open?.id ?? 0n, payout)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('of one that a person failed before: its return is matched, less the charges', async () => {
    const payout = await sent();
    await world.giveBack(payout, 'failed', 'The bank called');
    const before = await bankCosts();
    expect(await take({ ...back(payout), amount: 900n, charges: 70n })).toMatchObject({ matched: 1, open: 0 });
    expect(await stateOf(payout)).toEqual({ status: 'failed', reason: 'The bank called' });
    expect(await bankCosts()).toBe(before - 70n);
    expect(await world.balances(book)).toEqual(funded);
  });

  it.each([
    ['another amount', { amount: 900n }, 'other_amount'],
    ['another currency', { currency: 'USD' }, 'other_amount'],
  ] as const)('%s proves nothing', async (_name, changes, finding) => {
    const payout = await sent();
    expect(await take({ ...back(payout), ...changes })).toMatchObject({ returned: 0, open: 1 });
    expect(await report()).toMatchObject({ finding });
    expect((await stateOf(payout)).status).toBe('sent');
  });

  it('a payment that the bank took twice and gave back once has arrived', async () => {
    const payout = await sent();
    const twice = { ...out(payout), bookedOn: '2031-03-02' };
    expect(await take(out(payout))).toMatchObject({ matched: 1 });
    expect(await take(twice, { ...back(payout), reverses: true })).toMatchObject({ returned: 0, open: 2 });
    expect((await stateOf(payout)).status).toBe('sent');
  });

  it('needs who may fail payouts, with a second factor', async () => {
    const payout = await sent();
    const stale = { ...operator('administrator', 'test'), freshAt: null };
    const file = statementOf([back(payout)]);
    await expect(importStatement(stale, deps(), bank, file)).rejects.toMatchObject({ code: 'second_factor_required' });
    expect((await stateOf(payout)).status).toBe('sent');
  });
});

describe('a person', () => {
  async function lineOf(line: Parameters<typeof statementOf>[0][number]): Promise<bigint> {
    await take(line);
    return (await report()).open?.id ?? 0n;
  }

  it('returns a payout by a line that does not name it, and says what is missing', async () => {
    const payout = await sent();
    const line = await lineOf({ amount: 900n, text: 'Rueckueberweisung' });
    const before = await bankCosts();
    await expect(byHand(line, payout)).rejects.toMatchObject({
      code: 'invalid_state',
      message: `9.00 EUR of the line is open, and 9.70 EUR of ${payout.id} was sent. Say what the difference is.`,
    });
    await expect(byHand(line, { id: 'po_unknown' })).rejects.toMatchObject({ code: 'not_found' });
    const set = { kind: 'set_aside', reason: null } as const;
    await expect(byHand(line, payout, { booking: set })).rejects.toMatchObject({ code: 'validation_failed' });
    await byHand(line, payout, { reason: 'Closed account', booking: { kind: 'bank_charge', reason: null } });
    expect(await stateOf(payout)).toEqual({ status: 'failed', reason: 'Closed account' });
    expect(await bankCosts()).toBe(before - 70n);
    expect(await world.balances(book)).toEqual(funded);
    await expect(byHand(line, payout)).rejects.toMatchObject({
      code: 'invalid_state',
      message: `Line ${line} is matched.`,
    });
  });

  it('not one that never left, of another currency, or by money that went out', async () => {
    const asked = await world.ask(book);
    const line = await lineOf({ amount: 970n, text: 'back' });
    await expect(byHand(line, asked)).rejects.toMatchObject({
      message: `${asked.id} is requested: it was never sent.`,
    });
    const payout = await sent();
    const dollars = await lineOf({ amount: 970n, text: 'back', currency: 'USD', bookedOn: '2031-02-28' });
    await expect(byHand(dollars, payout)).rejects.toMatchObject({ code: 'invalid_state' });
    const debit = await lineOf({ amount: -123n, text: 'out', bookedOn: '2031-02-27' });
    await expect(byHand(debit, payout)).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await stateOf(payout)).status).toBe('sent');
  });

  it('while another rejects it, and two at once: one decision counts', async () => {
    const payout = await world.ask(book);
    await world.approve(payout);
    const results = await Promise.allSettled([
      world.giveBack(payout, 'rejected'),
      take(back(payout)),
      world.giveBack(payout, 'failed'),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2);
    expect(await world.balances(book)).toEqual(funded);

    const again = await sent();
    const line = await lineOf({ amount: 970n, text: 'back', bookedOn: '2031-02-26' });
    const both = await Promise.allSettled([byHand(line, again), byHand(line, again)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await world.balances(book)).toEqual(funded);
  });

  it('rejects it while an import waits for it: the import finds it rejected', async () => {
    const payout = await world.ask(book);
    await world.approve(payout);
    const rejecting = await hold(world.db, world.database.pool, (tx) =>
      returnPayout(shell, tx, world.clock, payout.id, { to: 'rejected', reason: null }),
    );
    const importing = take(back(payout));
    await rejecting.awaitedBy(importing);
    await rejecting.commit();
    expect(await importing).toMatchObject({ returned: 0, open: 1 });
    expect((await stateOf(payout)).status).toBe('rejected');
    expect(await world.balances(book)).toEqual(funded);
  });
});

const camt = (reference: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2031-03-02T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><CreDtTm>2031-03-02T06:00:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">9.55</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2031-03-01</Dt></BookgDt>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
<Chrgs><Rcrd><Amt Ccy="EUR">0.15</Amt><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>
<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
