/**
 * Payments by bank transfer at the checkout (docs/contract/merchant.md, "Bank transfer"), through the pages and the import of
 * statements: exact, in parts, too much, too late, and beside a card.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { saveFourEyes } from '../../src/core/access/four-eyes.repository.ts';
import { accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { endTestWait } from '../../src/features/bank-transfers/end-wait.ts';
import { setTransferOffer } from '../../src/features/bank-transfers/set-transfer-offer.ts';
import { saveLimit } from '../../src/features/debts/debt-settlements.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { checkDispute } from '../../src/features/payments/check-dispute.ts';
import { sweepPayments } from '../../src/features/payments/pay-with-provider.ts';
import { applyCharge, startAttempt } from '../../src/features/payments/provider-attempt.ts';
import { closeMonth, reopenMonth } from '../../src/features/reconciliation/close-month.ts';
import { importStatement, rematch } from '../../src/features/reconciliation/import-statement.ts';
import { judgeLines } from '../../src/features/reconciliation/judge-lines.ts';
import { matchByHand, unmatch } from '../../src/features/reconciliation/match-by-hand.ts';
import { listUnmatchedTransfers } from '../../src/features/reconciliation/outside-transfers.repository.ts';
import { cancelReturn, returnLine } from '../../src/features/reconciliation/return-line.ts';
import { creditTransfer, returnTransfer } from '../../src/features/reconciliation/settle-transfer.ts';
import { takeBackPayment } from '../../src/features/reconciliation/take-back-payment.ts';
import { countIncomingLines, listIncomingLines } from '../../src/features/reconciliation/transfers.repository.ts';
import { listBankRefunds } from '../../src/features/refunds/bank-refunds.repository.ts';
import { makeRefund, requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { type BankOutcome, settleBankRefund } from '../../src/features/refunds/settle-bank-refund.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { formatReference } from '../../src/features/wallets/transfer-reference.ts';
import { createBrowser, createTestCheckout, type Made, type TestCheckout } from '../fixtures/checkout.ts';
import { drawOut } from '../fixtures/money.ts';
import { taken } from '../fixtures/payments.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { job, operator, payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { holdLock, untilLockWaits } from '../support/lock-waits.ts';
import { onCluster } from '../support/on-cluster.ts';

const amount = 4_990n;
let checkout: TestCheckout;
let shop: bigint;
let made: Made;
let reference: string;

beforeAll(async () => {
  checkout = await createTestCheckout();
  shop = await checkout.makeHolder('merchant', 'Corner Shop');
  await inTransaction(checkout.db, async (tx) => {
    await setTransferOffer(shell, tx, { holderId: null, isOffered: true, daysToPay: undefined });
    const account = { accountHolder: 'Sluice Payments GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
    const rest = { bankName: null, other: null, accountNumber: null, bankCode: null, town: null, country: null };
    await saveBankDetails(tx, { currency: 'EUR', ...account, ...rest, changedAt: new Date() });
  });
});
afterAll(async () => {
  await expectBooksToHold(checkout.db);
  await checkout.close();
});
beforeEach(async () => {
  checkout.time.offsetMs = 0;
  ({ made, reference } = await chosen());
});

/** A payment whose customer chose bank transfer. */
async function chosen(mode: Mode = 'live', email = '') {
  const payment = await checkout.makePayment(shop, { mode, amount });
  const browser = createBrowser(checkout.app);
  await browser.open(payment.path);
  const form = { method: 'bank_transfer', transfer_email: email };
  const answer = await browser.submit(`${payment.path}/pay`, form);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, payment.path]);
  const { rows } = await checkout.pool.query('select reference from payment_transfers where payment_id = $1', [
    payment.id,
  ]);
  return { made: payment, browser, reference: rows[0]?.reference as string };
}

const paymentIn = (text: string) => ({ amount: null, endToEndId: null, name: null, account: null, text });
const live = { mode: 'live', source: 'bank' } as const;
const deps = () => ({ db: checkout.db, clock: checkout.payDeps.clock });
type Line = Parameters<typeof statementOf>[0][number];
const arrive = (...lines: Line[]) => importStatement(shell, deps(), live, statementOf(lines));
const line = (of: bigint, changes: Partial<Line> = {}): Line => ({
  amount: of,
  text: `Thanks ${reference}`,
  ...changes,
});
const stored = async () => (await checkout.stored(made)).status;
const wallet = (mode: Mode = 'live') =>
  findBalance(checkout.db, accountIn({ holderId: shop, mode, currency: 'EUR' }, ledgerAccount.wallet));
const suspense = () =>
  findBalance(
    checkout.db,
    accountIn({ holderId: serviceHolderId, mode: 'live', currency: 'EUR' }, ledgerAccount.suspense),
  );
/** What waits for the operator with this reference. */
async function waiting() {
  const lines = await listIncomingLines(checkout.db, 'live', { after: undefined, limit: 200, returned: false });
  const judged = await judgeLines(checkout.db, 'live', lines);
  return judged.filter(({ payment }) => payment?.paymentId === made.id);
}
const findings = async () => (await waiting()).map(({ finding, amount: of }) => [finding, of]);
const events = async () => {
  const { rows } = await checkout.pool.query(
    `select type from events where subject_id = $1 and type <> 'payment.blocked' order by appended`,
    [made.id],
  );
  return rows.map(({ type }) => type);
};

