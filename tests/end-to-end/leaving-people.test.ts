/**
 * Deleting a person's account (docs/closing-and-erasing.md, "What goes and what stays"): someone with every kind of data asks for it, and afterwards
 * the whole database is searched for their address, name and bank account.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dryRunTransaction, inTransaction } from '../../src/base/database/transaction.ts';
import { insertEntry, type NewEntry } from '../../src/core/access/audit-log.repository.ts';
import { queueMail, queueNotice } from '../../src/core/mail/queue-mail.ts';
import { inEnglish } from '../../src/core/mail/readers.repository.ts';
import { createMailSender } from '../../src/core/mail/send-mail.ts';
import { createUnsubscribeLinks } from '../../src/core/mail/unsubscribe-links.ts';
import { checkSeals } from '../../src/core/seals/check-seals.ts';
import { makeSeals } from '../../src/core/seals/make-seals.ts';
import { endClosedAccounts } from '../../src/features/closing/end-closed-accounts.ts';
import { erasePerson } from '../../src/features/closing/erase-person.ts';
import { eraseTraces } from '../../src/features/closing/erase-traces.ts';
import { eraseFromAuditLog, requestErasure } from '../../src/features/closing/erasures.repository.ts';
import { listOwners } from '../../src/features/holders/addresses.ts';
import { insertHolder } from '../../src/features/holders/holders.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { payWithProvider } from '../../src/features/payments/pay-with-provider.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, expectRefused, newPerson } from '../fixtures/console-browser.ts';
import { bringIn, drawOut, makeLinkOwe } from '../fixtures/money.ts';
import { bankForm, iban, otherIban } from '../fixtures/payouts.ts';
import { authenticatorCode, visitWith } from '../fixtures/people.ts';
import { job, memberOf, operator, payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { findText } from '../support/find-text.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { hold } from '../support/lock-waits.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { positionEvents } from '../support/position-events.ts';

const name = 'Zebulon Quarkington';
/** What their address was before they changed it. */
const formerEmail = 'zebulon.before@example.com';
const currency = 'EUR';

let account: TestAccount;
let deps: { clock: TestAccount['server']['clock']; publicUrl: string; now: () => Date };

beforeAll(async () => {
  account = await createTestAccount();
  deps = { clock: account.server.clock, publicUrl: 'http://localhost:8080', now: () => new Date() };
});
afterAll(async () => {
  await expectBooksToHold(account.db, { byHand: ['bank_accounts', 'holders', 'members'] });
  await account.close();
});

const query = (text: string, values: unknown[] = []) => account.pool.query(text, values);
const traces = (personId: string, batchSize?: number) =>
  eraseTraces(job, { ...deps, db: account.db }, personId, batchSize);

/** Seals what is new, and compares all with its seals. */
async function seal(): Promise<void> {
  await makeSeals({ db: account.db, keys: undefined, eventDays: 90 });
  expect((await checkSeals(account.db, { known: [] })).offences).toEqual([]);
}

/** Someone with a wallet, signed in. */
async function newOne(called = name) {
  const { browser: own, email, holderId: wallet } = await account.newCustomer(called);
  const browser = createConsoleBrowser(account.app);
  for (const [cookie, { value }] of own.jar) browser.jar.set(cookie, value);
  const { rows } = await query('select id from people where email = $1', [email]);
  return { browser, email, wallet, personId: rows[0].id as string };
}
type One = Awaited<ReturnType<typeof newOne>>;

const walletOf = ({ wallet: holderId }: One) => accountAt({ holderId, mode: 'live', currency }, 'wallet');
const give = (one: One, amount: bigint) =>
  inTransaction(account.db, (tx) => bringIn(tx, walletOf(one), amount, new Date(), 'bank'));
const payOut = (one: One, amount: bigint) =>
  inTransaction(account.db, (tx) => drawOut(tx, walletOf(one), amount, new Date()));

async function newPayment(shop: bigint, mode: 'test' | 'live') {
  const book = { holderId: shop, mode };
  const terms = { amount: 500n, currency, returnUrl: null, cancelUrl: null, custom: null, webhookUrl: null };
  const { id } = await createPaymentCreator(account.server).create(shopKey(book), book, 'api', {
    ...terms,
    orderId: null,
  });
  return { holderId: shop, id };
}

const declinedCard = '4000000000000002';
const goodCard = '4242424242424242';

