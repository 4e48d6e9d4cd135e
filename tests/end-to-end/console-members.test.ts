/**
 * How people join, by the people's API: accounts that they open for themselves, what their business says about itself,
 * the first steps, and members: invited, joined, changed, removed (docs/contract/people.md, "Opening an account",
 * "Members").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { MemberRole, Role } from '../../src/core/access/roles.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { approveHolder } from '../../src/features/holders/change-holder-status.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { changeMemberRole, leaveTeam, removeMember } from '../../src/features/members/change-members.ts';
import { inviteMember, resendMemberInvitation } from '../../src/features/members/invite-member.ts';
import { joinTeam } from '../../src/features/members/join-team.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, expectRefused, newPerson, ownPage } from '../fixtures/console-browser.ts';
import { businessBody } from '../fixtures/console-examples.ts';
import { memberOf, operator, shell, signedIn } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';

let account: TestAccount;
let count = 0;

beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(async () => {
  await expectBooksToHold(account.db, { byHand: ['holders'] });
  await account.close();
});

const run = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(account.db, work);
function newEmail(): string {
  count += 1;
  return `joiner${count}@example.com`;
}

type Browser = ReturnType<typeof createConsoleBrowser>;
type Answer = Awaited<ReturnType<Browser['call']>>;
type Method = Parameters<Browser['call']>[0];

/** A signed-in person. With a holder, a member of it whose second factor was just passed. */
async function person({ holderId, role = 'owner' }: { holderId?: bigint; role?: Role } = {}) {
  const email = newEmail();
  const made = await account.people.signUp(shell, { name: `Ada ${count}`, email, password, emailVerified: true });
  const { personId } = made;
  if (holderId !== undefined) await run((tx) => insertMember(tx, holderId, personId, role));
  const browser = createConsoleBrowser(account.app);
  await browser.signIn(email);
  const pass = async () => {
    await account.pool.query('update people set second_factor = true where id = $1', [personId]);
    await account.pool.query('update sessions set second_factor_at = now() where person_id = $1', [personId]);
  };
  if (holderId !== undefined) await pass();
  return {
    email,
    personId,
    name: made.name,
    pass,
    browser,
    ask: (method: Method | 'PUT', path: string, body?: object, { as = holderId, mode = 'test', key = '' } = {}) =>
      browser.call(method as Method, path, body, {
        ...ownPage,
        'sluice-mode': mode,
        ...(as === undefined ? {} : { 'sluice-holder': String(as) }),
        ...(key === '' ? {} : { 'idempotency-key': key }),
      }),
  };
}

const dataOf = (answer: Answer) => answer.json().data;
const refusalOf = (answer: Answer): string => answer.json().error?.code ?? String(answer.statusCode);

async function joinToken(email: string): Promise<string> {
  const mail = (await account.mailsTo(email)).at(-1);
  return /\/join\/([0-9A-Za-z]+)/.exec(mail?.text ?? '')?.[1] as string;
}

const entriesOf = async (holderId: bigint): Promise<{ action: string; actor_id: string }[]> =>
  (
    await account.pool.query('select action, actor_id, role from audit_log where holder_id = $1 order by id', [
      holderId,
    ])
  ).rows;

const rolesIn = async (holderId: bigint): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await account.pool.query('select person_id, role from members where holder_id = $1', [holderId])).rows.map(
      ({ person_id, role }) => [person_id, role],
    ),
  );