describe('what arrives', () => {
  it('exactly: the payment succeeds with the import, once', async () => {
    const before = await wallet();
    const [statement, again] = [statementOf([line(amount, { counterpartyName: 'Erika Beispiel' })]), line(amount)];
    expect(await importStatement(shell, deps(), live, statement)).toMatchObject({ paid: 1, matched: 1, open: 0 });
    expect(await checkout.stored(made)).toMatchObject({ status: 'succeeded', payerName: 'Erika Beispiel' });
    expect((await wallet()) - before).toBe(amount);
    expect(await events()).toEqual(['payment.created', 'payment.paid']);
    await expect(importStatement(shell, deps(), live, statement)).rejects.toMatchObject({ code: 'invalid_state' });
    // The customer pays again by mistake.
    expect(await arrive({ ...again, bookedOn: '2031-03-02' })).toMatchObject({ paid: 0, open: 1 });
    expect([await findings(), (await wallet()) - before]).toEqual([[['received', amount]], amount]);
  });

  it('too little, then the rest: nothing is the shop’s before it is whole', async () => {
    const before = [await wallet(), await suspense()] as const;
    expect(await arrive(line(2_000n))).toMatchObject({ paid: 0, matched: 1, open: 0 });
    expect([await stored(), await wallet(), (await suspense()) - before[1]]).toEqual(['created', before[0], 2_000n]);
    expect(await findings()).toEqual([]);
    await expectBooksToHold(checkout.db);
    expect(await arrive(line(2_990n))).toMatchObject({ paid: 1, open: 0 });
    expect([await stored(), (await wallet()) - before[0], await suspense()]).toEqual(['succeeded', amount, before[1]]);
    const { rows } = await checkout.pool.query(
      `select array_agg(m.amount order by m.line_id) as amounts, count(distinct m.transfer_id) as transfers
       from statement_matches m join statement_lines l on l.id = m.line_id where l.reference like '%' || $1`,
      [reference],
    );
    expect(rows).toEqual([{ amounts: [2_000n, 2_990n], transfers: 1n }]);
  });

  it('in parts and above it in one file: what is above stays open', async () => {
    expect(await arrive(line(2_000n), line(3_000n, { bookedOn: '2031-03-02' }))).toMatchObject({ paid: 1, open: 1 });
    expect([await stored(), await findings()]).toEqual(['succeeded', [['too_much', 10n]]]);
  });

  it('too much: the payment succeeds with its amount, and the rest goes back', async () => {
    const before = await wallet();
    expect(await arrive(line(6_000n))).toMatchObject({ paid: 1 });
    expect([await stored(), (await wallet()) - before]).toEqual(['succeeded', amount]);
    const [excess] = await waiting();
    expect(excess).toMatchObject({ finding: 'too_much', amount: 1_010n });
    const sendBack = () =>
      inTransaction(checkout.db, (tx) =>
        returnTransfer(shell, tx, checkout.payDeps.clock, 'live', excess?.id as bigint, 'More than was asked for'),
      );
    await sendBack();
    expect([await findings(), (await wallet()) - before]).toEqual([[], amount]);
    await expect(sendBack()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('exactly beside another amount in one file: the exact one counts', async () => {
    expect(await arrive(line(3_000n), line(amount))).toMatchObject({ paid: 1, open: 1 });
    expect(await findings()).toEqual([['received', 3_000n]]);
  });

  it.each<[string, () => Partial<Line>, string]>([
    ['in another currency', () => ({ currency: 'USD' }), 'other_currency'],
    ['going out', () => ({ amount: -amount }), ''],
    ['without a direction', () => ({ direction: 'unknown' }), ''],
    [
      'within a collective line',
      () => ({ details: { count: 2, payments: [paymentIn(reference), paymentIn('x')] } }),
      'expected',
    ],
  ])('%s: nothing is credited by itself', async (_name, changes, finding) => {
    const before = await wallet();
    expect(await arrive(line(amount, changes()))).toMatchObject({ paid: 0 });
    expect([await stored(), await wallet()]).toEqual(['created', before]);
    expect((await findings()).map(([found]) => found)).toEqual(finding === '' ? [] : [finding]);
  });

  it('with the reference of another payment beside it: a person decides', async () => {
    const other = await chosen();
    expect(await arrive(line(amount, { text: `${reference} ${other.reference}` }))).toMatchObject({ paid: 0, open: 1 });
    expect([await stored(), (await checkout.stored(other.made)).status]).toEqual(['created', 'created']);
  });
});

/** What was mailed about the payment: to whom, and what of the subject tells the mails apart. */
async function mails(): Promise<string[]> {
  const { rows } = await checkout.pool.query<{ recipient: string; subject: string }>(
    `select recipient, subject from mails where text like '%' || $1 || '%' or text like '%' || $2 || '%' order by id`,
    [made.id, formatReference(reference)],
  );
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`);
}

describe('mails', () => {
  const owner = 'owner@corner.example';
  let isMember = false;

  beforeEach(async () => {
    if (!isMember) {
      const { personId } = await checkout.people.signUp(shell, {
        ...{ name: 'Olivia', email: owner, password: 'correct horse battery', emailVerified: true },
      });
      await inTransaction(checkout.db, (tx) => insertMember(tx, shop, personId, 'owner'));
      isMember = true;
    }
    ({ made, reference } = await chosen('live', 'ada@example.com'));
  });

  it('tell payer and shop of a part, and of nothing when the rest comes but the receipt', async () => {
    await arrive(line(2_000n));
    expect(await mails()).toEqual([
      'ada@example.com: Your bank transfer to Corner Shop',
      'ada@example.com: Part of your payment to Corner Shop has arrived',
      `${owner}: EUR 20.00 of EUR 49.90 arrived`,
    ]);
    await arrive(line(2_990n, { bookedOn: '2031-03-02' }));
    expect((await mails()).slice(3)).toEqual([]);
  });

  it('tell both once of what is late, and the payer why it goes back', async () => {
    checkout.time.offsetMs = 8 * day;
    await arrive(line(amount));
    const late = [
      'ada@example.com: Your bank transfer to Corner Shop',
      'ada@example.com: Your bank transfer to Corner Shop came too late',
      `${owner}: A bank transfer of EUR 49.90 can't be taken`,
    ];
    expect(await mails()).toEqual(late);
    // Neither another import nor matching again tells of it once more.
    await arrive({ amount: 1n, text: 'Something else' });
    await rematch(shell, deps(), live);
    expect(await mails()).toEqual(late);
    const [one] = await waiting();
    const { clock } = checkout.payDeps;
    await inTransaction(checkout.db, (tx) =>
      returnTransfer(shell, tx, clock, 'live', one?.id as bigint, 'It came on day nine'),
    );
    expect((await mails()).slice(3)).toEqual(['ada@example.com: Your bank transfer to Corner Shop goes back']);
    const { rows } = await checkout.pool.query('select text from mails order by id desc limit 1');
    expect(rows[0].text).toMatch(/49\.90[\s\S]*Reason: It came on day nine/);
  });

  it('tell the shop alone of what is above, and a dry run nobody', async () => {
    const above = statementOf([line(6_000n)]);
    await importStatement(shell, deps(), live, above, true);
    expect(await mails()).toHaveLength(1);
    await importStatement(shell, deps(), live, above);
    expect((await mails()).slice(1)).toEqual([`${owner}: A bank transfer of EUR 10.10 can't be taken`]);
  });
});