async function payByCard(key: { holderId: bigint; id: string }, number: string, payerName: string, payerEmail: string) {
  const payment = await findPayment(account.db, key.holderId, key.id);
  await payWithProvider(payer, account.server.payDeps, payment as NonNullable<typeof payment>, {
    ...{ method: 'card', card: { number }, payerName, payerEmail, payerLanguage: 'en' },
    ...{ browser: null, returnAddress: 'http://localhost', description: 'A shop' },
  });
}

/** Turns the second factor on, a day ago, and passes it. */
async function passTwoSteps({ browser, personId }: One): Promise<void> {
  const { secret } = (await browser.post('/second-factor', { password })).json().data;
  expect((await browser.post('/second-factor/confirmation', { code: authenticatorCode(secret, 0) })).statusCode).toBe(
    200,
  );
  await query(`update people set second_factor_at = now() - interval '2 days' where id = $1`, [personId]);
  expectDone(await browser.post('/session/fresh', { code: authenticatorCode(secret) }));
}

/** Everything that the service can know about a person. */
async function fill(one: One) {
  const { browser, email, wallet, personId } = one;
  const { db } = account;
  const shop = await makeHolder(db, 'merchant', 'The shop');
  await give(one, 2_000n);
  const payFromWallet = async (address: string) => {
    const key = await newPayment(shop, 'live');
    const who = { name, email: address, customerHolderId: wallet };
    await inTransaction(db, (tx) => payFromCustomerWallet(payer, tx, account.server.payDeps, key, who, null));
    return key;
  };
  await payFromWallet(formerEmail);
  const byWallet = await payFromWallet(email);
  const byCard = await newPayment(shop, 'test');
  for (const number of [declinedCard, goodCard]) await payByCard(byCard, number, name, email);
  const unused = await addTo(wallet, otherIban);
  const used = await addTo(wallet, iban);
  await payOut(one, 1_000n);
  await query('update payouts set bank_account_id = $2 where owner_holder_id = $1', [wallet, used.id]);

  const company = await makeCompany(db, { name: 'The platform' });
  const partner = createPartnerClient(account.app, await makeKey(db, company, 'live'));
  const courier = await inTransaction(db, async (tx) => {
    const id = await insertHolder(tx, 'courier', name);
    await insertMember(tx, id, personId, 'owner');
    return id;
  });
  const invite = async (type: string) =>
    (await partner.post('/invitations', { email, type, name })).json().data.invitation_id;
  const invitation = await invite('courier');
  expect((await browser.post('/received-invitations/accept', { invitation })).statusCode).toBe(200);
  await invite('merchant');
  await partner.post('/invitations', { email, type: 'nobody', name });
  await account.server.requestLog.flush();
  const team = await makeHolder(db, 'merchant', 'Their team');
  const other = await newOne('Another Owner');
  await inTransaction(db, async (tx) => {
    await insertMember(tx, team, other.personId, 'owner');
    await insertMember(tx, team, personId, 'viewer');
    const owner = memberOf({ holderId: shop, mode: 'live' }, { holderKind: 'merchant' });
    await inviteMember(owner, tx, deps, shop, { email, role: 'viewer' });
  });

  expect((await browser.call('PATCH', '/profile', { name })).statusCode).toBe(200);
  await query('insert into mail_switches (person_id, kind) values ($1, $2)', [personId, 'payouts']);
  expect(await account.people.register(visitWith(), { name, email, password })).toEqual({ ok: true });
  expectDone(await browser.post('/password-resets', { email }));
  await mailAbout(other, email);
  await account.deliver();
  await sendMails();
  await query(
    `insert into sign_ups (id, email, name, password_hash, expires_at) values ($1, $2, $3, 'x', now() + interval '1 hour')`,
    [randomUUID(), email, name],
  );
  await positionEvents(db);
  await log(shop, 'payment.paid', byWallet.id, `{"payer":{"username":"${name}","email":"${email}"}}`);
  await log(company, 'invitation.accepted', invitation, `{"email":"${email}"}`);
  return { shop, company, courier, team, byWallet, byCard, unused, used, other };
}

const addTo = (holderId: bigint, number: string) =>
  inTransaction(account.db, (tx) => {
    const payee = { result: 'close_match', name } as const;
    const address = { street: name, buildingNumber: '1', postCode: '1', town: name, country: 'DE' };
    const form = { ...bankForm({ accountName: name, iban: number, address }), payee };
    return addBankAccount(shell, tx, account.server.clock, holderId, form);
  });