describe('docs/contract/people.md, "Opening an account": signing up', () => {
  it('opens a wallet unless it is told not to; then the person has no account yet', async () => {
    const payer = await newPerson(account, newEmail());
    expect(dataOf(await payer.get('/session')).holders).toMatchObject([{ kind: 'customer', status: 'active' }]);

    const email = newEmail();
    const browser = createConsoleBrowser(account.app);
    expectDone(await browser.post('/sign-ups', { name: 'Ada', email, password, wallet: false }));
    await account.deliver();
    expectDone(await browser.post('/sign-ups/confirmations', { token: await account.linkToken(email), password }), {
      state: 'signed_in',
    });
    expect(dataOf(await browser.get('/session')).holders).toEqual([]);
  });

  it.each(['company', 'merchant'] as const)(
    'a %s of one’s own is pending, in the audit log, and works in test mode alone',
    async (kind) => {
      const ada = await person();
      const answer = await ada.ask('POST', '/holders', { kind, name: '  Taverna  ' });
      expect([answer.statusCode, dataOf(answer)]).toEqual([
        201,
        { holder_id: expect.any(Number), kind, name: 'Taverna', status: 'pending' },
      ]);
      const holderId = BigInt(dataOf(answer).holder_id);
      expect(await entriesOf(holderId)).toEqual([{ action: 'holders.open', actor_id: ada.personId, role: 'owner' }]);
      expect((await ada.ask('POST', '/keys', {}, { as: holderId })).statusCode).toBe(201);
      expect(refusalOf(await ada.ask('GET', '/keys', undefined, { as: holderId, mode: 'live' }))).toBe(
        `${kind}_not_active`,
      );
    },
  );

  it('a request sent twice, and at once, opens one; the key of another request is refused', async () => {
    const ada = await person();
    const wanted = { kind: 'company', name: 'Twice' };
    const answers = await Promise.all([1, 2, 3].map(() => ada.ask('POST', '/holders', wanted, { key: 'one' })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => dataOf(answer).holder_id)).size).toBe(1);
    const other = await ada.ask('POST', '/holders', { kind: 'company', name: 'Other' }, { key: 'one' });
    expectRefused(other, 409, 'idempotency_conflict');
    expectRefused(await ada.ask('POST', '/holders', wanted), 422, 'validation_failed', ['name']);
  });

  it('a person has one wallet, named after them, at once active', async () => {
    const ada = await person();
    const [first, second] = [
      await ada.ask('POST', '/holders', { kind: 'customer' }),
      await ada.ask('POST', '/holders', { kind: 'customer', name: 'Other' }),
    ];
    expect(dataOf(first)).toMatchObject({ name: ada.name, status: 'active' });
    expect([second.statusCode, dataOf(second).holder_id]).toEqual([200, dataOf(first).holder_id]);
  });

  it.each([
    [{ kind: 'courier', name: 'A' }, 'kind'],
    [{ kind: 'company' }, 'name'],
    [{ kind: 'company', name: ' ' }, 'name'],
    [{ kind: 'company', name: 'x'.repeat(101) }, 'name'],
    [{ kind: 'company', name: 'a\u0000' }, 'name'],
  ])('%j is refused', async (body, field) => {
    expectRefused(await (await person()).ask('POST', '/holders', body), 422, 'validation_failed', [field]);
  });

  it('a person opens five in 24 hours, and others are not kept from it', async () => {
    const ada = await person();
    for (let n = 0; n < 5; n += 1) {
      expect((await ada.ask('POST', '/holders', { kind: 'merchant', name: `Shop ${n}` })).statusCode).toBe(201);
    }
    expectRefused(await ada.ask('POST', '/holders', { kind: 'merchant', name: 'Shop 6' }), 429, 'rate_limited');
    expect((await (await person()).ask('POST', '/holders', { kind: 'merchant', name: 'Shop' })).statusCode).toBe(201);
    await account.pool.query(
      `update holder_openings set opened_at = now() - interval '25 hours' where person_id = $1`,
      [ada.personId],
    );
    expect((await ada.ask('POST', '/holders', { kind: 'merchant', name: 'Shop 6' })).statusCode).toBe(201);
  });
});