const day = 24 * 3_600_000;
const sweep = () =>
  sweepPayments(job, checkout.payDeps, (error) => {
    throw error;
  });

describe('chosen again', () => {
  it('it has the same reference and the same last day, and the first address stays', async () => {
    const { browser } = await chosen('live');
    const of = async () => {
      const { rows } = await checkout.pool.query(
        `select t.reference, t.payer_email, p.transfer_until from payment_transfers t
         join payments p on p.holder_id = t.holder_id and p.id = t.payment_id where t.payment_id = $1`,
        [made.id],
      );
      return rows[0];
    };
    const again = (email: string) =>
      browser.submit(`${made.path}/pay`, { method: 'bank_transfer', transfer_email: email });
    const first = await of();
    checkout.time.offsetMs = day;
    await browser.open(made.path);
    await again('ada@example.com');
    expect(await of()).toEqual({ ...first, payer_email: 'ada@example.com' });
    await again('eve@example.com');
    expect(await of()).toEqual({ ...first, payer_email: 'ada@example.com' });
  });
});

describe('what arrives for a payment', () => {
  it('is kept with who sent it, and in the audit log', async () => {
    await arrive(line(amount));
    expect(await checkout.stored(made)).toMatchObject({ payerName: 'Bank transfer' });
    const { rows } = await checkout.pool.query(
      `select count(*)::int as n from audit_log where action = 'top_ups.confirm' and object_id = $1`,
      [made.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('while four eyes is on is not credited by the shell', async () => {
    const setFourEyes = (isOn: boolean) =>
      inTransaction(checkout.db, (tx) => saveFourEyes(tx, { isOn, offRequestedBy: null, offRequestedAt: null }));
    await setFourEyes(true);
    expect(await arrive(line(amount))).toMatchObject({ paid: 0 });
    await setFourEyes(false);
    expect(await rematch(shell, deps(), live)).toMatchObject({ paid: 1 });
  });

  it('waits while the month of an earlier part is closed', async () => {
    await arrive(line(2_000n, { bookedOn: '2020-01-15' }));
    await closeMonth(shell, deps(), live, '2020-01');
    expect(await arrive(line(2_990n))).toMatchObject({ paid: 0, open: 1 });
    expect(await stored()).toBe('created');
    await reopenMonth(shell, deps(), live, '2020-01', 'The rest came');
    expect(await rematch(shell, deps(), live)).toMatchObject({ paid: 1 });
  });

  it('in live mode does not end the wait', async () => {
    const { clock } = checkout.payDeps;
    await expect(inTransaction(checkout.db, (tx) => endTestWait(payer, tx, { clock }, made))).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await stored()).toBe('created');
  });
});

describe('too late', () => {
  it('it waits for seven days and not for hours; then it expires, and what comes goes back', async () => {
    checkout.time.offsetMs = 7 * day - 3_600_000;
    await sweep();
    expect(await stored()).toBe('created');
    checkout.time.offsetMs = 7 * day + 60_000;
    // Not noted as expired yet.
    expect(await arrive(line(amount))).toMatchObject({ paid: 0, open: 1 });
    await sweep();
    expect([await stored(), await findings()]).toEqual(['expired', [['ended', amount]]]);
  });

  it('a part of a payment that expired is the operator’s to send back, and to nobody’s credit', async () => {
    await arrive(line(2_000n));
    const count = await countIncomingLines(checkout.db, 'live');
    checkout.time.offsetMs = 8 * day;
    await sweep();
    expect(await countIncomingLines(checkout.db, 'live')).toBe(count + 1);
    const [part] = await waiting();
    expect(part).toMatchObject({ finding: 'ended', amount: 2_000n, isAside: true });
    const { clock } = checkout.payDeps;
    const seen = { holderId: shop, holderName: 'Corner Shop', finding: 'ended' } as const;
    const id = part?.id as bigint;
    await expect(
      inTransaction(checkout.db, (tx) => creditTransfer(shell, tx, clock, 'live', id, seen)),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    // The rest is late too.
    await arrive(line(2_990n));
    expect(await findings()).toEqual([
      ['ended', 2_990n],
      ['ended', 2_000n],
    ]);
    await inTransaction(checkout.db, (tx) => returnTransfer(shell, tx, clock, 'live', id, 'It was never complete'));
    expect([await stored(), await findings()]).toEqual(['expired', [['ended', 2_990n]]]);
    await expectBooksToHold(checkout.db);
  });

  it('sent back while the rest is waited for, a part counts no more', async () => {
    await arrive(line(2_000n));
    const { rows } = await checkout.pool.query(`select line_id as id from statement_bookings where payment_id = $1`, [
      made.id,
    ]);
    const { clock } = checkout.payDeps;
    await inTransaction(checkout.db, (tx) => returnLine(shell, tx, clock, rows[0].id, { reason: 'x', to: null }));
    expect(await arrive(line(2_990n))).toMatchObject({ paid: 0 });
    expect(await stored()).toBe('created');
    expect(await arrive(line(2_000n, { bookedOn: '2031-03-05' }))).toMatchObject({ paid: 1 });
  });
});

describe('beside a card', () => {
  const start = () =>
    inTransaction(checkout.db, (tx) => {
      const by = {
        provider: 'simulator',
        method: 'card',
        cardLastFour: null,
        payerName: 'Ada',
        browser: null,
      } as const;
      return startAttempt(tx, checkout.payDeps, made, by);
    });
  const charge = (attemptId: string) =>
    inTransaction(checkout.db, (tx) =>
      applyCharge(job, tx, checkout.payDeps, { holderId: shop, attemptId }, taken(amount)),
    );

  it('while the card is charged the transfer waits; declined, it pays with the next matching', async () => {
    const { attemptId } = await start();
    expect(await arrive(line(amount))).toMatchObject({ paid: 0, open: 1 });
    expect(await findings()).toEqual([['under_way', amount]]);
    await inTransaction(checkout.db, (tx) =>
      applyCharge(job, tx, checkout.payDeps, { holderId: shop, attemptId }, { kind: 'declined', reason: 'declined' }),
    );
    expect(await rematch(shell, deps(), live)).toMatchObject({ paid: 1 });
    expect(await stored()).toBe('succeeded');
  });

  it('both at once: exactly one succeeds, and the other is late money', async () => {
    const before = await wallet();
    const { attemptId } = await start();
    const [charged, imported] = await Promise.all([charge(attemptId), arrive(line(amount))]);
    expect([charged, imported.paid, await stored()]).toEqual(['succeeded', 0, 'succeeded']);
    expect([(await wallet()) - before, await findings()]).toEqual([amount, [['paid_otherwise', amount]]]);
  });

  it('a capture that comes after the transfer is returned', async () => {
    const before = await wallet();
    const { attemptId } = await start();
    await inTransaction(checkout.db, (tx) =>
      applyCharge(job, tx, checkout.payDeps, { holderId: shop, attemptId }, { kind: 'declined', reason: 'declined' }),
    );
    const results = await Promise.all([arrive(line(amount)), charge(attemptId)]);
    const [imported, charged] = results;
    // Whichever was first.
    expect([imported.paid, charged]).toEqual(imported.paid === 1 ? [1, 'returned'] : [0, 'succeeded']);
    expect((await wallet()) - before).toBe(amount);
  });
});

describe('the page', () => {
  it('is not offered a bank transfer by whoever did not switch it on', async () => {
    const quiet = await checkout.makeHolder('merchant', 'Quiet Shop');
    await inTransaction(checkout.db, (tx) =>
      setTransferOffer(shell, tx, { holderId: quiet, isOffered: false, daysToPay: undefined }),
    );
    const payment = await checkout.makePayment(quiet, { mode: 'live' });
    const browser = createBrowser(checkout.app);
    expect((await browser.open(payment.path)).body).not.toContain('bank_transfer');
    await browser.submit(`${payment.path}/pay`, { method: 'bank_transfer', transfer_email: '' });
    const { rows } = await checkout.pool.query('select from payment_transfers where payment_id = $1', [payment.id]);
    expect(rows).toEqual([]);
    const dollars = await checkout.makePayment(shop, { mode: 'live', currency: 'USD' });
    expect((await browser.open(dollars.path)).body).not.toContain('bank_transfer');
  });

  it('is offered none for a payment that is captured later: what has arrived can’t be only authorized', async () => {
    const later = await checkout.makePayment(shop, { mode: 'live', amount, manualCapture: true });
    const browser = createBrowser(checkout.app);
    expect((await browser.open(later.path)).body).not.toContain('bank_transfer');
    await browser.submit(`${later.path}/pay`, { method: 'bank_transfer', transfer_email: '' });
    const { rows } = await checkout.pool.query('select from payment_transfers where payment_id = $1', [later.id]);
    expect(rows).toEqual([]);
  });

  it('says where to, how much, under which reference and until when, and leads to other ways', async () => {
    const { browser } = await chosen('live', 'ada@example.com');
    const page = (await browser.open(made.path)).body;
    for (const text of ['Sluice Payments GmbH', 'DE89 3704 0044 0532 0130 00', 'COBADEFFXXX', reference.slice(0, 4)])
      expect(page).toContain(text);
    expect(page).not.toContain('arrival');
    expect((await browser.open(`${made.path}?way=other`)).body).toContain('value="bank_transfer"');
    const live = await browser.submit(`${made.path}/arrive`, { arrival: 'exact' });
    expect(live.statusCode).toBe(403);
  });

  it.each([
    ['exact', 'succeeded'],
    ['short', 'created'],
    ['over', 'succeeded'],
    ['late', 'expired'],
  ])('in test mode lets a developer have it arrive: %s', async (arrival, status) => {
    const own = await chosen('test');
    await own.browser.open(own.made.path);
    const answer = await own.browser.submit(`${own.made.path}/arrive`, { arrival });
    expect(answer.statusCode).toBe(303);
    expect((await checkout.stored(own.made)).status).toBe(status);
    if (arrival !== 'short') return;
    expect((await own.browser.open(own.made.path)).body).toContain('24.95');
    await own.browser.submit(`${own.made.path}/arrive`, { arrival: 'exact' });
    expect((await checkout.stored(own.made)).status).toBe('succeeded');
  });
});

describe('a refund', () => {
  const paid = async () => {
    await arrive(line(amount, { counterpartyName: 'Erika Beispiel', counterpartyAccount: 'DE02120300000000202051' }));
  };
  const refund = (refundRef: string, of?: bigint) =>
    inTransaction(checkout.db, (tx) => {
      const request = { refundRef, amount: of, reason: null };
      return requestRefund(shopKey({ holderId: shop, mode: 'live' }), tx, checkout.payDeps, made, request);
    });
  const toSend = async () =>
    (await listBankRefunds(checkout.db, 'live', { after: undefined, limit: 100 })).filter(
      ({ paymentId }) => paymentId === made.id,
    );
  const settle = (id: string, outcome: BankOutcome) =>
    inTransaction(checkout.db, (tx) => settleBankRefund(shell, tx, checkout.payDeps.clock, 'live', id, outcome));

  it('waits for the operator, who knows whom to pay, and has succeeded once it is said to be sent', async () => {
    await paid();
    const before = await wallet();
    const { refund: asked } = await refund('r1', 2_000n);
    expect([asked.status, before - (await wallet())]).toEqual(['pending', 2_000n]);
    expect(await toSend()).toMatchObject([
      { id: asked.id, amount: 2_000n, creditorName: 'Erika Beispiel', creditorAccount: 'DE02120300000000202051' },
    ]);
    expect(await makeRefund(job, checkout.payDeps, shop, asked.id)).toMatchObject({ status: 'pending' });
    await settle(asked.id, { kind: 'succeeded' });
    await settle(asked.id, { kind: 'succeeded' });
    expect([await toSend(), await stored()]).toEqual([[], 'partially_refunded']);
  });

  it('has succeeded when a statement shows it', async () => {
    await paid();
    const { refund: asked } = await refund('r2');
    expect(await arrive({ amount: -amount, text: `Refund ${asked.id}` })).toMatchObject({ matched: 1, open: 0 });
    expect([await toSend(), await stored()]).toEqual([[], 'refunded']);
  });

  it('that can’t be paid fails, and the shop has its money again', async () => {
    await paid();
    const before = await wallet();
    const { refund: asked } = await refund('r3');
    const failed = await settle(asked.id, { kind: 'failed', reason: 'The account is closed' });
    expect([failed.status, failed.failure, await stored(), await wallet()]).toEqual([
      'failed',
      'The account is closed',
      'succeeded',
      before,
    ]);
    await expect(settle(asked.id, { kind: 'succeeded' })).rejects.toMatchObject({ code: 'invalid_state' });
    const { refund: again } = await refund('r4');
    expect(again.status).toBe('pending');
  });
});

describe('taken back by the bank', () => {
  const erika = { counterpartyName: 'Erika Beispiel', counterpartyAccount: 'DE02120300000000202051' };
  let account = 3000;
  const outside = async (changes: Partial<Line> = {}) => {
    const { shown } = await arrive({ amount: -amount, text: 'SEPA', bookedOn: '2031-03-04', ...changes });
    return shown[0]?.id as bigint;
  };
  const takeBack = (lineId: bigint, paymentId = made.id) =>
    inTransaction(checkout.db, (tx) => takeBackPayment(shell, tx, checkout.payDeps.clock, lineId, paymentId));
  const refused = { code: 'invalid_state' };
  const matched = async (lineId: bigint) => {
    const { rows } = await checkout.pool.query(
      `select t.code, m.amount from statement_matches m
       join transfers t on t.holder_id = m.transfer_holder_id and t.id = m.transfer_id
       where m.line_id = $1 order by m.amount`,
      [lineId],
    );
    return rows.map(({ code, amount: of }) => [code, of]);
  };

  it('is taken from the shop as a lost dispute, and the line is matched with it, once', async () => {
    await arrive(line(amount, erika));
    const before = await wallet();
    const lineId = await outside({ text: `Recall ${reference}` });
    expect(await stored()).toBe('succeeded');
    await takeBack(lineId);
    expect([before - (await wallet()), await stored()]).toEqual([amount, 'succeeded']);
    expect(await checkout.stored(made)).toMatchObject({ chargedBackAmount: amount });
    expect(await matched(lineId)).toEqual([['chargeback', -amount]]);
    const { rows } = await checkout.pool.query('select id, status, reason from disputes where payment_id = $1', [
      made.id,
    ]);
    expect(rows).toEqual([{ id: `bank_line_${lineId}`, status: 'lost', reason: 'recalled' }]);
    expect(await events()).toEqual(['payment.created', 'payment.paid', 'chargeback.created']);
    await expect(takeBack(lineId)).rejects.toMatchObject(refused);
    // Nothing is left of it to take.
    await expect(takeBack(await outside({ text: `Again ${reference}` }))).rejects.toMatchObject(refused);
    await expectBooksToHold(checkout.db);
    const check = () =>
      inTransaction(checkout.db, (tx) =>
        checkDispute(operator('administrator', 'live'), tx, 'live', `bank_line_${lineId}`),
      );
    await expect(check()).rejects.toMatchObject(refused);
  });

  it('what the balance does not cover is a debt: docs/ledger.md, "Payments by bank transfer"', async () => {
    const poor = await checkout.makeHolder('merchant', 'Poor Shop');
    const payment = await checkout.makePayment(poor, { mode: 'live', amount });
    const browser = createBrowser(checkout.app);
    await browser.open(payment.path);
    await browser.submit(`${payment.path}/pay`, { method: 'bank_transfer', transfer_email: '' });
    const { rows } = await checkout.pool.query('select reference from payment_transfers where payment_id = $1', [
      payment.id,
    ]);
    await arrive({ amount, text: rows[0].reference });
    const book = { holderId: poor, mode: 'live', currency: 'EUR' } as const;
    await inTransaction(checkout.db, (tx) =>
      drawOut(tx, accountIn(book, ledgerAccount.wallet), 1_990n, checkout.payDeps.clock.now()),
    );
    const lineId = await outside({ text: rows[0].reference });
    await takeBack(lineId, payment.id);
    expect(await matched(lineId)).toEqual([
      ['chargeback', -3_000n],
      ['chargeback_advance', -1_990n],
    ]);
    expect(await findBalance(checkout.db, accountIn(book, ledgerAccount.wallet))).toBe(0n);
    expect(await findBalance(checkout.db, accountIn(book, ledgerAccount.debt))).toBe(1_990n);
  });

  it.each<[string, () => Partial<Line>, boolean]>([
    ['its text has the id of the payment', () => ({ text: `RETOURE ${made.id.replace('_', '')}` }), true],
    ['it names it, and takes a part', () => ({ text: reference, amount: -990n }), true],
    ['it names it, and takes more', () => ({ text: reference, amount: -amount - 1n }), false],
    ['it names it in another currency', () => ({ text: reference, currency: 'USD' }), false],
    ['a marked reversal from its account', () => ({ ...erika, reverses: true }), true],
    ['its account alone', () => erika, false],
    ['nothing of it', () => ({}), false],
  ])('%s', async (_name, changes, isTaken) => {
    // Another account each, so that the reversal of one is not of all.
    account += 1;
    erika.counterpartyAccount = `DE0212030000000020${account}`;
    await arrive(line(amount, erika));
    const before = await wallet();
    const lineId = await outside(changes());
    if (isTaken) await takeBack(lineId);
    else await expect(takeBack(lineId)).rejects.toMatchObject(refused);
    expect((await wallet()) < before).toBe(isTaken);
  });

  it('money that came in, and another payment than the line is of, are refused', async () => {
    const other = await chosen();
    await arrive(line(amount, erika));
    const { shown } = await arrive({ amount, text: `Once more ${reference}` });
    await expect(takeBack(shown[0]?.id as bigint)).rejects.toMatchObject(refused);
    await expect(takeBack(await outside({ text: reference }), other.made.id)).rejects.toMatchObject(refused);
  });

  describe('by mistake', () => {
    const keys = async (lineId: bigint) => {
      const { rows } = await checkout.pool.query(
        'select transfer_holder_id as "holderId", transfer_id as id from statement_matches where line_id = $1 order by amount',
        [lineId],
      );
      return rows;
    };
    /** Of these transfers of the line; undefined: of all. */
    const undo = (lineId: bigint, of?: Parameters<typeof unmatch>[3], actor = shell) =>
      unmatch(actor, deps(), lineId, of);
    const disputes = async () => {
      const { rows } = await checkout.pool.query(
        'select id, status, withdrawals, returns from disputes where payment_id = $1 order by id',
        [made.id],
      );
      return rows.map(({ id, status, withdrawals, returns }) => [id, status, withdrawals, returns]);
    };
    const days = { from: undefined, to: undefined };
    const openTransfers = async () =>
      (await listUnmatchedTransfers(checkout.db, live, days, 500)).filter(({ code }) => code.startsWith('chargeback'));

    it('is undone with its match: the shop has the money, and the line can be taken again', async () => {
      await arrive(line(amount, erika));
      const before = await wallet();
      const lineId = await outside({ text: `Recall ${reference}` });
      await takeBack(lineId);
      await undo(lineId);
      expect([await wallet(), await stored(), await matched(lineId)]).toEqual([before, 'succeeded', []]);
      expect(await checkout.stored(made)).toMatchObject({ chargedBackAmount: 0n });
      expect(await disputes()).toEqual([[`bank_line_${lineId}`, 'won', 1, 1]]);
      expect((await events()).slice(2)).toEqual(['chargeback.created', 'chargeback.reversed']);
      // Nothing of it is looked for on statements.
      expect(await openTransfers()).toEqual([]);
      await expectBooksToHold(checkout.db);
      await takeBack(lineId);
      expect([before - (await wallet()), await matched(lineId)]).toEqual([amount, [['chargeback', -amount]]]);
      expect((await disputes()).slice(1)).toEqual([[`bank_line_${lineId}_2`, 'lost', 1, 0]]);
      await expectBooksToHold(checkout.db);
      await undo(lineId);
      expect([await wallet(), (await disputes())[1]?.[1]]).toEqual([before, 'won']);
      const { rows } = await checkout.pool.query(
        `select action, before ->> 'line' as line from audit_log where object_kind = 'payment' and object_id = $1 order by id desc limit 1`,
        [made.id],
      );
      expect(rows).toEqual([{ action: 'reconciliation.unmatch', line: String(lineId) }]);
    });

    it('undone twice at once, the money is back once', async () => {
      await arrive(line(amount, erika));
      const before = await wallet();
      const lineId = await outside({ text: `Recall ${reference}` });
      await takeBack(lineId);
      const of = await keys(lineId);
      const both = await Promise.allSettled([undo(lineId, of), undo(lineId, of)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await wallet()).toBe(before);
    });

    // On a cluster the session waits on another machine than the test can see.
    it.skipIf(onCluster).each(['statement_matches', 'disputes', 'events'])(
      'undone by a session that dies before it writes %s, it is done by another, once',
      async (table) => {
        await arrive(line(amount, erika));
        const before = await wallet();
        const lineId = await outside({ text: `Recall ${reference}` });
        await takeBack(lineId);
        const of = await keys(lineId);
        const lock = await holdLock(checkout.pool, `lock table ${table} in share mode`, []);
        const undone = undo(lineId, of);
        const waiting = `from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
        await untilLockWaits(checkout.pool, 1);
        const { rows } = await checkout.pool.query(`select pid, pg_terminate_backend(pid) ${waiting}`);
        expect(rows).toHaveLength(1);
        while ((await checkout.pool.query(`select ${waiting} and pid <> $1`, [rows[0].pid])).rows.length === 0);
        expect([before - (await wallet()), await matched(lineId)]).toEqual([amount, [['chargeback', -amount]]]);
        await lock.release();
        await undone;
        expect([await wallet(), await matched(lineId)]).toEqual([before, []]);
        expect(await disputes()).toEqual([[`bank_line_${lineId}`, 'won', 1, 1]]);
        expect((await events()).slice(2)).toEqual(['chargeback.created', 'chargeback.reversed']);
        await expect(undo(lineId, of)).rejects.toMatchObject(refused);
        await expectBooksToHold(checkout.db);
      },
    );

    it('undone while it is taken again, it is one or the other', async () => {
      await arrive(line(amount, erika));
      const before = await wallet();
      const lineId = await outside({ text: `Recall ${reference}` });
      await takeBack(lineId);
      await Promise.allSettled([undo(lineId, await keys(lineId)), takeBack(lineId)]);
      const isTaken = (await matched(lineId)).length > 0;
      expect(before - (await wallet())).toBe(isTaken ? amount : 0n);
      await expectBooksToHold(checkout.db);
    });

    it('what the balance did not cover is undone with it, whichever match is named: docs/ledger.md, "Payments by bank transfer"', async () => {
      const poor = await checkout.makeHolder('merchant', 'Poor Shop');
      const payment = await checkout.makePayment(poor, { mode: 'live', amount });
      const browser = createBrowser(checkout.app);
      await browser.open(payment.path);
      await browser.submit(`${payment.path}/pay`, { method: 'bank_transfer', transfer_email: '' });
      const { rows } = await checkout.pool.query('select reference from payment_transfers where payment_id = $1', [
        payment.id,
      ]);
      await arrive({ amount, text: rows[0].reference });
      const book = { holderId: poor, mode: 'live', currency: 'EUR' } as const;
      const at = (account: typeof ledgerAccount.wallet) => findBalance(checkout.db, accountIn(book, account));
      await inTransaction(checkout.db, (tx) =>
        drawOut(tx, accountIn(book, ledgerAccount.wallet), 1_990n, checkout.payDeps.clock.now()),
      );
      const lineId = await outside({ text: rows[0].reference });
      await takeBack(lineId, payment.id);
      expect(await at(ledgerAccount.debt)).toBe(1_990n);
      await undo(lineId, (await keys(lineId)).slice(1));
      expect([await at(ledgerAccount.wallet), await at(ledgerAccount.debt), await matched(lineId)]).toEqual([
        3_000n,
        0n,
        [],
      ]);
      expect(await openTransfers()).toEqual([]);
      await expectBooksToHold(checkout.db);
    });

    it('is undone by somebody else while four eyes is on, who may take back', async () => {
      await arrive(line(amount, erika));
      const before = await wallet();
      const lineId = await outside({ text: reference, reverses: true, bookedOn: '2031-03-06' });
      const taker = operator('finance', 'live');
      await inTransaction(checkout.db, (tx) => takeBackPayment(taker, tx, checkout.payDeps.clock, lineId, made.id));
      const setFourEyes = (isOn: boolean) =>
        inTransaction(checkout.db, (tx) => saveFourEyes(tx, { isOn, offRequestedBy: null, offRequestedAt: null }));
      await setFourEyes(true);
      const by = (actor: Parameters<typeof unmatch>[0]) => unmatch(actor, deps(), lineId);
      await expect(by(taker)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(by(shell)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(by(operator('support', 'live'))).rejects.toMatchObject({ code: 'forbidden' });
      const stale = { ...operator('administrator', 'live'), freshAt: null };
      await expect(by(stale)).rejects.toMatchObject({ code: 'second_factor_required' });
      expect(before - (await wallet())).toBe(amount);
      await by(operator('administrator', 'live'));
      await setFourEyes(false);
      expect(await wallet()).toBe(before);
    });
  });

  describe('with more than the payment needed', () => {
    const idOf = async (text: string) => {
      const { rows } = await checkout.pool.query(
        `select id from statement_lines where reference like '%' || $1 and amount > 0 order by id desc limit 1`,
        [text],
      );
      return rows[0].id as bigint;
    };
    const sentBack = (id: bigint, to: null | { name: string; account: string }) =>
      inTransaction(checkout.db, (tx) =>
        returnLine(shell, tx, checkout.payDeps.clock, id, { reason: 'More than was asked for', to }),
      );
    const aside = (id: bigint) =>
      matchByHand(shell, deps(), id, { transfers: [], difference: { kind: 'set_aside', reason: 'Whose is it?' } });

    it.each([
      ['open', async () => {}],
      ['set aside', async (id: bigint) => aside(id)],
    ])('that is %s: the rest goes back with the line, and the shop gives its part', async (_what, before) => {
      await arrive(line(6_000n, erika));
      const had = [await wallet(), await suspense()] as const;
      const first = await idOf(reference);
      await before(first);
      const lineId = await outside({ amount: -6_000n, text: `Recall ${reference}` });
      await takeBack(lineId);
      expect(await matched(lineId)).toEqual([
        ['chargeback', -amount],
        ['line_return', -1_010n],
      ]);
      expect([had[0] - (await wallet()), await suspense(), await findings()]).toEqual([amount, had[1], []]);
      await expect(sentBack(first, null)).rejects.toMatchObject(refused);
      await expectBooksToHold(checkout.db);
      // What the shop gave can be undone alone.
      await unmatch(shell, deps(), lineId, [
        ...(
          await checkout.pool.query(
            `select m.transfer_holder_id as "holderId", m.transfer_id as id from statement_matches m
             where m.line_id = $1 and m.amount = $2`,
            [lineId, -amount],
          )
        ).rows,
      ]);
      expect([await wallet(), await matched(lineId)]).toEqual([had[0], [['line_return', -1_010n]]]);
      await expectBooksToHold(checkout.db);
    });

    it('that is to be sent back: only once that is canceled', async () => {
      await arrive(line(6_000n, erika));
      const first = await idOf(reference);
      await sentBack(first, { name: 'Erika Beispiel', account: 'DE02120300000000202051' });
      const lineId = await outside({ amount: -6_000n, text: `Recall ${reference}` });
      const before = await wallet();
      await expect(takeBack(lineId)).rejects.toMatchObject({
        ...refused,
        message: `What line ${first} brought above the payment is to be sent back. Cancel that first.`,
      });
      expect([await wallet(), await matched(lineId)]).toEqual([before, []]);
      await inTransaction(checkout.db, (tx) => cancelReturn(shell, tx, checkout.payDeps.clock, first));
      await takeBack(lineId);
      expect(before - (await wallet())).toBe(amount);
    });

    it('that was sent back: so much of the line stays open', async () => {
      await arrive(line(6_000n, erika));
      await sentBack(await idOf(reference), null);
      const lineId = await outside({ amount: -6_000n, text: `Recall ${reference}` });
      const before = await wallet();
      await takeBack(lineId);
      expect([before - (await wallet()), await matched(lineId)]).toEqual([amount, [['chargeback', -amount]]]);
    });

    it('of two transfers only one: the other stays the shop’s', async () => {
      await arrive(line(2_000n, erika), line(4_000n, { ...erika, bookedOn: '2031-03-02' }));
      const before = await wallet();
      const lineId = await outside({ amount: -4_000n, text: `Recall ${reference}` });
      await takeBack(lineId);
      expect([before - (await wallet()), await matched(lineId)]).toEqual([
        2_990n,
        [
          ['chargeback', -2_990n],
          ['line_return', -1_010n],
        ],
      ]);
      const other = await outside({ amount: -2_000n, text: `Recall ${reference}`, bookedOn: '2031-03-05' });
      await takeBack(other);
      expect(before - (await wallet())).toBe(amount);
    });
  });

  it('above the limit of one person only where the bank marks it', async () => {
    await arrive(line(amount, erika));
    const limit = { currency: 'EUR', amount: amount - 1n, setBy: 'nobody', setAt: new Date() };
    await inTransaction(checkout.db, (tx) => saveLimit(tx, serviceHolderId, limit));
    await expect(takeBack(await outside({ text: reference }))).rejects.toMatchObject({ code: 'forbidden' });
    await takeBack(await outside({ text: reference, reverses: true, bookedOn: '2031-03-05' }));
    expect(await checkout.stored(made)).toMatchObject({ chargedBackAmount: amount });
    await inTransaction(checkout.db, (tx) => saveLimit(tx, serviceHolderId, { ...limit, amount: 10_000_000n }));
  });
});

it('is imported as a whole or not at all: what fails behind it leaves nothing, and the same file is taken then', async () => {
  const statement = statementOf([line(amount)]);
  const fails = async () => {
    throw new Error('the process dies');
  };
  const before = await wallet();
  await expect(importStatement(shell, deps(), live, { ...statement, onImported: fails })).rejects.toThrow('dies');
  expect([await stored(), await wallet()]).toEqual(['created', before]);
  expect(await importStatement(shell, deps(), live, statement, true)).toMatchObject({ paid: 1 });
  expect(await stored()).toBe('created');
  expect(await importStatement(shell, deps(), live, statement)).toMatchObject({ paid: 1 });
  expect((await wallet()) - before).toBe(amount);
});