const mailAbout = ({ email: recipient }: One, email: string) =>
  inTransaction(account.db, (tx) =>
    queueMail(tx, inEnglish(recipient), () => ({
      subject: 'A new member',
      text: `${email} is a member now.`,
      html: '',
    })),
  );

/** An attempt to deliver this event. */
async function log(holderId: bigint, type: string, subjectId: string, body: string): Promise<void> {
  const { rows } = await query(
    'select id, position from events where holder_id = $1 and subject_id = $2 and type = $3',
    [holderId, subjectId, type],
  );
  const [{ id, position }] = rows;
  await query(
    `insert into webhook_endpoints (holder_id, id, mode, kind, url, host, since_position, position)
    values ($1, 'we_1', 'live', 'endpoint', 'https://shop.example', 'shop.example', $2, $2)`,
    [holderId, position],
  );
  await query(
    `insert into webhook_deliveries (holder_id, endpoint_id, event_id, event_type, position, host, status, finished_at)
    values ($1, 'we_1', $2, $4, $3, 'shop.example', 'delivered', now())`,
    [holderId, id, position, type],
  );
  await query(
    `insert into webhook_attempts (holder_id, endpoint_id, event_id, number, started_at, duration_ms, outcome,
      request_headers, request_body, response_body)
    values ($1, 'we_1', $2, 1, now(), 5, 'delivered', '{}', $3, $3)`,
    [holderId, id, body],
  );
}

/** Sends what is queued. @returns who got the mails. */
async function sendMails(): Promise<{ to: string; subject: string }[]> {
  const sent: { to: string; subject: string }[] = [];
  const links = createUnsubscribeLinks(deps.publicUrl, account.secrets);
  const transport = { send: async (mail: { recipient: string; subject: string }) => void sent.push(toOf(mail)) };
  const sender = createMailSender({ db: account.db, transport, links });
  const { rows } = await query(`select id from mails where status = 'queued' order by id`);
  for (const { id } of rows) await sender.send(BigInt(id));
  return sent;
}
const toOf = ({ recipient: to, subject }: { recipient: string; subject: string }) => ({ to, subject });

/** Why each place may still name someone who is deleted. Their address stands nowhere. */
const ofCompany = 'what the company calls whom it pays, in its own records';
const ofPayout = 'of a payout that was made; kept as long as the law asks';
const kept: Record<'name' | 'iban' | 'formerEmail', Record<string, string>> = {
  name: {
    'bank_accounts.account_name': ofPayout,
    'bank_accounts.payee_known_as': ofPayout,
    'bank_accounts.street': ofPayout,
    'bank_accounts.town': ofPayout,
    'events.data': ofCompany,
    'invitations.name': ofCompany,
    'links.name': ofCompany,
  },
  iban: { 'bank_accounts.iban': ofPayout },
  formerEmail: { 'mails.recipient': 'of a receipt; who had the address is not known, and mails are kept for 30 days' },
};

