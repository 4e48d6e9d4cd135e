import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBrowser,
  createTestCheckout,
  expectSoundBooks,
  goodCard,
  type Made,
  password,
  type TestCheckout,
} from '../../../tests/fixtures/checkout.ts';
import { shell, shopKey } from '../../../tests/support/actors.ts';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { cardBrands } from '../providers/card-brands.ts';
import { makeRefund, requestRefund } from '../refunds/refund-payment.ts';
import { stringsOf } from './strings/index.ts';

let checkout: TestCheckout;
let shop: bigint;

beforeAll(async () => {
  checkout = await createTestCheckout();
  shop = await checkout.makeHolder('merchant', 'Corner Shop');
  await checkout.makeCustomer('Ada Lovelace', 'ada@example.com', 10_000n);
});
afterAll(async () => {
  await expectSoundBooks(checkout, { byHand: ['members', 'holders'] });
  await checkout.close();
});

const browser = () => createBrowser(checkout.app);
const eventsOf = async ({ id }: Made) => {
  const { rows } = await checkout.pool.query(
    `select type from events where subject_kind = 'payment' and subject_id = $1 order by appended`,
    [id],
  );
  return rows.map((row) => row.type);
};

/** Deletes the events of a payment that the test changed by hand: verification would compare them. */
const deleteEvents = ({ id }: Made) =>
  checkout.owner.query(`delete from events where subject_kind = 'payment' and subject_id = $1`, [id]);

describe('the page', () => {
  it('says who asks for how much, where it leads, and how to pay or cancel', async () => {
    const { path } = await checkout.makePayment(shop, { amount: 123_450n });
    const { statusCode, body, headers } = await browser().open(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('Corner Shop');
    expect(body).toContain('<span class="currency">EUR</span> 1,234.50');
    expect(body).toContain('After paying, you return to shop.example');
    expect(body).toContain('aria-hidden="true">CS</span>');
    expect(body).toContain('Test mode');
    expect(body).toContain('4242 4242 4242 4242');
    for (const action of ['pay', 'sign-in', 'cancel']) expect(body).toContain(`action="${path}/${action}"`);
  });

  it('speaks the language of the browser, or the one picked in its switch', async () => {
    const { path } = await checkout.makePayment(shop, { amount: 123_450n });
    const customer = browser();
    const german = await customer.open(path, 'de-AT,en;q=0.5');
    expect(german.body).toContain('<html lang="de" dir="ltr"');
    expect(german.body).toContain('1.234,50\u00a0EUR zahlen');

    const picked = await customer.open(`${path}?language=ar`, 'de');
    expect([picked.statusCode, picked.headers.location]).toEqual([303, path]);
    expect(picked.headers['set-cookie']).toMatch(
      /^sluice_language=ar; .*Path=\/pay\/api\/v1\/user\/authentication\/form; HttpOnly/,
    );
    const arabic = await customer.open(path, 'de');
    expect(arabic.body).toContain('<html lang="ar" dir="rtl"');
    expect(arabic.body).toMatch(/id="card_number"[^>]* dir="ltr"/);
    const lost = await customer.open(`${path.slice(0, -1)}!`, 'de');
    expect(lost.body).toContain('رابط الدفع غير موجود');
    for (const odd of ['xx', 'constructor', '%00']) {
      expect((await customer.open(`${path}?language=${odd}`)).statusCode).toBe(200);
    }
  });

  it('gives the script the same brands and words that the server has', async () => {
    const { path } = await checkout.makePayment(shop);
    const { body } = await browser().open(path, 'fr');
    const [, escaped = ''] = /data-card="([^"]*)"/.exec(body) ?? [];
    const rules = JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
    expect(rules.brands).toEqual(JSON.parse(JSON.stringify(cardBrands)));
    expect(rules.texts).toEqual(stringsOf('fr').problems);
  });

  it('offers no simulator for live money, and says so', async () => {
    const payment = await checkout.makePayment(shop, { mode: 'live' });
    const customer = browser();
    const { body } = await customer.open(payment.path);
    expect(body).not.toContain('card_number');
    expect(body).not.toContain('Test mode');
    expect(body).toContain('Card payments are not available here');
    expect((await customer.submit(`${payment.path}/pay`, goodCard)).statusCode).toBe(403);
    expect((await checkout.stored(payment)).status).toBe('created');
  });

  it('stands under the base its payment was created through, and under no other', async () => {
    const { path } = await checkout.makePayment(shop, { base: 'sandbox' });
    expect((await browser().open(path)).statusCode).toBe(200);
    expect((await browser().open(path.replace('/sandbox', ''))).statusCode).toBe(404);
  });

  it.each(['nope', 'pay_1', `pay_1${'0'.repeat(22)}`, '%00', '..%2f..', 'x'.repeat(2_000)])(
    'knows no %s',
    async (token) => {
      const { statusCode, body, headers } = await browser().open(`/pay/api/v1/user/authentication/form/${token}`);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toContain('text/html');
      expect(body).toContain('Payment link not found');
    },
  );
});

