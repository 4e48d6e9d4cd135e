/** The pages of invitations and links in a browser without scripts, and attempts to bypass their rules. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../tests/support/actors.ts';
import { keyHeaders, makeCompany, makeKey } from '../../tests/support/holders.ts';
import { createTestAccount, type TestAccount } from '../../tests/worlds/account.ts';
import { inTransaction } from '../database/transaction.ts';
import { insertHolder } from '../holders/holders.repository.ts';
import { insertMember } from '../holders/members.repository.ts';
import { realNow } from './invitation.ts';
import { invite } from './invite.ts';

let account: TestAccount;
let company: bigint;
const companyName = 'Bolt <b>Bistro</b>';

beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  company = await makeCompany(account.db, { name: companyName });
});

const deps = () => ({ db: account.db, clock: account.server.clock, publicUrl: 'http://localhost:8080', now: realNow });

async function inviteTo(email: string, type: 'merchant' | 'courier' = 'merchant', name = '<i>Taverna</i>') {
  const { invitation } = await inTransaction(account.db, (tx) =>
    invite(keyOf({ holderId: company, mode: 'live' }), tx, deps(), company, { email, type, name }),
  );
  const text = (await account.mailsTo(email)).at(-1)?.text ?? '';
  const path = /\/account\/invitations\/[0-9A-Za-z]+/.exec(text)?.[0] ?? '';
  return { path, id: invitation.id };
}

async function linksOf(companyId = company) {
  const { rows } = await account.pool.query('select * from links where company_id = $1 order by id', [companyId]);
  return rows;
}

const setExpiry = (id: string, at: string) =>
  account.pool.query(`update invitations set expires_at = ${at} where id = $1`, [id]);

describe('an invitation', () => {
  it('says who asks for what, changes nothing when looked at, and is accepted once', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    const { statusCode, body, headers } = await browser.open(path);
    expect([statusCode, headers['referrer-policy'], headers['cache-control']]).toEqual([
      200,
      'same-origin',
      'no-store',
    ]);
    expect(body).toContain('Bolt &lt;b&gt;Bistro&lt;/b&gt;');
    expect(body).toContain('&lt;i&gt;Taverna&lt;/i&gt;');
    expect(body).not.toMatch(/<b>Bistro|<i>Taverna/);
    await browser.open(`${path}/accept`);
    expect(await linksOf()).toEqual([]);

    await browser.open(path);
    const accepted = await browser.submit(`${path}/accept`, { name: 'My <u>shop</u>' });
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, path]);
    const [link] = await linksOf();
    const shown = await browser.open(path);
    expect(shown.body).toContain('You are linked');
    expect(shown.body).toContain(`<dd>${link.id}</dd>`);
    const again = await browser.submit(`${path}/accept`, { name: 'Another' });
    expect((await browser.open(String(again.headers.location))).body).toContain('You were linked before');
    await browser.submit(`${path}/decline`);
    expect(await linksOf()).toHaveLength(1);
    const { body: companies } = await browser.open('/account/companies');
    expect(companies).toContain('My &lt;u&gt;shop&lt;/u&gt;');
    expect(companies).toContain(`Link id ${link.id}`);
  });

  it('is declined, and then says so', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    await browser.open(path);
    await browser.submit(`${path}/decline`);
    const { statusCode, body } = await browser.open(path);
    expect([statusCode, body.includes('This invitation was declined')]).toEqual([410, true]);
    await browser.submit(`${path}/accept`, { name: 'Late' });
    expect(await linksOf()).toEqual([]);
  });

  it('asks for a name, and for one of several accounts', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email, 'courier');
    await browser.open(path);
    const refused = await browser.submit(`${path}/accept`, { name: '  ' });
    expect([refused.statusCode, refused.body.includes('Enter a name')]).toEqual([422, true]);
    const { rows } = await account.pool.query('select id from people where email = $1', [email]);
    const owned: bigint[] = [];
    for (const name of ['One', '<u>Two</u>']) {
      owned.push(
        await inTransaction(account.db, async (tx) => {
          const id = await insertHolder(tx, 'courier', name);
          await insertMember(tx, id, rows[0].id, 'owner');
          return id;
        }),
      );
    }
    const { body } = await browser.open(path);
    expect([body.match(/type="radio"/g)?.length, body.includes('&lt;u&gt;Two')]).toEqual([2, true]);
    for (const holder of ['', 'x', '1', '9'.repeat(30)]) {
      expect((await browser.submit(`${path}/accept`, { holder })).statusCode).toBe(422);
    }
    await browser.submit(`${path}/accept`, { holder: String(owned[1]) });
    expect((await linksOf()).map((link) => link.holder_id)).toEqual([owned[1]]);
  });
});

describe('the way there', () => {
  it('shows a stranger who asks for what, and leads through sign-up or sign-in back to it', async () => {
    const { path } = await inviteTo('new.courier@example.com', 'courier');
    const own = account.browser();
    const first = await own.open(path);
    expect(first.body).toContain('Bolt &lt;b&gt;Bistro');
    expect(first.body).toContain('n…@example.com');
    expect(first.body).not.toContain('new.courier@example.com');
    const next = encodeURIComponent(path);
    expect(first.body).toContain(`href="/sign-up?next=${next}"`);
    expect(first.body).toContain(`href="/sign-in?next=${next}"`);
  });

  it('leads through sign-in, and another account, back to the invitation', async () => {
    const { email } = await account.newCustomer();
    const { browser: eve, email: eves } = await account.newCustomer('Eve');
    const { path } = await inviteTo(email);
    const wrong = await eve.open(path);
    expect([wrong.statusCode, wrong.body.includes('This invitation is for another address')]).toEqual([403, true]);
    expect(wrong.body).not.toContain(email);
    expect(wrong.body).not.toContain('Bistro');
    await eve.submit(`${path}/accept`, { name: 'Eve' });
    await eve.submit(`${path}/decline`);
    expect(await linksOf()).toEqual([]);
    const out = await eve.submit('/account/sign-out', { next: path });
    expect(out.headers.location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
    await account.signIn(eve, email);
    expect((await eve.open(path)).body).toContain('Decline');
    expect(eves).not.toBe(email);
  });

  it.each(['//evil.example', 'https://evil.example', '/account/../x', 'javascript:alert(1)'])(
    'leads nowhere else: %s',
    async (next) => {
      const { browser } = await account.newCustomer();
      expect((await browser.submit('/account/sign-out', { next })).headers.location).toBe('/sign-in');
    },
  );
});

describe('whoever should not', () => {
  it('guesses a token: always the same page', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    const bodies = new Set<string>();
    for (const token of ['x', '0'.repeat(43), `${path.split('/').at(-1)}x`, '%00', '%2F', 'x'.repeat(2_000), '..%5c']) {
      const { statusCode, body } = await browser.open(`/account/invitations/${token}`);
      expect([token, statusCode]).toEqual([token, 404]);
      bodies.add(body);
    }
    expect(bodies.size).toBe(1);
    for (const token of ['%0d%0aLocation:x', '%2F%2Fevil.example']) {
      expect((await browser.open(`/account/invitations/${token}/accept`)).statusCode).toBe(404);
    }
    await browser.open(path);
    expect((await browser.submit('/account/invitations/x/accept', { name: 'A' })).statusCode).toBe(404);
    expect((await browser.submit('/account/invitations/x/decline')).statusCode).toBe(404);
  });

  it('sends a form without its token', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    await browser.open(path);
    for (const answer of ['accept', 'decline']) {
      for (const _csrf of ['', 'wrong']) {
        expect((await browser.submit(`${path}/${answer}`, { _csrf, name: 'A' })).statusCode).toBe(403);
      }
    }
    expect((await browser.open(path)).statusCode).toBe(200);
    expect(await linksOf()).toEqual([]);
  });

  it('is not signed in', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    await browser.open(path);
    // The session ends while the form is open.
    await account.pool.query('delete from sessions');
    for (const answer of ['accept', 'decline']) {
      const { statusCode, headers } = await browser.submit(`${path}/${answer}`, { name: 'A' });
      expect([statusCode, headers.location]).toEqual([303, path]);
      const stranger = account.browser();
      expect((await stranger.submit(`${path}/${answer}`, { name: 'A' })).statusCode).toBe(403);
    }
    expect((await account.browser().open('/account/companies')).headers.location).toContain('/sign-in?next=');
    expect(await linksOf()).toEqual([]);
  });

  it.each([
    ['expired', (id: string) => setExpiry(id, 'now()')],
    [
      'revoked',
      (id: string) =>
        account.pool.query(`update invitations set status = 'revoked', decided_at = now() where id = $1`, [id]),
    ],
  ])('comes when it is %s meanwhile', async (_what, end) => {
    const { browser, email } = await account.newCustomer();
    const { path, id } = await inviteTo(email);
    await browser.open(path);
    await end(id);
    await browser.submit(`${path}/accept`, { name: 'A' });
    const { statusCode, body } = await browser.open(path);
    expect([statusCode, /has expired|was taken back/.test(body)]).toEqual([410, true]);
    expect((await account.browser().open(path)).statusCode).toBe(410);
    expect(await linksOf()).toEqual([]);
  });

  it('has an address that is not confirmed, or a suspended company', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    await account.pool.query(`update holders set status = 'suspended' where id = $1`, [company]);
    const suspended = await browser.open(path);
    expect([suspended.statusCode, suspended.body.includes('not active at present')]).toEqual([409, true]);
    await account.pool.query(`update holders set status = 'active' where id = $1`, [company]);
    await browser.open(path);
    await account.pool.query('update people set email_verified = false where email = $1', [email]);
    await browser.submit(`${path}/accept`, { name: 'A' });
    const unconfirmed = await browser.open(path);
    expect([unconfirmed.statusCode, unconfirmed.body.includes('not confirmed yet')]).toEqual([403, true]);
    expect(await linksOf()).toEqual([]);
  });

  it('accepts twice at once: one link', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    await browser.open(path);
    const answers = await Promise.all([1, 2, 3].map(() => browser.submit(`${path}/accept`, { name: 'Shop' })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    expect(await linksOf()).toHaveLength(1);
  });
});

describe('the companies of a person', () => {
  it('lists open invitations and links, and ends one after asking', async () => {
    const { browser, email } = await account.newCustomer();
    expect((await browser.open('/account/companies')).body).toContain('You are not linked to a company');
    const { path } = await inviteTo(email, 'courier');
    expect((await browser.open('/account/companies')).body).toContain('invites you as a courier');
    await browser.open(path);
    await browser.submit(`${path}/accept`, { name: 'Bike' });
    const [link] = await linksOf();
    const endPath = `/account/companies/${link.id}/end`;
    expect((await browser.open('/account/companies')).body).toContain(`href="${endPath}"`);

    const { browser: eve } = await account.newCustomer('Eve');
    await eve.open('/account/companies');
    for (const id of [link.id, 0, 'x', '9'.repeat(30)]) {
      expect((await eve.open(`/account/companies/${id}/end`)).statusCode).toBe(404);
      expect((await eve.submit(`/account/companies/${id}/end`)).statusCode).toBe(404);
    }
    const asked = await browser.open(endPath);
    expect(asked.body).toContain('End this link?');
    expect(asked.body).toContain(`<strong>${link.id}</strong>`);
    expect((await browser.submit(endPath, { _csrf: 'wrong' })).statusCode).toBe(403);
    expect((await linksOf())[0].status).toBe('active');
    await browser.open(endPath);

    // Interface B has the link in its cache: ending it here must take effect there immediately.
    const keys = keyHeaders(await makeKey(account.db, company, 'live'));
    const order = (ref: string) =>
      account.app.inject({
        method: 'POST',
        url: '/partner/v1/orders',
        headers: keys,
        payload: {
          ...{ partner_order_ref: ref, total_amount: 5, currency: 'EUR', payment_source: 'cod' },
          splits: [{ beneficiary_type: 'courier', beneficiary_ref: Number(link.id), amount: 5 }],
        },
      });
    const before = await order('before');
    expect([before.statusCode, before.body.slice(0, 300)]).toEqual([201, expect.any(String)]);
    const ended = await browser.submit(endPath);
    expect(ended.headers.location).toBe('/account/companies?done=ended');
    expect((await order('after')).json().error.code).toBe('unknown_beneficiary');
    const { body } = await browser.open('/account/companies?done=ended');
    expect(body).toContain('The link was ended.');
    expect(body).toContain('badge ended');
    expect((await browser.open(endPath)).statusCode).toBe(303);
    await browser.submit(endPath);
    expect((await linksOf())[0].status).toBe('ended');
  });

  it('shows a viewer the link, but not its end', async () => {
    const { browser, email } = await account.newCustomer();
    const { path } = await inviteTo(email);
    await browser.open(path);
    await browser.submit(`${path}/accept`, { name: 'Shop' });
    const [link] = await linksOf();
    await account.pool.query(`update members set role = 'viewer' where holder_id = $1`, [link.holder_id]);
    const { body } = await browser.open('/account/companies');
    expect([body.includes(`Link id ${link.id}`), body.includes('/end"')]).toEqual([true, false]);
    expect((await browser.submit(`/account/companies/${link.id}/end`)).statusCode).toBe(403);
  });
});

it('no token and no address is logged', async () => {
  const { browser, email } = await account.newCustomer();
  const { path } = await inviteTo(email);
  await browser.open(path);
  await browser.submit(`${path}/accept`, { name: 'Shop' });
  const told = account.lines.join('\n');
  expect(told).not.toContain(path.split('/').at(-1));
  expect(told).not.toContain(email);
});