describe('someone with every kind of data', () => {
  let one: One;
  let made: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    one = await newOne();
    made = await fill(one);
  });

  it('is told what stands in the way, and nothing is deleted before it is gone', async () => {
    await give(one, 700n);
    await inTransaction(account.db, (tx) => insertMember(tx, made.shop, one.personId, 'owner'));
    const { data } = (await one.browser.get('/profile/erasure')).json();
    const [shop, wallet, courier, team] = [made.shop, one.wallet, made.courier, made.team].map(Number);
    expect(data.obstacles).toEqual([
      { code: 'last_owner', account: { holder_id: shop, name: 'The shop', kind: 'merchant' }, count: 1, amounts: [] },
      {
        ...{ code: 'balance', account: { holder_id: wallet, name, kind: 'customer' }, count: 1 },
        amounts: [{ amount: 7, currency }],
      },
    ]);
    expect(data.closes.map(({ holder_id: id }: { holder_id: number }) => id)).toEqual([wallet, courier]);
    expect(data.leaves.map(({ holder_id: id }: { holder_id: number }) => id)).toEqual([shop, team]);
    expectRefused(await one.browser.post('/profile/erasure', { password }), 409, 'invalid_state', [
      'last_owner',
      'balance',
    ]);
    expect(await one.browser.person()).toMatchObject({ email: one.email });
    await query('delete from members where holder_id = $1', [made.shop]);
    await payOut(one, 700n);
    await query(`update payouts set bank_account_id = $2 where owner_holder_id = $1`, [one.wallet, made.used.id]);
  });

  it('gives the password again, and a fresh second factor', async () => {
    expectRefused(await one.browser.post('/profile/erasure', { password: 'wrong one' }), 422, 'wrong_password', [
      'password',
    ]);
    await passTwoSteps(one);
    expectRefused(await one.browser.post('/profile/erasure', { password: 'wrong one' }), 422, 'wrong_password', [
      'password',
    ]);
    await query('update sessions set second_factor_at = null where person_id = $1', [one.personId]);
    expectRefused(await one.browser.post('/profile/erasure', { password }), 403, 'second_factor_required');
    await query('update sessions set second_factor_at = now() where person_id = $1', [one.personId]);
  });

  it('is deleted, also when the job is killed in the middle', async () => {
    const places = await findText(account.pool, one.email);
    for (const place of ['people.email', 'payments.payer_email', 'payment_attempts.payer_email', 'events.data']) {
      expect(places).toContain(place);
    }
    for (const place of ['invitations.email', 'member_invitations.email', 'mails.recipient', 'sign_ups.email']) {
      expect(places).toContain(place);
    }
    expect(places).toContain('audit_log.after');
    expect(places).toContain('webhook_attempts.request_body');
    for (const place of ['succeeded_requests.body', 'failed_requests.body']) expect(places).toContain(place);

    await positionEvents(account.db);
    await seal();
    expectDone(await one.browser.post('/profile/erasure', { password }));
    expect(await one.browser.person()).toBeUndefined();
    expectRefused(await createConsoleBrowser(account.app).signIn(one.email), 401, 'sign_in_refused');
    const killed = {
      ...deps,
      db: account.db,
      now: () => {
        throw new Error('killed');
      },
    };
    await expect(eraseTraces(job, killed, one.personId, 1)).rejects.toThrow('killed');
    expect(await findText(account.pool, one.email)).not.toContain('payments.payer_email');
    expect(await findText(account.pool, one.email)).toContain('invitations.email');
    // What is sealed stays sound: between two steps, when it is sealed then, and at the end.
    await seal();
    await traces(one.personId, 1);
    await traces(one.personId);
    await positionEvents(account.db);
    await seal();
    const { rows } = await query('select * from person_erasures where person_id = $1', [one.personId]);
    expect(rows).toMatchObject([{ email: null, name: null, holder_ids: [], finished_at: expect.any(Date) }]);
  });

  it('gets a last mail, of which no copy is kept', async () => {
    const sent = await sendMails();
    expect(sent.filter(({ to }) => to === one.email)).toEqual([{ to: one.email, subject: 'Your account is deleted' }]);
    expect(sent).toContainEqual({ to: made.other.email, subject: 'A member has left' });
  });

  it('is named nowhere in the database but where there is a reason', async () => {
    expect(await findText(account.pool, one.email)).toEqual([]);
    expect(await findText(account.pool, formerEmail)).toEqual(Object.keys(kept.formerEmail));
    expect(await findText(account.pool, name)).toEqual(Object.keys(kept.name));
    expect(await findText(account.pool, otherIban)).toEqual([]);
    expect(await findText(account.pool, iban)).toEqual(Object.keys(kept.iban));
  });

  it('leaves payments, events and the audit log without the name', async () => {
    const { rows: payments } = await query(
      'select amount::int, payer_name, payer_email, search_text, payer_search_text from payments where holder_id = $1',
      [made.shop],
    );
    const nameless = { payer_name: 'Deleted account', payer_email: null, payer_search_text: 'deleted account\n' };
    expect(payments).toMatchObject([1, 2, 3].map(() => ({ amount: 500, ...nameless })));
    const { rows: events } = await query(
      `select distinct data -> 'payer' ->> 'username' as name from events where holder_id = $1 and type = 'payment.paid'`,
      [made.shop],
    );
    expect(events).toEqual([{ name: 'Deleted account' }]);
    const { rows: entries } = await query(
      `select action, address, session_id, after from audit_log where actor_id = $1 order by id`,
      [one.personId],
    );
    expect(entries.map(({ action }) => action)).toContain('account.change_second_factor');
    expect(entries.at(-1)).toMatchObject({ action: 'account.erase', address: null, session_id: null });
    expect(entries.every(({ address, session_id: session }) => address === null && session === null)).toBe(true);
    const { rows: invited } = await query(
      `select after ->> 'email' as email from audit_log where action = 'members.invite'`,
    );
    expect(invited).toEqual([{ email: one.personId }]);
    const { rows: holders } = await query('select name, status from holders where id = any($1)', [
      [one.wallet, made.courier],
    ]);
    expect(holders).toEqual([
      { name: 'Deleted account', status: 'closed' },
      { name: 'Deleted account', status: 'closed' },
    ]);
    const { rows: invitations } = await query('select status, email, name from invitations order by position');
    expect(invitations).toEqual([
      { status: 'accepted', email: 'deleted@account.invalid', name },
      { status: 'declined', email: 'deleted@account.invalid', name },
    ]);
  });

  it('may sign up again with the same address, as somebody new', async () => {
    await newPerson(account, one.email);
    await traces(one.personId);
    expect(await findText(account.pool, one.email)).toContain('people.email');
  });

  it('leaves bank data until the years are over, and members of closed accounts for one', async () => {
    await inTransaction(account.db, (tx) => insertMember(tx, one.wallet, made.other.personId, 'viewer'));
    await query(
      `insert into payout_files
        (id, mode, format, currency, execution_day, message_id, payouts, control_sum, content, sha256, created_at)
      values ('pf_1', 'test', 'csv', 'EUR', '2026-01-01', 'pf1', 1, 1, 'x', sha256('x'), now())`,
    );
    await query(
      `insert into payout_file_lines (file_id, payout_id, line, batch_id, reference, amount, bank_account_id)
      select 'pf_1', 'po_1', 1, 'pf1', 'po1', 1, id from bank_accounts where holder_id = $1 limit 1`,
      [one.wallet],
    );
    const erased = async () => (await query('select content is null as erased from payout_files')).rows;
    await query(`update holders set closed_at = now() - interval '366 days' where id = $1`, [one.wallet]);
    await query(`update bank_accounts set ended_at = now() - interval '9 years' where holder_id = $1`, [one.wallet]);
    await endClosedAccounts(job, { db: account.db, bankDataYears: 10 });
    expect(await findText(account.pool, iban)).toEqual(['bank_accounts.iban']);
    expect(await erased()).toEqual([{ erased: false }]);
    const { rows: ended } = await query(
      `select holder_id, before from audit_log where action = 'holders.end_closed'
        and not exists (select from members m where m.holder_id = audit_log.holder_id)`,
    );
    expect(ended).toEqual([{ holder_id: one.wallet, before: { members: 1 } }]);
    await query(`update holders set closed_at = now() - interval '11 years' where id = $1`, [one.wallet]);
    await query(`update bank_accounts set ended_at = now() - interval '11 years' where holder_id = $1`, [one.wallet]);
    await endClosedAccounts(job, { db: account.db, bankDataYears: 10 });
    expect(await findText(account.pool, iban)).toEqual([]);
    expect(await erased()).toEqual([{ erased: true }]);
    const named = await findText(account.pool, name);
    expect(named.filter((place) => place.startsWith('bank_accounts.'))).toEqual([]);
  });
});