describe('a card', () => {
  it('pays, and leads this browser back with what it paid', async () => {
    const payment = await checkout.makePayment(shop, { custom: 'order 7&<' });
    const customer = browser();
    const paid = await customer.pay(payment);
    expect([paid.statusCode, paid.headers.location]).toEqual([303, `${payment.path}/result`]);

    const { trxId, status, payerName, payerEmail } = await checkout.stored(payment);
    expect([status, payerName, payerEmail]).toEqual(['succeeded', 'Ada Lovelace', null]);
    const result = await customer.open(`${payment.path}/result`);
    const address =
      `https://shop.example/ok?order=7&message%5Bcode%5D=200&message%5Bsuccess%5D%5B0%5D=SUCCESS` +
      `&data%5Btoken%5D=${payment.id}&data%5Btrx_id%5D=${trxId}&data%5Bpayer%5D%5Busername%5D=Ada+Lovelace` +
      `&data%5Bamount%5D=49.90&data%5Bcurrency%5D=EUR&data%5Bcustom%5D=order+7%26%3C&type=success&token=${payment.id}`;
    expect(result.headers.refresh).toBe(`2; url=${address}`);
    expect(result.body).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
    expect(result.body).toContain('Payment successful');
    expect(await eventsOf(payment)).toEqual(['payment.created', 'payment.paid']);
  });

  it('gives the paying browser a receipt to print, and no other', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.pay(payment);
    const { body, headers } = await customer.open(`${payment.path}/receipt`, 'it');
    expect(headers.refresh).toBeUndefined();
    const { trxId } = await checkout.stored(payment);
    for (const text of [
      'Ricevuta',
      'Corner Shop',
      '49,90\u00a0EUR',
      'che termina con 4242',
      trxId as string,
      'Stampa',
    ]) {
      expect(body).toContain(text);
    }
    const other = await browser().open(`${payment.path}/receipt`);
    expect([other.statusCode, other.headers.location]).toEqual([303, payment.path]);
  });

  it.each([
    ['for an hour', { paidAgo: '59 minutes', changedAgo: '59 minutes' }, true],
    ['no longer', { paidAgo: '61 minutes', changedAgo: '61 minutes' }, false],
    ['no longer when a refund changes it', { paidAgo: '61 minutes', changedAgo: '0 minutes' }, false],
  ])('leads the browser that paid back %s', async (_, { paidAgo, changedAgo }, leads) => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.pay(payment);
    await checkout.pool.query(
      'update payments set paid_at = now() - $2::interval, updated_at = now() - $3::interval where id = $1',
      [payment.id, paidAgo, changedAgo],
    );
    await deleteEvents(payment);
    const { headers } = await customer.open(`${payment.path}/result`);
    expect(headers.refresh !== undefined).toBe(leads);
  });

  it('leads back with what was paid while a part of it is, and not once all of it was refunded', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.pay(payment);
    for (const [refundRef, amount, leads] of [
      ['one', 1_000n, true],
      ['rest', undefined, false],
    ] as const) {
      const { refund } = await inTransaction(checkout.db, (tx) =>
        requestRefund(shopKey(payment), tx, checkout.payDeps, payment, { refundRef, amount, reason: null }),
      );
      await makeRefund(shopKey(payment), checkout.payDeps, payment.holderId, refund.id);
      const { headers, body } = await customer.open(`${payment.path}/result`);
      expect(headers.refresh !== undefined).toBe(leads);
      if (!leads) expect(body).toContain('Payment refunded');
      if (!leads) expect(body).not.toContain('SUCCESS');
    }
  });

  it('tells another browser only that it is paid', async () => {
    const payment = await checkout.makePayment(shop);
    await browser().pay(payment);
    for (const path of [payment.path, `${payment.path}/result`]) {
      const { statusCode, headers, body } = await browser().open(path);
      expect([statusCode, headers.refresh]).toEqual([200, undefined]);
      expect(body).toContain('Already paid');
      expect(body).toContain('href="https://shop.example/"');
      expect(body).not.toMatch(/Ada|trx_|order=7/);
    }
  });

  it('leads the paying browser back after a double click and from a second tab, and pays once', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.open(payment.path);
    const before = await checkout.walletOf(shop);
    const clicks = await Promise.all([1, 2, 3].map(() => customer.submit(`${payment.path}/pay`, goodCard)));
    for (const click of clicks) expect(click.headers.location).toBe(`${payment.path}/result`);
    const later = await customer.submit(`${payment.path}/pay`, goodCard);
    const cancelled = await customer.submit(`${payment.path}/cancel`);
    expect([later.headers.location, cancelled.headers.location]).toEqual([
      `${payment.path}/result`,
      `${payment.path}/result`,
    ]);
    expect(await checkout.walletOf(shop)).toBe(before + 4_990n);
  });

  it('that is sent again just as the first attempt ends leads the paying browser back too', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.pay(payment, { ...goodCard, card_number: '4000000000000077' });
    const held = await holdLock(checkout.pool, 'lock table payment_attempts in access exclusive mode', []);
    const again = customer.submit(`${payment.path}/pay`, goodCard);
    await untilLockWaits(checkout.pool, 1);
    // As if the first request had come to its end here: the attempt, and with it the payment.
    await held.query(`update payment_attempts set status = 'declined', due_at = null where payment_id = $1`, [
      payment.id,
    ]);
    await held.query(
      `update payments p set status = 'cancelled', updated_at = $2, ended_by = a.browser
      from payment_attempts a where a.holder_id = p.holder_id and a.payment_id = p.id and p.id = $1`,
      [payment.id, new Date()],
    );
    await held.release();
    await deleteEvents(payment);
    expect((await again).headers.location).toBe(`${payment.path}/result`);
  });

  it('whose result takes a while waits on the page that leads back', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    const { headers } = await customer.pay(payment, { ...goodCard, card_number: '4000000000000077' });
    expect(headers.location).toBe(`${payment.path}/result`);
    for (const path of [payment.path, `${payment.path}/result`]) {
      const waiting = await customer.open(path);
      expect(waiting.body).toContain('Payment in progress');
      expect(waiting.headers.refresh).toBe(`2; url=${payment.path}/result`);
    }
    checkout.time.offsetMs = 10_000;
    // Noticed in another tab.
    expect((await customer.open(payment.path)).headers.location).toBe(`${payment.path}/result`);
    const { headers: led } = await customer.open(`${payment.path}/result`);
    expect(led.refresh).toMatch(/^2; url=https:\/\/shop\.example\/ok/);
    checkout.time.offsetMs = 0;
  });

  it('whose outcome nobody knows is never said to be free: the payment waits', async () => {
    const payment = await checkout.makePayment(shop);
    const { statusCode, body } = await browser().pay(payment, { ...goodCard, card_number: '4000000000100042' });
    expect(statusCode).toBe(503);
    expect(body).toContain('You are never charged twice');
    expect(body).not.toContain('nothing was charged');
    expect(await checkout.stored(payment)).toMatchObject({ status: 'processing' });
  });

  it('that is declined leaves the payment open, keeps what may be kept, and may be followed by another', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    const { statusCode, body } = await customer.pay(payment, { ...goodCard, card_number: '4000000000000002' });
    expect(statusCode).toBe(422);
    expect(body).toContain('Your card was declined and nothing was charged.');
    expect(body).toContain('value="Ada Lovelace"');
    expect(body).toContain('value="12/39"');
    expect(body).not.toMatch(/4000000000000002|value="123"/);
    expect(await checkout.stored(payment)).toMatchObject({ status: 'created', lastError: 'declined' });
    expect((await customer.pay(payment)).headers.location).toBe(`${payment.path}/result`);
    expect(await eventsOf(payment)).toEqual(['payment.created', 'payment.declined', 'payment.paid']);
  });

  it.each([
    ['card_number', { card_number: '4111111111111111' }, 'not a test card'],
    ['card_number', { card_number: '4242424242424241' }, 'not valid'],
    ['card_email', { card_email: 'ada@example' }, 'complete email'],
    ['card_expiry', { card_expiry: '01/20' }, 'has expired'],
    ['card_cvc', { card_cvc: '1' }, '3 or 4 digits'],
    ['card_cvc', { card_cvc: '1234' }, 'has 3 digits'],
  ])('with a wrong %s is marked there, and nothing is tried', async (field, change, text) => {
    const payment = await checkout.makePayment(shop);
    const { statusCode, body } = await browser().pay(payment, { ...goodCard, ...change });
    expect(statusCode).toBe(422);
    expect(body).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="[^"]*${field}_error"`));
    expect(body).toMatch(new RegExp(`id="${field}_error" role="alert">[^<]*${text}`));
    expect(body).not.toContain('4111111111111111');
    expect(await eventsOf(payment)).toEqual(['payment.created']);
  });

  it('pays the amount of the row, whatever the form says', async () => {
    const payment = await checkout.makePayment(shop);
    const before = await checkout.walletOf(shop);
    await browser().pay(payment, { ...goodCard, amount: '0.01', currency: 'JPY', holder_id: '1', mode: 'live' });
    expect(await checkout.walletOf(shop)).toBe(before + 4_990n);
  });

  it('leaves no trace of its number or code', async () => {
    const { rows } = await checkout.pool.query(`
      select p::text from payments p union all select a::text from payment_attempts a union all
      select e::text from events e union all select k::text from idempotency_keys k`);
    const everything = `${JSON.stringify(rows)}${checkout.lines.join('')}`;
    expect(everything).toContain('Ada Lovelace');
    expect(everything).not.toMatch(/42424242|4242 4242|4000000000000002|4111111111111111/);
  });
});

