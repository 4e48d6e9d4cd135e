/**
 * Invitations received and a payee's companies in the people's API (docs/contract/people.md, "For whoever is invited"
 * and "For a payee"), and attempts to get around their rules.
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { insertHolder } from '../../src/features/holders/holders.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, expectRefused, ownPage } from '../fixtures/console-browser.ts';
import { makeLinkOwe } from '../fixtures/money.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';

type Person = Awaited<ReturnType<typeof newPerson>>;

let account: TestAccount;
let company: bigint;
let partner: PartnerClient;
const companyName = 'Bolt <b>Bistro</b>';

beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(async () => {
  await expectBooksToHold(account.db, { byHand: ['holders', 'links', 'members'] });
  await account.close();
});
beforeEach(async () => {
  company = await makeCompany(account.db, { name: companyName });
  partner = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
});

/** Someone with a confirmed address, signed in. */
async function newPerson(name?: string) {
  const { browser: own, email } = await account.newCustomer(name);
  const browser = createConsoleBrowser(account.app);
  for (const [cookie, { value }] of own.jar) browser.jar.set(cookie, value);
  const { rows } = await account.pool.query('select id from people where email = $1', [email]);
  return { ...browser, email, personId: rows[0].id as string };
}

const memberOfNew = (kind: 'merchant' | 'courier', name: string, personId: string, role: Role = 'owner') =>
  inTransaction(account.db, async (tx) => {
    const id = await insertHolder(tx, kind, name);
    await insertMember(tx, id, personId, role);
    return id;
  });

async function invite(email: string, type: 'merchant' | 'courier' = 'merchant') {
  const { invitation_id: id } = (await partner.post('/invitations', { email, type, name: 'Taverna' })).json().data;
  const text = (await account.mailsTo(email)).at(-1)?.text ?? '';
  return { id: id as string, token: /\/invitations\/([0-9A-Za-z]+)/.exec(text)?.[1] ?? '' };
}

async function linksOf() {
  const { rows } = await account.pool.query('select * from links where company_id = $1 order by id', [company]);
  return rows;
}

const open = async (who: Pick<Person, 'post'>, invitation: string) =>
  (await who.post('/opened-invitations', { invitation })).json().data;
const stateFor = async (who: Pick<Person, 'post'>, invitation: string) => (await open(who, invitation)).state;
const accept = (who: Person, invitation: string, choice: object = { name: 'Taverna' }) =>
  who.post('/received-invitations/accept', { invitation, ...choice });
const decline = (who: Person, invitation: string) => who.post('/received-invitations/decline', { invitation });
const update = (id: string, change: string) =>
  account.pool.query(`update invitations set ${change} where id = $1`, [id]);