describe('docs/contract/people.md, "Opening an account": the first steps', () => {
  const stepsOf = async (owner: Awaited<ReturnType<typeof person>>, as: bigint) => {
    const { steps, go_live: goLive, applies } = dataOf(await owner.ask('GET', '/home/checklist', undefined, { as }));
    const done = (steps as { step: string; done: boolean }[]).filter((one) => one.done).map(({ step }) => step);
    return { done, goLive, applies };
  };

  it('of a platform are done by what has happened, up to the request to go live', async () => {
    const ada = await person();
    const holderId = BigInt(dataOf(await ada.ask('POST', '/holders', { kind: 'company', name: 'Platform' })).holder_id);
    expect(await stepsOf(ada, holderId)).toEqual({ done: [], goLive: 'not_requested', applies: true });
    const pair = dataOf(await ada.ask('POST', '/keys', {}, { as: holderId }));
    const api = createPartnerClient(account.app, { clientId: pair.client_id, clientSecret: pair.client_secret });
    const shadow = {
      is_shadow: true,
      shadow_merchant_ref: 'r1',
      splits: [{ beneficiary_type: 'merchant', amount: 12.5 }],
    };
    expect((await api.post('/orders', orderBody(shadow))).statusCode).toBe(201);
    expect((await stepsOf(ada, holderId)).done).toEqual(['key', 'order']);
    const invite = { email: newEmail(), type: 'merchant', name: 'Taverna' };
    await ada.ask('POST', '/invitations', invite, { as: holderId });
    await ada.ask('POST', '/wallets/topups', { amount: 100, currency: 'EUR' }, { as: holderId });
    await ada.ask('POST', '/settlements', {}, { as: holderId });
    expect((await stepsOf(ada, holderId)).done).toEqual(['key', 'order', 'invite', 'top_up', 'settle']);
    const endpoint = { url: 'https://platform.example/hooks' };
    expect((await ada.ask('POST', '/webhook-endpoints', endpoint, { as: holderId })).statusCode).toBe(201);
    expect((await stepsOf(ada, holderId)).done.at(-1)).toBe('webhook');

    expectRefused(await ada.ask('POST', '/approval-requests', undefined, { as: holderId }), 422, 'validation_failed', [
      'legal_name',
      'activity',
      'address',
      'country',
      'website',
      'monthly_volume',
    ]);
    await ada.ask('PUT', '/business', { ...businessBody, name: 'Platform' }, { as: holderId });
    expect((await ada.ask('POST', '/approval-requests', undefined, { as: holderId })).statusCode).toBe(200);
    expect(await stepsOf(ada, holderId)).toMatchObject({
      done: expect.arrayContaining(['go_live']),
      goLive: 'waiting',
    });
    await run((tx) => approveHolder(operator(), tx, holderId, new Date()));
    expect(await stepsOf(ada, holderId)).toMatchObject({ goLive: 'approved', applies: true });
  });

  it('are not done by what happens in live mode, waits, or settles nothing', async () => {
    const company = await makeCompany(account.db);
    const owner = await person({ holderId: company });
    const [live, test] = [await makeKey(account.db, company, 'live'), await makeKey(account.db, company)];
    const shadow = {
      is_shadow: true,
      shadow_merchant_ref: 'r1',
      splits: [{ beneficiary_type: 'merchant', amount: 12.5 }],
    };
    expect((await createPartnerClient(account.app, live).post('/orders', orderBody(shadow))).statusCode).toBe(201);
    await createPartnerClient(account.app, live).post('/wallets/topups', { amount: 100, currency: 'EUR' });
    const endpoint = { url: 'https://platform.example/hooks' };
    expect((await createPartnerClient(account.app, live).post('/webhook-endpoints', endpoint)).statusCode).toBe(201);
    expect((await createPartnerClient(account.app, test).post('/settlements')).statusCode).toBeLessThan(300);
    await account.pool.query(
      `insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at)
      values ($1, $2, 'test', 'pending', 'clearing', 'bank', 100, 'EUR', now())`,
      [company, newPublicId('top', company)],
    );
    // The operator made it, approved.
    expect((await stepsOf(owner, company)).done).toEqual(['key', 'go_live']);

    const shop = await makeHolder(account.db, 'merchant');
    const seller = await person({ holderId: shop });
    const insertPayment = (mode: 'test' | 'live', status: string) =>
      account.pool.query(
        `insert into payments (holder_id, id, mode, base, amount, currency, status, created_at, updated_at, expires_at)
        values ($1, $2, $3, 'api', 100, 'EUR', $4, now(), now(), now())`,
        [shop, newPublicId('pay', shop), mode, status],
      );
    await insertPayment('live', 'expired');
    expect((await stepsOf(seller, shop)).done).toEqual(['go_live']);
    await insertPayment('test', 'expired');
    expect((await stepsOf(seller, shop)).done).toEqual(['payment', 'go_live']);
  });

  it('are not shown to an account that the operator made, and not to couriers', async () => {
    const company = await makeCompany(account.db);
    const owner = await person({ holderId: company });
    expect((await stepsOf(owner, company)).applies).toBe(false);
    const courier = await makeHolder(account.db, 'courier');
    expectRefused(await (await person({ holderId: courier })).ask('GET', '/home/checklist'), 403, 'forbidden');
  });
});