describe('a receipt by mail', () => {
  const mailsTo = async (recipient: string) => {
    const { rows } = await checkout.pool.query(
      'select subject, text, html from mails where recipient = $1 order by id',
      [recipient],
    );
    return rows as { subject: string; text: string; html: string }[];
  };

  it('goes once to the wallet that paid, in the language of the checkout', async () => {
    await checkout.makeCustomer('Rita Reader', 'rita@example.com', 10_000n);
    const payment = await checkout.makePayment(shop, { amount: 1_250n });
    const customer = browser();
    await customer.signIn(payment, 'rita@example.com');
    await customer.open(`${payment.path}?language=ar`);
    await customer.pay(payment, { method: 'wallet' });
    await customer.submit(`${payment.path}/pay`, { method: 'wallet' });
    const [mail, ...more] = await mailsTo('rita@example.com');
    expect([more, mail?.subject]).toEqual([[], 'إيصالك من Corner Shop']);
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
    const { trxId } = await checkout.stored(payment);
    for (const text of ['12.50\u00a0EUR', 'محفظة Sluice', trxId as string, 'هذه عملية اختبار']) {
      expect(mail?.text).toContain(text);
    }

    const { db } = checkout;
    for (let sent = 0; sent < 2; sent += 1) {
      await inTransaction(db, (tx) =>
        requestRefund(shopKey(payment), tx, checkout.payDeps, payment, {
          refundRef: 'r-1',
          amount: 250n,
          reason: null,
        }),
      );
    }
    const [, refund, ...others] = await mailsTo('rita@example.com');
    expect([others, refund?.subject]).toEqual([[], 'المبلغ المسترد من Corner Shop']);
    for (const text of ['2.50\u00a0EUR', '12.50\u00a0EUR', 'المبلغ الآن في محفظة Sluice']) {
      expect(refund?.text).toContain(text);
    }
  });

  it('of a test payment goes to an address that was typed only if it is one of the shop', async () => {
    const stranger = await checkout.makePayment(shop);
    await browser().pay(stranger, { ...goodCard, card_email: 'victim@example.com' });
    expect(await checkout.stored(stranger)).toMatchObject({ status: 'succeeded', payerEmail: 'victim@example.com' });
    expect(await mailsTo('victim@example.com')).toEqual([]);

    const { personId } = await checkout.people.signUp(shell, {
      name: 'Olga Owner',
      email: 'olga@example.com',
      password,
      emailVerified: true,
    });
    await checkout.pool.query(`insert into members (holder_id, person_id, role) values ($1, $2, 'owner')`, [
      shop,
      personId,
    ]);
    await checkout.pool.query(
      `insert into holder_branding (holder_id, support_email, updated_at) values ($1, 'help@shop.example', now())
       on conflict (holder_id) do update set support_email = excluded.support_email`,
      [shop],
    );
    const own = await checkout.makePayment(shop);
    await browser().pay(own, { ...goodCard, card_email: 'Olga@example.com' });
    const [mail, ...more] = await mailsTo('Olga@example.com');
    expect([more, mail?.subject]).toEqual([[], 'Your receipt from Corner Shop']);
    expect(mail?.text).toContain('Paid with: Visa ending in 4242');
    expect(mail?.text).toContain('Contact Corner Shop: help@shop.example');
  });
});