describe('beside what others did', () => {
  const [passing, staying] = ['Someone Passing', 'Someone Staying'];
  const day = '2026-02-03T04:05:06.000Z';

  it('is found what was theirs, and the rest stays', async () => {
    const [one, other] = [await newOne(passing), await newOne(staying)];
    const shop = await makeHolder(account.db, 'merchant', 'Shared Shop');
    // Declined for one, from a wallet, and paid by the other; then one of their own.
    const tried = await newPayment(shop, 'test');
    await payByCard(tried, declinedCard, passing, one.email);
    await query('update payment_attempts set payer_holder_id = $3 where holder_id = $1 and payment_id = $2', [
      ...[shop, tried.id, one.wallet],
    ]);
    await payByCard(tried, goodCard, staying, other.email);
    const own = await newPayment(shop, 'test');
    await payByCard(own, goodCard, passing, one.email);
    await positionEvents(account.db);
    await log(shop, 'payment.paid', tried.id, 'of the other');
    // A payout to a courier, in the company's book.
    const company = await makeCompany(account.db);
    const link = await makeLink(account.db, company, 'courier', passing);
    const { rows: links } = await query('select holder_id as courier from links where id = $1', [link]);
    const [{ courier }] = links;
    const earnings = accountAt({ holderId: company, mode: 'live', currency }, `earnings:${link}`);
    await inTransaction(account.db, (tx) => makeLinkOwe(tx, earnings, 500n, new Date()));
    const used = await addTo(courier, iban);
    await addTo(courier, otherIban);
    await query('update payouts set bank_account_id = $2 where holder_id = $1', [company, used.id]);
    await query(
      `insert into member_invitations (holder_id, id, email, role, status, token_hash, created_at, expires_at, decided_at)
      values ($1, 'mi_revoked', $2, 'viewer', 'revoked', sha256('declined'), $3, $3, $3)`,
      [shop, one.email, day],
    );

    await query(
      `insert into payment_transfers (holder_id, payment_id, mode, reference, payer_email, created_at)
      select holder_id, id, mode, 'RF18ABCDEFGH', $2, created_at from payments where id = $1`,
      [own.id, one.email],
    );

    await account.owner.query(
      `insert into person_erasures (person_id, requested_at, email, name, holder_ids) values ($1, now(), $2, $3, $4)`,
      [one.personId, one.email, passing, [one.wallet, courier]],
    );
    await traces(one.personId);

    const transfers = await query('delete from payment_transfers returning payer_email', []);
    expect(transfers.rows).toEqual([{ payer_email: null }]);
    const { rows: payments } = await query('select id, payer_name, payer_email from payments where holder_id = $1', [
      shop,
    ]);
    expect(payments.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      [
        { id: tried.id, payer_name: staying, payer_email: other.email },
        { id: own.id, payer_name: 'Deleted account', payer_email: null },
      ].toSorted((a, b) => a.id.localeCompare(b.id)),
    );
    const { rows: attempts } = await query(
      'select payer_name, payer_email from payment_attempts where holder_id = $1 and payment_id = $2 order by number',
      [shop, tried.id],
    );
    expect(attempts).toEqual([
      { payer_name: null, payer_email: null },
      { payer_name: staying, payer_email: other.email },
    ]);
    const { rows: sent } = await query('select request_body from webhook_attempts where holder_id = $1', [shop]);
    expect(sent).toEqual([{ request_body: 'of the other' }]);
    const { rows: accounts } = await query('select id from bank_accounts where holder_id = $1', [courier]);
    expect(accounts).toEqual([{ id: used.id }]);
    const { rows: invited } = await query(
      `select email, status, decided_at from member_invitations where id = 'mi_revoked'`,
    );
    expect(invited).toEqual([{ email: 'deleted@account.invalid', status: 'revoked', decided_at: new Date(day) }]);
  });
});