describe('an invitation', () => {
  it('says who asks for what, changes nothing when opened, and is accepted once', async () => {
    const ada = await newPerson();
    const { token } = await invite(ada.email);
    for (let n = 0; n < 2; n += 1) {
      expect(await open(ada, token)).toMatchObject({
        state: 'open',
        company: companyName,
        type: 'merchant',
        name: 'Taverna',
        modes: ['test', 'live'],
        beneficiary_ref: null,
        company_id: null,
        holders: [],
      });
    }
    expect(await linksOf()).toEqual([]);
    const accepted = (await accept(ada, token, { name: ' My shop ' })).json().data;
    const [link] = await linksOf();
    expect(accepted).toEqual({
      holder_id: Number(link.holder_id),
      beneficiary_ref: Number(link.id),
      already_linked: false,
    });
    expectDone(await accept(ada, token, { name: 'Another' }), { ...accepted, already_linked: true });
    expectRefused(await decline(ada, token), 409, 'invalid_state');
    expect(await linksOf()).toHaveLength(1);
    const { already_linked: _, ...linked } = accepted;
    expect(await open(ada, token)).toMatchObject({ state: 'own', ...linked, name: 'Taverna' });
    expect((await ada.get('/session')).json().data.holders).toContainEqual(
      expect.objectContaining({ holder_id: accepted.holder_id, kind: 'merchant', name: 'My shop', role: 'owner' }),
    );
  });

  it('is declined, and says so from then on', async () => {
    const ada = await newPerson();
    const { token } = await invite(ada.email);
    expectDone(await decline(ada, token));
    expect([await stateFor(ada, token), await linksOf()]).toEqual(['declined', []]);
    expectRefused(await decline(ada, token), 409, 'invalid_state');
    expectRefused(await accept(ada, token), 409, 'invalid_state');
  });

  it.each(['', '  ', 'x'.repeat(101)])('needs a name for a new account: %j is none', async (name) => {
    const ada = await newPerson();
    const { token } = await invite(ada.email, 'courier');
    expectRefused(await accept(ada, token, { name }), 422, 'validation_failed', ['name']);
    expect(await linksOf()).toEqual([]);
  });

  it('is for one of several accounts, or for a new one beside them', async () => {
    const ada = await newPerson();
    const one = await memberOfNew('courier', 'One', ada.personId);
    const two = await memberOfNew('courier', 'Two', ada.personId);
    await memberOfNew('courier', 'Not mine to link', ada.personId, 'finance');
    const { token } = await invite(ada.email, 'courier');
    expect((await open(ada, token)).holders).toEqual([
      { holder_id: Number(one), name: 'One', status: 'active' },
      { holder_id: Number(two), name: 'Two', status: 'active' },
    ]);
    for (const choice of [{}, { name: 'New' }, { holder_id: 1 }, { holder_id: 999_999_999 }]) {
      expectRefused(await accept(ada, token, choice), 422, 'validation_failed', ['holder_id']);
    }
    expect((await accept(ada, token, { holder_id: Number(two) })).json().data.holder_id).toBe(Number(two));
    const third = (
      await accept(ada, (await invite(ada.email, 'courier')).token, { name: 'Three', open_another: true })
    ).json().data.holder_id;
    expect([Number(one), Number(two)]).not.toContain(third);
    expect((await linksOf()).map(({ holder_id: id }) => Number(id))).toEqual([Number(two), third]);
  });

  it.each([
    ['suspended', 409, 0],
    ['pending', 200, 2],
  ])('an account that is %s, and a new one beside it, are answered %i', async (status, code, links) => {
    const ada = await newPerson();
    const own = await memberOfNew('merchant', 'Own', ada.personId);
    await account.pool.query('update holders set status = $2 where id = $1', [own, status]);
    const first = (await invite(ada.email)).token;
    expect((await accept(ada, first)).statusCode).toBe(code);
    const second = code === 200 ? (await invite(ada.email)).token : first;
    expect((await accept(ada, second, { name: 'New', open_another: true })).statusCode).toBe(code);
    expect(await linksOf()).toHaveLength(links);
  });

  it('accepted in three tabs at once makes one link', async () => {
    const ada = await newPerson();
    const { token } = await invite(ada.email);
    const answers = await Promise.all([1, 2, 3].map(() => accept(ada, token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((one) => one.json().data.beneficiary_ref)).size).toBe(1);
    expect(await linksOf()).toHaveLength(1);
  });
});

describe('whoever else opens the link', () => {
  const visitor = () => createConsoleBrowser(account.app);

  it('is shown who asks for what, and whom only so far that they know themselves', async () => {
    const { token } = await invite('new.courier@example.com', 'courier');
    const answer = await visitor().post('/opened-invitations', { invitation: token });
    expect(answer.json().data).toMatchObject({
      state: 'signed_out',
      company: companyName,
      type: 'courier',
      sent_to: 'n…@example.com',
      name: null,
      holders: [],
      company_id: null,
    });
    expect(answer.body).not.toContain('new.courier');
    expectRefused(await visitor().post('/received-invitations/accept', { invitation: token }), 401, 'signed_out');
    expectRefused(await visitor().post('/received-invitations/decline', { invitation: token }), 401, 'signed_out');
  });

  it('with another address may not answer, and a member of the company is told that it is theirs', async () => {
    const [ada, eve, owner] = [await newPerson(), await newPerson('Eve'), await newPerson('Owner')];
    await inTransaction(account.db, (tx) => insertMember(tx, company, owner.personId, 'viewer'));
    const { token, id } = await invite(ada.email);
    expect(await open(eve, token)).toMatchObject({ state: 'wrong_account', name: null, company_id: null });
    expect(await open(owner, token)).toMatchObject({ state: 'sender', name: null, company_id: Number(company) });
    for (const who of [eve, owner]) {
      expect(JSON.stringify(await open(who, token))).not.toContain(ada.email);
      expectRefused(await accept(who, token), 409, 'invalid_state');
      expectRefused(await decline(who, token), 409, 'invalid_state');
      for (const handle of [id, `inv_${'0'.repeat(23)}`, 'inv_']) {
        expectRefused(await who.post('/opened-invitations', { invitation: handle }), 404, 'not_found');
        expectRefused(await accept(who, handle), 404, 'not_found');
        expectRefused(await decline(who, handle), 404, 'not_found');
      }
    }
    expect([await stateFor(ada, token), await linksOf()]).toEqual(['open', []]);
    await accept(ada, token);
    expect([await stateFor(eve, token), await stateFor(visitor(), token)]).toEqual(['accepted', 'accepted']);
    expect(await stateFor(owner, token)).toBe('accepted');
  });

  it('and guesses a token learns nothing: each answer is the same', async () => {
    const ada = await newPerson();
    const { token } = await invite(ada.email);
    const bodies = new Set<string>();
    for (const guess of ['x', '0'.repeat(43), `${token}x`, '../..', '%2F', 'x'.repeat(500)]) {
      const answer = await ada.post('/opened-invitations', { invitation: guess });
      expectRefused(answer, 404, 'not_found');
      expectRefused(await accept(ada, guess), 404, 'not_found');
      bodies.add(answer.json().error.message);
    }
    expect(bodies.size).toBe(1);
    for (const invalid of ['', 'x'.repeat(600), 'a\u0000b', 7]) {
      expectRefused(await ada.post('/opened-invitations', { invitation: invalid }), 422, 'validation_failed', [
        'invitation',
      ]);
    }
  });

  it.each<[string, string]>([
    ['expired', 'expires_at = now()'],
    ['revoked', `status = 'revoked', decided_at = now()`],
  ])('late finds it %s', async (state, change) => {
    const ada = await newPerson();
    const { token, id } = await invite(ada.email);
    expect(await stateFor(ada, token)).toBe('open');
    await update(id, change);
    expectRefused(await accept(ada, token), 409, 'invalid_state');
    expect([await stateFor(ada, token), await stateFor(visitor(), token)]).toEqual([state, state]);
    expect(await linksOf()).toEqual([]);
  });

  it('has to have a confirmed address, and the company to be active', async () => {
    const ada = await newPerson();
    const { token, id } = await invite(ada.email);
    const setCompany = (status: string) =>
      account.pool.query('update holders set status = $2 where id = $1', [company, status]);
    await setCompany('suspended');
    expect(await stateFor(ada, token)).toBe('company_suspended');
    expectRefused(await accept(ada, token), 409, 'invalid_state');
    await setCompany('active');
    await account.pool.query('update people set email_verified = false where email = $1', [ada.email]);
    expect(await stateFor(ada, token)).toBe('unconfirmed');
    expectRefused(await accept(ada, token), 409, 'invalid_state');
    expectDone(await ada.get('/received-invitations'), []);
    expectRefused(await accept(ada, id), 404, 'not_found');
    expect(await linksOf()).toEqual([]);
  });
});

describe('received invitations', () => {
  it('are listed to the invited without the mail, and answered by their id', async () => {
    const ada = await newPerson();
    expectDone(await ada.get('/received-invitations'), []);
    const first = await invite(ada.email, 'courier');
    const second = await invite(ada.email, 'merchant');
    await invite('someone.else@example.com');
    const listed = async () =>
      (await ada.get('/received-invitations')).json().data.map((one: { invitation_id: string }) => one.invitation_id);
    expect(await listed()).toEqual([first.id, second.id]);
    expect((await ada.get('/received-invitations')).body).not.toContain(first.token);
    await update(second.id, 'expires_at = now()');
    expect(await listed()).toEqual([first.id]);
    await update(second.id, `expires_at = now() + interval '1 day'`);
    expect(await stateFor(ada, first.id)).toBe('open');
    expect((await accept(ada, first.id, { name: 'Bike' })).json().data.already_linked).toBe(false);
    expectDone(await decline(ada, second.id));
    expect(await listed()).toEqual([]);
    expect(await linksOf()).toMatchObject([{ type: 'courier' }]);
  });
});

describe('the companies of a payee', () => {
  /** A courier who accepted, and how they ask for that account. */
  async function newCourier() {
    const ada = await newPerson();
    const { token } = await invite(ada.email, 'courier');
    const { holder_id: holderId, beneficiary_ref: linkId } = (await accept(ada, token, { name: 'Bike' })).json().data;
    const headers = (mode: string) => ({ ...ownPage, 'sluice-holder': String(holderId), 'sluice-mode': mode });
    return {
      ...ada,
      linkId: linkId as number,
      list: async (query = '', mode = 'test') =>
        (await ada.call('GET', `/company-links${query}`, undefined, headers(mode))).json(),
      end: (id: number | string, mode = 'test'): Promise<LightMyRequestResponse> =>
        ada.call('POST', `/company-links/${id}/end`, undefined, headers(mode)),
      holderId: holderId as number,
    };
  }

  it('say since when, what is owed in this mode, and are ended at once everywhere', async () => {
    const ada = await newCourier();
    const earnings = accountAt({ holderId: company, mode: 'test', currency: 'EUR' }, `earnings:${ada.linkId}`);
    await inTransaction(account.db, (tx) => makeLinkOwe(tx, earnings, 1_234n, new Date()));
    const link = { id: ada.linkId, company: companyName, type: 'courier', name: 'Taverna', modes: ['test', 'live'] };
    const owed = [{ currency: 'EUR', amount: 12.34 }];
    expect((await ada.list()).data).toMatchObject([{ ...link, status: 'active', owed, ended_at: null }]);
    expect((await ada.list('', 'live')).data).toMatchObject([{ ...link, owed: [] }]);

    // Interface B has the link in its cache.
    const order = (ref: string) =>
      partner.post('/orders', {
        partner_order_ref: ref,
        total_amount: 5,
        currency: 'EUR',
        payment_source: 'cod',
        splits: [{ beneficiary_type: 'courier', beneficiary_ref: ada.linkId, amount: 5 }],
      });
    expect((await order('before')).statusCode).toBe(201);
    const ended = await ada.end(ada.linkId);
    expect(ended.json().data).toMatchObject({ ...link, status: 'ended', owed, ended_at: expect.any(String) });
    expect((await order('after')).json().error.code).toBe('unknown_beneficiary');
    expect((await ada.end(ada.linkId)).json()).toEqual(ended.json());
    expect((await ada.list('?status=active')).data).toEqual([]);
    expect((await ada.list('?status=ended')).data).toHaveLength(1);
  });

  it('come page by page', async () => {
    const ada = await newCourier();
    for (let n = 0; n < 2; n += 1) {
      await account.pool.query(
        `insert into links (company_id, holder_id, type, name) values ($1, $2, 'courier', 'Bike')`,
        [await makeCompany(account.db), ada.holderId],
      );
    }
    const first = await ada.list('?limit=2');
    const second = await ada.list(`?limit=2&cursor=${first.next_cursor}`);
    const ids = [...first.data, ...second.data].map(({ id }: { id: number }) => id);
    expect([ids.length, ids.at(-1), second.next_cursor]).toEqual([3, ada.linkId, null]);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  it('are nobody else’s to end, nor a viewer’s', async () => {
    const [ada, eve] = [await newCourier(), await newCourier()];
    for (const id of [eve.linkId, 0, '9'.repeat(15)]) {
      expectRefused(await ada.end(id), 404, 'not_found');
    }
    await account.pool.query(`update members set role = 'viewer' where holder_id = $1`, [ada.holderId]);
    expectRefused(await ada.end(ada.linkId), 403, 'forbidden');
    expect((await ada.list()).data).toMatchObject([{ status: 'active' }]);
    expect(await linksOf()).toMatchObject([{ status: 'active' }, { status: 'active' }]);
  });
});

it('no token and no address is logged', async () => {
  const ada = await newPerson();
  const { token } = await invite(ada.email);
  await open(ada, token);
  await accept(ada, token);
  const told = account.lines.join('\n');
  expect(told).not.toContain(token);
  expect(told).not.toContain(ada.email);
});