describe('a wallet', () => {
  it('is shown to the session that signed in, pays, and is left behind on signing out', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    const signedIn = await customer.signIn(payment, 'ada@example.com');
    expect([signedIn.statusCode, signedIn.headers.location]).toEqual([303, payment.path]);
    expect((await customer.open(payment.path)).body).toMatch(/ada@example\.com[\s\S]*EUR\u00a0100\.00/);
    expect((await browser().open(payment.path)).body).not.toMatch(/ada@example\.com|100\.00/);

    expect((await customer.pay(payment, { method: 'wallet' })).headers.location).toBe(`${payment.path}/result`);
    expect(await checkout.stored(payment)).toMatchObject({ payerName: 'Ada Lovelace', payerEmail: 'ada@example.com' });
    const result = await customer.open(`${payment.path}/result`);
    expect(result.headers.refresh).toContain('username%5D=Ada+Lovelace');
    expect(`${result.headers.refresh}${result.body}`).not.toMatch(/ada(@|%40)example/);

    const next = await checkout.makePayment(shop);
    await customer.open(next.path);
    await customer.submit(`${next.path}/sign-out`);
    expect((await customer.open(next.path)).body).not.toContain('ada@example.com');
    expect((await customer.pay(next, { method: 'wallet' })).body).toContain('Sign in to pay');
  });

  it('that is short pays nothing and says so', async () => {
    const poor = await checkout.makeCustomer('Poor Person', 'poor@example.com', 4_989n);
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.signIn(payment, 'poor@example.com');
    expect((await customer.open(payment.path)).body).toContain('Your balance is too low');
    const { statusCode, body } = await customer.pay(payment, { method: 'wallet' });
    expect([statusCode, body.includes('There were not enough funds')]).toEqual([422, true]);
    expect(await checkout.walletOf(poor)).toBe(4_989n);
    expect(await checkout.stored(payment)).toMatchObject({ status: 'created', lastError: 'insufficient_funds' });
  });

  it('says the same of a wrong password and an unknown account, and keeps the address', async () => {
    const { path } = await checkout.makePayment(shop);
    const customer = browser();
    await customer.open(path);
    const pages = [];
    for (const email of ['ada@example.com', 'who@example.com']) {
      const { statusCode, body } = await customer.submit(`${path}/sign-in`, { email, password: 'wrong password' });
      expect(statusCode).toBe(422);
      expect(body).toContain(`value="${email}"`);
      pages.push(body.replaceAll(email, '').replaceAll(/name="_csrf" value="[^"]*"/g, ''));
    }
    expect(pages[0]).toBe(pages[1]);
  });

  it('stops guesses at one account', async () => {
    const { path } = await checkout.makePayment(shop);
    const customer = browser();
    await customer.open(path);
    const guesses = [];
    for (let guess = 0; guess < 21; guess += 1) {
      guesses.push((await customer.submit(`${path}/sign-in`, { email: 'g@example.com', password: 'x' })).statusCode);
    }
    expect(guesses).toEqual([...Array(20).fill(422), 429]);
  });
});