describe('the audit log', () => {
  const who = 'Cornelius Vane';
  const entry = (actor: string, facts: Partial<NewEntry>): NewEntry => ({
    ...{ actorKind: 'person', actorId: actor, role: null, sessionId: 'session', address: '192.0.2.7', requestId: null },
    ...{ holderId: null, mode: null, objectKind: 'holder', objectId: '1', before: null, after: null, ...facts },
    action: 'tested',
  });
  /** The address, the session and the facts of each entry, in their order. */
  const read = async () => {
    const { rows } = await query(
      `select address, session_id as session, before, after from audit_log where action = 'tested' order by id`,
    );
    return rows;
  };

  it('has their id in place of what names them, and everything else as it was', async () => {
    const one = await newOne(who);
    const other = await newOne('A Colleague');
    const named = JSON.stringify({ name: who, note: `Not ${who}` });
    const entries = [
      entry(one.personId, { after: JSON.stringify({ email: one.email.toUpperCase(), browser: 'Firefox' }) }),
      entry(one.personId, { actorKind: 'payer' }),
      entry(other.personId, { holderId: one.wallet, before: named }),
      entry(other.personId, { objectKind: 'person', objectId: one.personId, after: named }),
      entry(other.personId, {
        holderId: other.wallet,
        after: JSON.stringify({ name: who, email: one.email, browser: 1 }),
      }),
    ];
    await inTransaction(account.db, async (tx) => {
      for (const written of entries) await insertEntry(tx, written);
    });
    const before = await read();
    expect(before).toHaveLength(entries.length);

    await dryRunTransaction(account.db, async (tx) => {
      await requestErasure(tx, one.personId, new Date());
      // Nobody is erased from it who still has an account.
      expect(await eraseFromAuditLog(tx, one.personId)).toBe(0n);
    });

    await inTransaction(account.db, (tx) => erasePerson(operator(), tx, deps, one.personId, 'Letter of 3 March'));
    await traces(one.personId);
    const id = one.personId;
    const own = { address: null, session: null };
    const others = { address: '192.0.2.7', session: 'session' };
    expect(await read()).toEqual([
      { ...own, before: null, after: { email: id } },
      { ...own, before: null, after: null },
      { ...others, before: { name: id, note: `Not ${who}` }, after: null },
      { ...others, before: null, after: { name: id, note: `Not ${who}` } },
      { ...others, before: null, after: { name: who, email: id, browser: 1 } },
    ]);
  });

  describe('as the service, which may write what the functions read', () => {
    const refused = { code: '42501' };

    it('no erasure is written, changed or taken back by hand', async () => {
      const values = `('p', now(), 'x@example.com', 'X', '{1}')`;
      await expect(query(`insert into person_erasures values ${values}`)).rejects.toMatchObject(refused);
      await expect(query(`update person_erasures set email = 'x@example.com'`)).rejects.toMatchObject(refused);
      await expect(query('delete from person_erasures')).rejects.toMatchObject(refused);
      await expect(query(`insert into erased_entries values (1, 'p')`)).rejects.toMatchObject(refused);
      await expect(query('update seal_salts set salt = salt')).rejects.toMatchObject(refused);
    });

    it('nobody is erased who is not there, or for whom nobody has asked', async () => {
      const request = (person: string) => query('select request_erasure($1, now())', [person]);
      await expect(request('nobody')).rejects.toThrow('there is no such person');
      await query(`insert into people (id, name, email) values ('forged', 'Forged', 'forged@example.com')`);
      await request('forged');
      await query(`delete from people where id = 'forged'`);
      await expect(query(`select erase_from_audit_log('forged')`)).rejects.toThrow('nobody has asked');
    });

    it('only a name and an address are replaced, whatever a person is called, and it is written down', async () => {
      const one = await newOne(who);
      const facts = { amount: '600', name: '600', email: '600', status: 'approved' };
      const entries = [
        entry('an operator', { objectKind: 'payout', after: JSON.stringify(facts) }),
        entry('an operator', { objectKind: 'person', objectId: one.personId, after: JSON.stringify(facts) }),
      ];
      await inTransaction(account.db, async (tx) => {
        for (const written of entries) await insertEntry(tx, { ...written });
      });
      const { rows: last } = await query('select max(id) as id from audit_log');
      // The service's role may call a person anything.
      await query(`update people set name = '600', email = '600' where id = $1`, [one.personId]);
      await expect(query('select request_erasure($1, now())', [one.personId])).rejects.toMatchObject({ code: '23514' });
      await query(`update people set name = '600', email = 'a@b' where id = $1`, [one.personId]);
      await inTransaction(account.db, (tx) => erasePerson(operator(), tx, deps, one.personId, 'Letter of 3 March'));
      await traces(one.personId);

      const { rows } = await query(`select after from audit_log where id = any($1) order by id`, [
        [last[0].id, String(BigInt(last[0].id) - 1n)],
      ]);
      expect(rows).toEqual([{ after: facts }, { after: { ...facts, name: one.personId } }]);
      const { rows: left } = await query(
        `select (after ->> 'entries')::int as entries, (
          select count(*)::int from erased_entries e where e.person_id = $1) as listed
        from audit_log where action = 'audit_log.erase' and object_id = $1`,
        [one.personId],
      );
      expect(left).toEqual([{ entries: left[0].listed, listed: expect.any(Number) }]);
      expect(left[0].listed).toBeGreaterThan(0);
      expect(await eraseFromAuditLog(account.db as never, one.personId)).toBe(0n);
    });
  });
});

