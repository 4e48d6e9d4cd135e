/** Which mails a person gets, and the link under a mail that switches them off (docs/contract/people.md, "Emails"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { writeMail } from '../../src/core/mail/mail.ts';
import { queueMail, queueNotice } from '../../src/core/mail/queue-mail.ts';
import { inEnglish } from '../../src/core/mail/readers.repository.ts';
import { createMailSender } from '../../src/core/mail/send-mail.ts';
import { createUnsubscribeLinks } from '../../src/core/mail/unsubscribe-links.ts';
import type { Words } from '../../src/core/mail/words.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';

const origin = 'https://pay.example';
let account: TestAccount;
let email: string;
let cookie: string;
let personId: string;
const links = () => createUnsubscribeLinks(origin, account.secrets);

beforeAll(async () => {
  account = await createTestAccount({ publicUrl: origin });
  const made = await account.newCustomer();
  ({ email } = made);
  cookie = [...made.browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  personId = (await account.pool.query('select id from people where email = $1', [email])).rows[0].id;
});
afterAll(() => account.close());

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, isSignedIn = true) {
  const answer = await account.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      ...(isSignedIn ? { cookie } : {}),
      'sec-fetch-site': 'same-origin',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { ...answer.json(), status: answer.statusCode };
}

const mail = (subject: string) => (words: Words) => writeMail(words, { subject, before: ['Hello.'] });

/** What was sent to the person: a notice of a payout, and one about security. */
async function sent() {
  await account.pool.query('delete from mails');
  await inTransaction(account.db, async (tx) => {
    await queueNotice(tx, 'payouts', inEnglish(email), mail('A payout'));
    await queueMail(tx, inEnglish(email), mail('A new bank account'));
  });
  const taken: { subject: string; text: string; html: string; unsubscribe?: string }[] = [];
  const transport = { send: async (one: (typeof taken)[number]) => void taken.push(one) };
  const sender = createMailSender({ db: account.db, transport, links: links() });
  const { rows } = await account.pool.query('select id from mails order by id');
  for (const { id } of rows) await sender.send(id);
  return taken;
}

const unsubscribe = (token: string) => ask('POST', '/unsubscriptions', { token }, false);
const isOn = async (): Promise<boolean> =>
  (await ask('GET', '/profile/mails')).data.find(({ kind }: { kind: string }) => kind === 'payouts').on;

describe('mails', () => {
  it('are all sent at first; only those that may be switched off carry the link', async () => {
    expect((await ask('GET', '/profile/mails')).data.every(({ on }: { on: boolean }) => on)).toBe(true);
    const [notice, security] = await sent();
    expect(notice?.text).toContain(`Unsubscribe from emails like this:\n${origin}/unsubscribe/`);
    expect(notice?.html).toContain(`href="${origin}/unsubscribe/`);
    expect(notice?.unsubscribe).toMatch(/^https:\/\/pay\.example\/unsubscribe\/[\w-]+\.[\w-]+\.[\w-]+$/);
    expect([security?.text, security?.unsubscribe]).toEqual([expect.not.stringContaining('unsubscribe'), undefined]);
    const { rows } = await account.pool.query('select text || html as text from mails');
    expect(rows.map(({ text }) => text).join()).not.toContain('/unsubscribe/');
  });

  it('of a kind that is switched off are not written; those about security are', async () => {
    expect((await ask('PUT', '/profile/mails/payouts', { on: false })).status).toBe(200);
    expect(await isOn()).toBe(false);
    expect((await sent()).map(({ subject }) => subject)).toEqual(['A new bank account']);
    await inTransaction(account.db, (tx) => queueNotice(tx, 'statements', inEnglish(email), mail('A statement')));
    const { rows } = await account.pool.query('select kind from mails where kind is not null');
    expect(rows).toEqual([{ kind: 'statements' }]);
    await ask('PUT', '/profile/mails/payouts', { on: true });
    expect(await sent()).toHaveLength(2);
    expect((await ask('PUT', '/profile/mails/security', { on: false })).status).toBe(404);
  });
});

describe('the link under a mail', () => {
  const token = () =>
    links()
      .addressOf({ personId, kind: 'payouts' })
      .then((address) => address.split('/').at(-1) as string);

  it('changes nothing when it is opened, and works without a session when it is confirmed, also again', async () => {
    const one = await token();
    expect((await account.app.inject(`/unsubscribe/${one}`)).statusCode).toBeLessThan(500);
    expect((await ask('POST', '/unsubscriptions/view', { token: one }, false)).data).toEqual({
      kind: 'payouts',
      address: email,
    });
    expect(await isOn()).toBe(true);
    for (let n = 0; n < 2; n += 1) expect((await unsubscribe(one)).data).toEqual({ kind: 'payouts', address: email });
    expect(await isOn()).toBe(false);
    expect((await ask('GET', '/profile/mails')).data.filter(({ on }: { on: boolean }) => !on)).toHaveLength(1);
    await ask('PUT', '/profile/mails/payouts', { on: true });
  });

  it('that was altered, signed by another service or for no one does nothing', async () => {
    const one = await token();
    const [head, body, sign] = one.split('.') as [string, string, string];
    const other = createUnsubscribeLinks(origin, ['another-secret-of-more-than-32-characters']);
    const forged = Buffer.from(JSON.stringify({ kind: 'funds', sub: personId })).toString('base64url');
    const tokens = [
      `${head}.${forged}.${sign}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      (await other.addressOf({ personId, kind: 'payouts' })).split('/').at(-1) as string,
      (await links().addressOf({ personId: 'nobody', kind: 'payouts' })).split('/').at(-1) as string,
      'x',
      'x'.repeat(1_024),
    ];
    for (const wrong of tokens) expect((await unsubscribe(wrong)).error.code).toBe('link_expired');
    expect((await unsubscribe('x'.repeat(1_025))).error.code).toBe('validation_failed');
    expect(await isOn()).toBe(true);
  });

  it('signed with the secret of before still works', async () => {
    const [secret] = account.secrets;
    const before = createUnsubscribeLinks(origin, [secret]);
    const after = createUnsubscribeLinks(origin, ['a-new-secret-of-more-than-32-characters', secret]);
    const one = (await before.addressOf({ personId, kind: 'funds' })).split('/').at(-1) as string;
    expect(await after.read(one)).toEqual({ personId, kind: 'funds' });
  });

  it('is never logged', async () => {
    expect(account.lines.join('')).not.toContain((await token()).split('.')[2]);
  });
});