describe('the other endings', () => {
  it('Cancel leads to cancel_url, once', async () => {
    const payment = await checkout.makePayment(shop, { cancelUrl: 'https://shop.example/no#x' });
    const customer = browser();
    await customer.open(payment.path);
    expect((await customer.submit(`${payment.path}/cancel`)).headers.location).toBe(`${payment.path}/result`);
    expect((await checkout.stored(payment)).status).toBe('cancelled');
    const { headers } = await customer.open(`${payment.path}/result`);
    expect(headers.refresh).toBe(`2; url=https://shop.example/no?token=${payment.id}#x`);
    expect((await customer.submit(`${payment.path}/pay`, goodCard)).headers.location).toBe(`${payment.path}/result`);
    expect((await checkout.stored(payment)).status).toBe('cancelled');

    const other = await browser().open(`${payment.path}/result`);
    expect(other.headers.refresh).toBeUndefined();
    expect(other.body).toContain('Payment canceled');
    expect(other.body).toContain('href="https://shop.example/"');
  });

  it('Cancel without a cancel_url stays on a page of ours', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.open(payment.path);
    await customer.submit(`${payment.path}/cancel`);
    const { headers, body } = await customer.open(`${payment.path}/result`);
    expect(headers.refresh).toBeUndefined();
    expect(body).toContain('You canceled this payment');
  });

  it('the address of a form, opened anew, leads to the page and does nothing', async () => {
    const payment = await checkout.makePayment(shop);
    for (const action of ['pay', 'cancel', 'sign-in', 'sign-out']) {
      const { statusCode, headers } = await browser().open(`${payment.path}/${action}`);
      expect([statusCode, headers.location]).toEqual([303, payment.path]);
    }
    expect((await checkout.stored(payment)).status).toBe('created');
  });

  it('of a shop suspended meanwhile says that it cannot be paid, and pays nothing', async () => {
    const gone = await checkout.makeHolder('merchant', 'Gone Shop');
    const { personId } = await checkout.people.signUp(shell, {
      name: 'Gil',
      email: 'gil@example.com',
      password,
      emailVerified: true,
    });
    await checkout.pool.query(`insert into members (holder_id, person_id, role) values ($1, $2, 'owner')`, [
      gone,
      personId,
    ]);
    const [payment, another] = [await checkout.makePayment(gone), await checkout.makePayment(gone)];
    const customer = browser();
    await customer.open(payment.path);
    const setStatus = (status: string) =>
      checkout.pool.query('update holders set status = $1 where id = $2', [status, gone]);
    await setStatus('suspended');
    for (const answer of [await customer.submit(`${payment.path}/pay`, goodCard), await customer.open(payment.path)]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain('This payment cannot be made right now');
      expect(answer.body).toContain('Nothing was charged.');
    }
    // Opened by others, and another payment of the same day: one event each, one mail.
    for (const { path } of [payment, another, payment]) await browser().open(path);
    for (const one of [payment, another]) {
      expect(await eventsOf(one)).toEqual(['payment.created', 'payment.blocked']);
    }
    const { rows: mails } = await checkout.pool.query(`select subject from mails where recipient = 'gil@example.com'`);
    expect(mails).toEqual([{ subject: 'Gone Shop cannot take payments' }]);
    expect([(await checkout.stored(payment)).status, await checkout.walletOf(gone)]).toEqual(['created', 0n]);
    await setStatus('active');
    await customer.open(payment.path);
    await customer.submit(`${payment.path}/pay`, goodCard);
    expect(await checkout.walletOf(gone)).toBe(4_990n);
  });

  it('an expired link says so and can be neither paid nor canceled', async () => {
    const payment = await checkout.makePayment(shop);
    const customer = browser();
    await customer.open(payment.path);
    checkout.time.offsetMs = 25 * 3_600_000;
    try {
      const { statusCode, body, headers } = await customer.open(payment.path);
      expect([statusCode, headers.refresh]).toEqual([200, undefined]);
      expect(body).toContain('Payment link expired');
      expect(body).toContain('href="https://shop.example/"');
      for (const action of ['pay', 'cancel', 'sign-in']) {
        expect((await customer.submit(`${payment.path}/${action}`, goodCard)).headers.location).toBe(payment.path);
      }
      expect((await checkout.stored(payment)).status).toBe('created');
    } finally {
      checkout.time.offsetMs = 0;
    }
  });
});