describe('docs/contract/people.md, "Going live and suspension": a business', () => {
  it('is filled in bit by bit; what changed is in the audit log, and an unchanged one is not', async () => {
    const shop = await makeHolder(account.db, 'merchant');
    const owner = await person({ holderId: shop });
    const empty = dataOf(await owner.ask('GET', '/business'));
    expect(empty).toMatchObject({ name: 'A merchant', legal_name: '', monthly_volume: null });
    const body = { ...businessBody, website: 'taverna.example', legal_name: '' };
    expect(dataOf(await owner.ask('PUT', '/business', body))).toMatchObject({
      website: 'https://taverna.example/',
      missing: ['legal_name'],
    });
    await owner.ask('PUT', '/business', body);
    const { rows } = await account.pool.query(`select before, after from audit_log where holder_id = $1`, [shop]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      before: { name: 'A merchant', country: '' },
      after: { name: 'Taverna', country: 'DE' },
    });
    expect(rows[0].after).not.toHaveProperty('legalName');
    const viewer = await person({ holderId: shop, role: 'viewer' });
    expect(dataOf(await viewer.ask('GET', '/business')).name).toBe('Taverna');
    expectRefused(await viewer.ask('PUT', '/business', body), 403, 'forbidden');
  });

  it.each([
    ['website', 'javascript:alert(1)'],
    ['website', 'https://user:word@taverna.example'],
    ['website', 'no dots'],
    ['country', 'ZZ'],
    ['country', 'de'],
    ['name', ' '],
    ['activity', 'x'.repeat(501)],
    ['monthly_volume', 'much'],
  ])('%s is not %j', async (field, value) => {
    const owner = await person({ holderId: await makeHolder(account.db, 'merchant') });
    expectRefused(await owner.ask('PUT', '/business', { ...businessBody, [field]: value }), 422, 'validation_failed', [
      field,
    ]);
  });
});