describe('the operator', () => {
  it('deletes the account of who asked by letter, with a reason, and sees first what it does', async () => {
    const one = await newOne('Wilhelmina Orbit');
    const erase = (actor: Parameters<typeof erasePerson>[0]) =>
      inTransaction(account.db, (tx) => erasePerson(actor, tx, deps, one.personId, 'Letter of 3 March'));
    for (const role of ['finance', 'support', 'viewer'] as const) {
      await expect(erase(operator(role))).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(erase({ ...operator(), freshAt: null })).rejects.toMatchObject({ code: 'second_factor_required' });
    await erase(operator());
    await traces(one.personId);
    await sendMails();
    expect(await findText(account.pool, one.email)).toEqual([]);
    expect(await findText(account.pool, 'Wilhelmina Orbit')).toEqual([]);
    const { rows } = await query(
      `select actor_id, object_id, after ->> 'reason' as reason from audit_log where action = 'people.erase' and object_id = $1`,
      [one.personId],
    );
    expect(rows).toEqual([{ actor_id: 'the administrator', object_id: one.personId, reason: 'Letter of 3 March' }]);
    await expect(erase(operator())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has a last administrator, who stays', async () => {
    const one = await newOne();
    await inTransaction(account.db, (tx) => insertMember(tx, 1n, one.personId, 'administrator'));
    expectRefused(await one.browser.post('/profile/erasure', { password }), 409, 'invalid_state', [
      'last_administrator',
    ]);
  });
});

it('whoever signs up with the address before the job has run keeps what is theirs', async () => {
  const one = await newOne();
  const before = await newPayment(await makeHolder(account.db, 'merchant'), 'test');
  const pay = async ({ holderId, id }: typeof before) => {
    const payment = await findPayment(account.db, holderId, id);
    await payWithProvider(payer, account.server.payDeps, payment as NonNullable<typeof payment>, {
      ...{ method: 'card', card: { number: '4242424242424242' }, payerName: 'Ada', payerEmail: one.email },
      ...{ payerLanguage: 'en', browser: null, returnAddress: 'http://localhost', description: 'A shop' },
    });
  };
  await pay(before);
  const told = await newOne('Somebody Else');
  await mailAbout(told, one.email);
  expectDone(await one.browser.post('/profile/erasure', { password }));
  await newPerson(account, one.email);
  const after = await newPayment(before.holderId, 'test');
  await pay(after);
  const invited = await inviteAs(one.email, before.holderId);
  await traces(one.personId);
  expect(await invited()).toEqual({ asCourier: 'pending', asMerchant: 'revoked', asMember: 'pending' });
  expect(await sendMails()).toContainEqual({ to: told.email, subject: 'A new member' });
  const { rows } = await query('select id, payer_email from payments where holder_id = $1', [before.holderId]);
  expect(Object.fromEntries(rows.map(({ id, payer_email: email }) => [id, email]))).toEqual({
    [before.id]: null,
    [after.id]: one.email,
  });
  expect((await account.mailsTo(one.email)).map(({ subject }) => subject)).toContain('Confirm your email address');
});

/** Invites an address as a courier, as a restaurant, which is revoked, and as a member. @returns what became of them. */
async function inviteAs(email: string, shop: bigint) {
  const company = await makeCompany(account.db);
  const partner = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
  const invite = async (type: string) =>
    (await partner.post('/invitations', { email, type, name: 'Ada' })).json().data.invitation_id;
  await invite('courier');
  expect((await partner.post(`/invitations/${await invite('merchant')}/revoke`)).statusCode).toBe(200);
  const owner = memberOf({ holderId: shop, mode: 'live' }, { holderKind: 'merchant' });
  await inTransaction(account.db, (tx) => inviteMember(owner, tx, deps, shop, { email, role: 'viewer' }));
  return async () => {
    const { rows } = await query(
      `select
        (select status from invitations where company_id = $2 and email = $1 and type = 'courier') as "asCourier",
        (select status from invitations where company_id = $2 and email = $1 and type = 'merchant') as "asMerchant",
        (select status from member_invitations where holder_id = $3 and email = $1) as "asMember"`,
      [email, company, shop],
    );
    return rows[0];
  };
}

it('a mail to someone who is deleted at the same time is not sent, and disturbs nobody', async () => {
  const one = await newOne();
  const held = await hold(account.db, account.pool, (tx) =>
    erasePerson(operator(), tx, deps, one.personId, 'Letter of 3 March'),
  );
  const mailing = inTransaction(account.db, async (tx) => {
    for (const owner of await listOwners(tx, one.wallet)) {
      await queueNotice(tx, 'payouts', owner, () => ({ subject: 'A payout', text: '', html: '' }));
    }
  });
  await held.awaitedBy(mailing);
  await held.commit();
  await mailing;
  expect((await account.mailsTo(one.email)).map(({ subject }) => subject)).not.toContain('A payout');
});

it('is asked twice at once, and done once', async () => {
  const one = await newOne();
  const answers = await Promise.all([1, 2].map(() => one.browser.post('/profile/erasure', { password })));
  const codes = answers.map(({ statusCode }) => statusCode).sort();
  expect(codes[0]).toBe(200);
  expect([401, 404]).toContain(codes[1]);
  const { rows } = await query(`select 1 from audit_log where action = 'account.erase' and object_id = $1`, [
    one.personId,
  ]);
  expect(rows).toHaveLength(1);
});