describe('docs/contract/people.md, "Members": an invitation', () => {
  let company: bigint;
  let owner: Awaited<ReturnType<typeof person>>;
  beforeEach(async () => {
    company = await makeCompany(account.db);
    owner = await person({ holderId: company });
  });
  const invite = (email: string, role: string = 'developer', language?: string) =>
    owner.ask('POST', '/members/invitations', { email, role, language });
  const view = (browser: Browser, token: string) => browser.post('/member-invitations/views', { token });
  const accept = (browser: Browser, token: string) => browser.post('/member-invitations/acceptances', { token });

  it('is mailed once, shown to whoever has its link, and accepted by the invited person alone', async () => {
    const [invited, stranger, visitor] = [await person(), await person(), createConsoleBrowser(account.app)];
    const made = await invite(` ${invited.email.toUpperCase()} `, 'developer', 'el');
    expect([made.statusCode, dataOf(made)]).toMatchObject([
      201,
      { email: invited.email, role: 'developer', status: 'pending' },
    ]);
    expect((await invite(invited.email)).statusCode).toBe(200);
    expectRefused(await invite(invited.email, 'owner'), 409, 'invalid_state');
    const { rows } = await account.pool.query('select language from mails where recipient = $1', [invited.email]);
    expect(rows).toEqual([{ language: 'el' }]);
    const token = await joinToken(invited.email);
    const shown = {
      holder: { name: 'Bolt Bistro', kind: 'company' },
      role: 'developer',
      status: 'pending',
      holder_id: null,
    };
    expect(dataOf(await view(visitor, token))).toEqual({ ...shown, looker: 'signed_out', email: 'j…@example.com' });
    expect(dataOf(await view(stranger.browser, token)).looker).toBe('other_address');
    expect(dataOf(await view(invited.browser, token)).looker).toBe('invited');

    expectRefused(await accept(visitor, token), 401, 'signed_out');
    expectRefused(await accept(stranger.browser, token), 403, 'forbidden');
    expect((await accept(stranger.browser, token)).body).not.toContain(invited.email);
    expectDone(await accept(invited.browser, token), {
      holder_id: Number(company),
      name: 'Bolt Bistro',
      role: 'developer',
    });
    expect((await rolesIn(company))[invited.personId]).toBe('developer');
    expect((await account.mailsTo(owner.email)).at(-1)).toMatchObject({ subject: 'A new member has joined' });
    expect((await entriesOf(company)).map(({ action }) => action)).toEqual([
      'members.invite',
      'member_invitations.accept',
    ]);

    // Again, by the same person and by another.
    expect((await accept(invited.browser, token)).statusCode).toBe(200);
    expect(dataOf(await view(invited.browser, token))).toMatchObject({ looker: 'member', holder_id: Number(company) });
    expectRefused(await accept(stranger.browser, token), 410, 'link_expired');
    expect(dataOf(await view(visitor, token)).status).toBe('accepted');
    expectRefused(await invite(invited.email), 422, 'validation_failed', ['email']);
  });

  it('is in no list, log, audit entry or answer with its token', async () => {
    const email = newEmail();
    const answer = await invite(email);
    const token = await joinToken(email);
    const list = await owner.ask('GET', '/members');
    const { rows } = await account.pool.query(
      `select (select string_agg(a::text, '') from audit_log a) || (select string_agg(m::text, '') from member_invitations m) as everything`,
    );
    const everything = [answer.body, list.body, rows[0].everything, ...account.lines].join('\n');
    expect(everything).toContain(email);
    expect(everything).not.toContain(token);
  });

  it('of an address that is not confirmed cannot be accepted', async () => {
    const invited = await person();
    await invite(invited.email);
    await account.pool.query('update people set email_verified = false where id = $1', [invited.personId]);
    expect(dataOf(await view(invited.browser, await joinToken(invited.email))).looker).toBe('unconfirmed');
    expectRefused(await accept(invited.browser, await joinToken(invited.email)), 403, 'forbidden');
  });

  it('ends when it is revoked, sent again or too old; sent again it works anew', async () => {
    const invited = await person();
    const id = dataOf(await invite(invited.email)).invitation_id;
    const first = await joinToken(invited.email);
    expect((await owner.ask('POST', `/members/invitations/${id}/resend`)).statusCode).toBe(200);
    const second = await joinToken(invited.email);
    expect(second).not.toBe(first);
    expectRefused(await accept(invited.browser, first), 410, 'link_expired');
    expectRefused(await view(invited.browser, first), 410, 'link_expired');

    await account.pool.query('update member_invitations set expires_at = now() where id = $1', [id]);
    expect(dataOf(await view(invited.browser, second)).status).toBe('expired');
    expectRefused(await accept(invited.browser, second), 410, 'link_expired');
    expect(dataOf(await owner.ask('GET', '/members')).invitations).toMatchObject([
      { invitation_id: id, status: 'expired' },
    ]);
    await owner.ask('POST', `/members/invitations/${id}/resend`);

    expect(dataOf(await owner.ask('POST', `/members/invitations/${id}/revoke`)).status).toBe('revoked');
    expect((await owner.ask('POST', `/members/invitations/${id}/revoke`)).statusCode).toBe(200);
    expect(dataOf(await view(invited.browser, await joinToken(invited.email))).status).toBe('revoked');
    expectRefused(await accept(invited.browser, await joinToken(invited.email)), 410, 'link_expired');
    expectRefused(await owner.ask('POST', `/members/invitations/${id}/resend`), 409, 'invalid_state');
    expect(await rolesIn(company)).toEqual({ [owner.personId]: 'owner' });
  });

  it('invited anew after it expired, an address is shown once; the older one is not sent again', async () => {
    const email = newEmail();
    const old = dataOf(await invite(email)).invitation_id;
    await account.pool.query('update member_invitations set expires_at = now() where id = $1', [old]);
    const anew = dataOf(await invite(email, 'finance')).invitation_id;
    expect(dataOf(await owner.ask('GET', '/members')).invitations).toMatchObject([
      { invitation_id: anew, role: 'finance' },
    ]);
    expectRefused(await owner.ask('POST', `/members/invitations/${old}/resend`), 409, 'invalid_state');
  });

  it('is mailed five times a day to one address, and fifty times in all', async () => {
    const email = newEmail();
    const id = dataOf(await invite(email)).invitation_id;
    for (let n = 1; n < 5; n += 1) await owner.ask('POST', `/members/invitations/${id}/resend`);
    expectRefused(await owner.ask('POST', `/members/invitations/${id}/resend`), 429, 'rate_limited');
    await account.pool.query('update member_invitation_mails set mails = 50 where holder_id = $1', [company]);
    expectRefused(await invite(newEmail()), 429, 'rate_limited');
    await account.pool.query(`update member_invitation_mails set day = day - 1 where holder_id = $1`, [company]);
    expect((await invite(newEmail())).statusCode).toBe(201);
    const { rows } = await account.pool.query('select mails from member_invitation_mails where holder_id = $1', [
      company,
    ]);
    expect(rows).toEqual([{ mails: 1 }]);
  });

  it('accepted many times at once makes one member and one mail', async () => {
    const invited = await person();
    await invite(invited.email);
    const token = await joinToken(invited.email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(invited.browser, token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const joined = (await account.mailsTo(owner.email)).filter(({ subject }) => subject === 'A new member has joined');
    expect(joined).toHaveLength(1);
  });

  it('accepted while it is revoked is one or the other', async () => {
    const invited = await person();
    const id = dataOf(await invite(invited.email)).invitation_id;
    const token = await joinToken(invited.email);
    const [accepted, revoked] = await Promise.all([
      accept(invited.browser, token),
      owner.ask('POST', `/members/invitations/${id}/revoke`),
    ]);
    expect([accepted.statusCode, revoked.statusCode].sort()).toEqual(
      accepted.statusCode === 200 ? [200, 409] : [200, 410],
    );
    expect(invited.personId in (await rolesIn(company))).toBe(accepted.statusCode === 200);
  });

  it.each([
    [{ email: 'nobody', role: 'viewer' }, 'email'],
    [{ email: 'a@example.com', role: 'administrator' }, 'role'],
    [{ email: 'a@example.com' }, 'role'],
  ])('%j is refused', async (body, field) => {
    expectRefused(await owner.ask('POST', '/members/invitations', body), 422, 'validation_failed', [field]);
  });

  it('of a suspended account is not accepted', async () => {
    const invited = await person();
    await invite(invited.email);
    await account.pool.query(`update holders set status = 'suspended', suspended_from = 'active' where id = $1`, [
      company,
    ]);
    expectRefused(await accept(invited.browser, await joinToken(invited.email)), 409, 'invalid_state');
  });

  it('a team has at most 200 members and open invitations', async () => {
    await account.pool.query(
      `insert into member_invitations (holder_id, id, email, role, token_hash, created_at, expires_at)
       select $1::text::bigint, 'minv_' || n, 'x' || n || '@example.com', 'viewer', sha256(convert_to($1::text || '-' || n, 'UTF8')), now(), now() + interval '1 day'
       from generate_series(1, 199) n`,
      [String(company)],
    );
    expectRefused(await invite(newEmail()), 422, 'validation_failed');
    await account.pool.query(
      `update member_invitations set expires_at = now() - interval '1 second' where holder_id = $1 and id = 'minv_1'`,
      [company],
    );
    expect((await invite(newEmail())).statusCode).toBe(201);
  });
});

describe('docs/contract/people.md, "Members": roles', () => {
  let company: bigint;
  let owner: Awaited<ReturnType<typeof person>>;
  let other: Awaited<ReturnType<typeof person>>;
  beforeEach(async () => {
    company = await makeCompany(account.db);
    owner = await person({ holderId: company });
    other = await person({ holderId: company, role: 'finance' });
  });

  it('are listed with who it is, and whether their two-step sign-in is on', async () => {
    await account.pool.query('update people set second_factor = false where id = $1', [other.personId]);
    expect(dataOf(await owner.ask('GET', '/members')).members).toEqual([
      {
        person_id: owner.personId,
        name: owner.name,
        email: owner.email,
        role: 'owner',
        two_step: true,
        you: true,
        since: expect.any(String),
      },
      {
        person_id: other.personId,
        name: other.name,
        email: other.email,
        role: 'finance',
        two_step: false,
        you: false,
        since: expect.any(String),
      },
    ]);
  });

  it('are changed by an owner; the member is mailed, may do it at once, and the log says it', async () => {
    expectRefused(await other.ask('POST', '/keys', {}), 403, 'forbidden');
    const changed = await owner.ask('PATCH', `/members/${other.personId}`, { role: 'developer' });
    expect(dataOf(changed)).toMatchObject({ person_id: other.personId, role: 'developer' });
    expect((await other.ask('POST', '/keys', {})).statusCode).toBe(201);
    await owner.ask('PATCH', `/members/${other.personId}`, { role: 'developer' });
    expect((await account.mailsTo(other.email)).map(({ subject }) => subject)).toEqual(['Your role was changed']);
    const { rows } = await account.pool.query(
      `select before, after from audit_log where holder_id = $1 and action = 'members.change_role'`,
      [company],
    );
    expect(rows).toEqual([{ before: { role: 'finance' }, after: { role: 'developer' } }]);
    expectRefused(
      await owner.ask('PATCH', `/members/${other.personId}`, { role: 'support' }),
      422,
      'validation_failed',
      ['role'],
    );
  });

  it('who is removed finds nothing with the next request, and who leaves likewise', async () => {
    const leaver = await person({ holderId: company, role: 'viewer' });
    expectDone(await owner.ask('DELETE', `/members/${other.personId}`));
    expectRefused(await other.ask('GET', '/members'), 404, 'not_found');
    expect((await account.mailsTo(other.email)).at(-1)).toMatchObject({ subject: 'You were removed from a team' });
    expectRefused(await owner.ask('DELETE', `/members/${other.personId}`), 404, 'not_found');
    expectDone(await leaver.ask('POST', '/members/leave'));
    expectRefused(await leaver.ask('GET', '/members'), 404, 'not_found');
    expect((await account.mailsTo(owner.email)).at(-1)).toMatchObject({ subject: 'A member has left' });
    expect(dataOf(await leaver.browser.get('/session')).holders).toEqual([]);
    expect(await rolesIn(company)).toEqual({ [owner.personId]: 'owner' });
  });

  it.each<[string, () => Promise<Answer>]>([
    ['demoted', () => owner.ask('PATCH', `/members/${owner.personId}`, { role: 'viewer' })],
    ['removed', () => owner.ask('DELETE', `/members/${owner.personId}`)],
    ['gone', () => owner.ask('POST', '/members/leave')],
  ])('the last owner is not %s', async (_, act) => {
    expectRefused(await act(), 409, 'invalid_state');
    expect((await rolesIn(company))[owner.personId]).toBe('owner');
  });

  type Act = (actor: { personId: string; peer: string }) => Promise<unknown>;
  const by = (personId: string) => memberOf({ holderId: company, mode: 'test' }, { personId });
  const acts: Record<string, Act> = {
    'remove each other': ({ personId, peer }) => run((tx) => removeMember(by(personId), tx, company, peer)),
    'demote each other': ({ personId, peer }) =>
      run((tx) => changeMemberRole(by(personId), tx, company, peer, 'viewer')),
    leave: ({ personId }) => run((tx) => leaveTeam(by(personId), tx, company)),
    'demote themselves': ({ personId }) => run((tx) => changeMemberRole(by(personId), tx, company, personId, 'viewer')),
  };
  it.each(Object.keys(acts))('two owners who %s at the same time leave one', async (name) => {
    const act = acts[name] as Act;
    await owner.ask('PATCH', `/members/${other.personId}`, { role: 'owner' });
    const [a, b] = [owner.personId, other.personId];
    const results = await Promise.allSettled([act({ personId: a, peer: b }), act({ personId: b, peer: a })]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(Object.values(await rolesIn(company)).filter((role) => role === 'owner')).toHaveLength(1);
  });

  it.each<MemberRole>(['finance', 'developer', 'viewer'])('are not changed by a %s member', async (role) => {
    const member = await person({ holderId: company, role });
    for (const answer of [
      await member.ask('POST', '/members/invitations', { email: newEmail(), role: 'viewer' }),
      await member.ask('PATCH', `/members/${member.personId}`, { role: 'owner' }),
      await member.ask('DELETE', `/members/${owner.personId}`),
    ]) {
      expectRefused(answer, 403, 'forbidden');
    }
    expect((await member.ask('GET', '/members')).statusCode).toBe(200);
  });

  it('need a fresh second factor, in test mode too', async () => {
    await account.pool.query(
      `update sessions set second_factor_at = now() - interval '11 minutes' where person_id = $1`,
      [owner.personId],
    );
    for (const mode of ['test', 'live'] as Mode[]) {
      const answer = await owner.ask('POST', '/members/invitations', { email: newEmail(), role: 'viewer' }, { mode });
      expectRefused(answer, 403, 'second_factor_required');
    }
  });

  it('of another account are none of an owner’s, and a wallet has none', async () => {
    const elsewhere = await person({ holderId: await makeCompany(account.db), role: 'finance' });
    expectRefused(await owner.ask('PATCH', `/members/${elsewhere.personId}`, { role: 'viewer' }), 404, 'not_found');
    expectRefused(await owner.ask('DELETE', `/members/${elsewhere.personId}`), 404, 'not_found');
    const wallet = await person({ holderId: await makeHolder(account.db, 'customer') });
    expectRefused(await wallet.ask('GET', '/members'), 403, 'forbidden');
    // Nor an administrator's, whose other rights reach every account.
    await expect(run((tx) => removeMember(operator(), tx, company, other.personId))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('docs/contract/people.md, "Members": the operator’s own', () => {
  it('are invited by an administrator, and can do nothing before two-step sign-in is on', async () => {
    const administrator = await person({ holderId: serviceHolderId, role: 'administrator' });
    const joiner = await person();
    expectRefused(
      await administrator.ask('POST', '/operator/members/invitations', { email: joiner.email, role: 'owner' }),
      422,
      'validation_failed',
      ['role'],
    );
    expectRefused(
      await administrator.ask('POST', '/members/invitations', { email: joiner.email, role: 'viewer' }),
      403,
      'forbidden',
    );
    const made = await administrator.ask('POST', '/operator/members/invitations', {
      email: joiner.email,
      role: 'support',
    });
    expect(made.statusCode).toBe(201);
    const token = await joinToken(joiner.email);
    expect((await joiner.browser.post('/member-invitations/acceptances', { token })).statusCode).toBe(200);

    const inbox = () => joiner.ask('GET', '/operator/inbox', undefined, { as: serviceHolderId });
    expectRefused(await inbox(), 403, 'second_factor_missing');
    expectRefused(
      await joiner.ask('GET', '/session', undefined, { as: serviceHolderId }),
      403,
      'second_factor_missing',
    );
    expect(dataOf(await joiner.browser.get('/session')).holders).toMatchObject([{ kind: 'service', role: 'support' }]);
    expect((await joiner.browser.post('/second-factor', { password })).statusCode).toBe(200);
    await joiner.pass();
    expect((await inbox()).statusCode).toBe(200);
    expectRefused(
      await joiner.ask('DELETE', `/operator/members/${administrator.personId}`, undefined, { as: serviceHolderId }),
      403,
      'forbidden',
    );
    const listed = dataOf(await administrator.ask('GET', '/operator/members')).members as {
      person_id: string;
      role: string;
    }[];
    expect(listed).toEqual(
      expect.arrayContaining([expect.objectContaining({ person_id: joiner.personId, role: 'support' })]),
    );

    expectRefused(await administrator.ask('POST', '/operator/members/leave'), 409, 'invalid_state');
    expect(
      (await administrator.ask('PATCH', `/operator/members/${joiner.personId}`, { role: 'administrator' })).statusCode,
    ).toBe(200);
    expectDone(await administrator.ask('POST', '/operator/members/leave'));
    expectRefused(
      await joiner.ask('DELETE', `/operator/members/${joiner.personId}`, undefined, { as: serviceHolderId }),
      409,
      'invalid_state',
    );
  });
});

describe('the use cases', () => {
  it('refuse whoever may not, whatever the route said', async () => {
    const company = await makeCompany(account.db);
    const deps = { publicUrl: 'http://localhost:8080', now: () => new Date() };
    const wanted = { email: newEmail(), role: 'viewer' } as const;
    const stranger = memberOf({ holderId: await makeCompany(account.db), mode: 'test' });
    await expect(run((tx) => inviteMember(stranger, tx, deps, company, wanted))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(run((tx) => inviteMember(shell, tx, deps, company, wanted))).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(run((tx) => resendMemberInvitation(stranger, tx, deps, company, 'minv_1'))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(run((tx) => joinTeam(signedIn('nobody'), tx, 'unknown', deps.now))).rejects.toMatchObject({
      code: 'link_expired',
    });
  });
});
