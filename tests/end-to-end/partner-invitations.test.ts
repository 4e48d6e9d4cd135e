/** Invitations and the end of links over interface B: bodies, lists, bounds, other companies, and what still settles. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptInvitation } from '../../src/features/links/answer-invitation.ts';
import { mailsTo } from '../fixtures/people.ts';
import { signedIn } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { expectViolation } from '../support/on-cluster.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let company: bigint;
let test: PartnerClient;
let live: PartnerClient;
let count = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  test = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});

const newEmail = (): string => {
  count += 1;
  return `party${count}@example.com`;
};
const body = (changes: Record<string, unknown> = {}) => ({
  email: newEmail(),
  type: 'merchant',
  name: 'Taverna',
  ...changes,
});
const send = async (changes: Record<string, unknown> = {}, client = test) =>
  (await client.post('/invitations', body(changes))).json().data;

async function rowsOf(): Promise<{ invitations: number; mails: number }> {
  const { rows } = await server.database.pool.query(
    'select (select count(*)::int from invitations) as invitations, (select count(*)::int from mails) as mails',
  );
  return rows[0];
}

describe('POST /invitations', () => {
  it('answers the invitation, and mails its link', async () => {
    const answer = await live.post('/invitations', {
      email: ' Ada.Lovelace@Example.COM ',
      type: 'courier',
      name: ' Ada ',
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        status: true,
        data: {
          invitation_id: expect.stringMatching(/^inv_[0-9A-Za-z]+$/),
          email: 'ada.lovelace@example.com',
          type: 'courier',
          name: 'Ada',
          status: 'pending',
          modes: ['test', 'live'],
          beneficiary_ref: null,
          expires_at: expect.any(String),
          created_at: expect.any(String),
          decided_at: null,
        },
      },
    ]);
    const { created_at, expires_at } = answer.json().data;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(14 * 86_400_000);
    const [mail] = await mailsTo(server.database.pool, 'ada.lovelace@example.com');
    const token = /invitations\/([0-9A-Za-z]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    expect(answer.body).not.toContain(token);
  });

  it('answers the open one to the same address and type, whatever the key’s mode', async () => {
    const first = await send({}, live);
    const again = await test.post('/invitations', { ...body({ email: first.email, name: 'Another name' }) });
    expect([again.statusCode, again.headers['idempotent-replayed'], again.json().data]).toEqual([200, 'true', first]);
    expect(await mailsTo(server.database.pool, first.email)).toHaveLength(1);
    expect((await send({ email: first.email, type: 'courier' })).invitation_id).not.toBe(first.invitation_id);
  });

  it('works once for one Idempotency-Key', async () => {
    const asked = body();
    const headers = { 'idempotency-key': 'k1' };
    const [a, b] = await Promise.all([
      test.post('/invitations', asked, headers),
      test.post('/invitations', asked, headers),
    ]);
    expect([a.statusCode, b.statusCode, a.body === b.body]).toEqual([201, 201, true]);
    expect(await mailsTo(server.database.pool, asked.email)).toHaveLength(1);
    expect((await test.post('/invitations', body(), headers)).statusCode).toBe(409);
  });

  it.each([
    ['nothing', {}, ['email', 'type', 'name']],
    ['a partner', body({ type: 'partner' }), ['type']],
    ['numbers', { email: 1, type: 2, name: 3 }, ['email', 'type', 'name']],
    ['no address, and no name', { email: 'ada', type: 'x', name: ' ' }, ['email', 'type', 'name']],
    ['a header', body({ email: 'ada@example.com\r\nBcc: eve@example.com' }), ['email']],
    ['a header in the local part', body({ email: '"a\r\nBcc: b@c.de"@example.com' }), ['email']],
    ['a trailing line break', body({ email: 'ada@example.com\n' }), ['email']],
    ['two addresses', body({ email: 'ada@example.com,eve@example.com' }), ['email']],
    ['a display name', body({ email: 'Ada <ada@example.com>' }), ['email']],
    ['a very long address', body({ email: `${'a'.repeat(250)}@example.com` }), ['email']],
    ['an address without a dot', body({ email: 'ada@localhost' }), ['email']],
    ['an address with NUL', body({ email: 'ada\u0000@example.com' }), ['email']],
    ['a name with a line break', body({ name: 'Ada\nLovelace' }), ['name']],
    ['a name turned around', body({ name: 'Ada\u202E' }), ['name']],
    ['a lone surrogate', body({ name: '\ud800' }), ['name']],
    ['a long name', body({ name: 'x'.repeat(101) }), ['name']],
    ['an empty name', body({ name: '' }), ['name']],
    ['lists', { email: [], type: [], name: {} }, ['email', 'type', 'name']],
  ])('refuses %s, names every field, and writes nothing', async (_what, wrong, fields) => {
    const before = await rowsOf();
    const answer = await test.post('/invitations', wrong);
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
    const named = answer.json().error.details.map((detail: { field: string }) => detail.field);
    expect([...named].sort()).toEqual([...fields].sort());
    expect(await rowsOf()).toEqual(before);
  });

  it.each(['', '[]', '"x"', 'null', '{'])('refuses %j as no object', async (text) => {
    expect((await test.post('/invitations', text)).statusCode).toBe(400);
  });

  it('is refused to a suspended company, with either key', async () => {
    await server.db.updateTable('holders').set({ status: 'suspended' }).where('id', '=', company).execute();
    const fresh = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
    const freshLive = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
    for (const client of [fresh, freshLive]) {
      const answer = await client.post('/invitations', body());
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'company_not_active']);
    }
  });

  it('says when too many mails go to one address', async () => {
    const { invitation_id } = await send();
    for (let sent = 1; sent < 5; sent += 1) {
      expect((await test.post(`/invitations/${invitation_id}/resend`)).statusCode).toBe(200);
    }
    const answer = await test.post(`/invitations/${invitation_id}/resend`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('GET /invitations', () => {
  it('lists newest first, by status, page by page, to both modes', async () => {
    const made = [];
    for (let one = 0; one < 5; one += 1) made.unshift(await send());
    await test.post(`/invitations/${made[1].invitation_id}/revoke`);
    await server.database.pool.query('update invitations set expires_at = now() where id = $1', [
      made[2].invitation_id,
    ]);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { data: { invitation_id: string }[]; next_cursor: string | null } = (
        await live.get(`/invitations?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json();
      seen.push(...page.data.map((one) => one.invitation_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(made.map((one) => one.invitation_id));
    const by = async (status: string) =>
      (await test.get(`/invitations?status=${status}`))
        .json()
        .data.map((one: { invitation_id: string }) => one.invitation_id);
    expect(await by('revoked')).toEqual([made[1].invitation_id]);
    expect(await by('expired')).toEqual([made[2].invitation_id]);
    expect(await by('pending')).toHaveLength(3);
    expect((await test.get(`/invitations/${made[2].invitation_id}`)).json().data.status).toBe('expired');
    for (const query of ['status=open', 'limit=0', 'limit=x', 'cursor=x']) {
      expect((await test.get(`/invitations?${query}`)).statusCode).toBe(422);
    }
  });
});

describe('another company', () => {
  it('finds nothing and changes nothing', async () => {
    const { invitation_id } = await send();
    const link = await makeLink(server.db, company, 'merchant');
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db), 'live'));
    const forged = `inv_${'0'.repeat(33)}`;
    for (const id of [invitation_id, forged, 'inv_x', 'x', '%00', 'x'.repeat(2_000)]) {
      expect((await other.get(`/invitations/${id}`)).statusCode).toBe(404);
      for (const path of ['revoke', 'resend']) {
        expect((await other.post(`/invitations/${id}/${path}`)).statusCode).toBe(404);
      }
    }
    for (const id of [link, 0, 'x', '-1', '9'.repeat(30)]) {
      expect((await other.post(`/beneficiaries/${id}/end`)).statusCode).toBe(404);
    }
    expect((await other.get('/invitations')).json().data).toEqual([]);
    expect((await test.get(`/invitations/${invitation_id}`)).json().data.status).toBe('pending');
    expect((await test.get('/beneficiaries')).json().data).toMatchObject([{ status: 'active' }]);
  });
});

describe('POST /invitations/{id}/revoke', () => {
  it('is done once, told once in each log, and final', async () => {
    const { invitation_id } = await send({}, live);
    const path = `/invitations/${invitation_id}/revoke`;
    const answers = await Promise.all([live.post(path), live.post(path), live.post(path)]);
    expect(answers.map(({ statusCode, json }) => [statusCode, json().data.status])).toEqual(
      answers.map(() => [200, 'revoked']),
    );
    const { rows } = await server.database.pool.query(
      'select mode, type, data from events where holder_id = $1 order by mode',
      [company],
    );
    const { data } = (await test.get(`/invitations/${invitation_id}`)).json();
    expect(data).toMatchObject({ invitation_id, type: 'merchant', name: 'Taverna', status: 'revoked' });
    expect(rows).toEqual([
      { mode: 'live', type: 'invitation.revoked', data },
      { mode: 'test', type: 'invitation.revoked', data },
    ]);
    const resend = await live.post(`/invitations/${invitation_id}/resend`);
    expect([resend.statusCode, resend.json().error.code]).toEqual([409, 'invalid_state']);
  });
});

describe('POST /beneficiaries/{id}/end', () => {
  it('takes no new orders, and what was recorded before is still settled', async () => {
    const id = Number(await makeLink(server.db, company, 'courier', 'Ada'));
    const splits = [{ beneficiary_type: 'courier', beneficiary_ref: id, amount: 5 }];
    const order = orderBody({ total_amount: 5, splits });
    expect((await test.post('/orders', order)).statusCode).toBe(201);
    expect((await live.post('/orders', orderBody({ total_amount: 5, splits }))).statusCode).toBe(201);

    const ended = await live.post(`/beneficiaries/${id}/end`);
    expect([ended.statusCode, ended.json().data]).toEqual([
      200,
      {
        id,
        type: 'courier',
        name: 'Ada',
        status: 'ended',
        modes: ['test', 'live'],
        created_at: expect.any(String),
        ended_at: expect.any(String),
      },
    ]);
    expect((await live.post(`/beneficiaries/${id}/end`)).json()).toEqual(ended.json());
    const refused = await live.post('/orders', orderBody({ total_amount: 5, splits }));
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'unknown_beneficiary']);
    const { rows } = await server.database.pool.query(
      `select mode, data from events where holder_id = $1 and type = 'link.ended' order by mode`,
      [company],
    );
    const data = { ...ended.json().data, ended_by: 'company' };
    expect(rows).toEqual([
      { mode: 'live', data },
      { mode: 'test', data },
    ]);

    await test.post(`/orders/${order.partner_order_ref}/confirm-payment`);
    await test.post('/wallets/topups', { amount: 10, currency: 'EUR' });
    await test.post('/settlements', {});
    const [wallet] = (await test.get('/wallets')).json().data;
    expect(wallet.beneficiaries).toMatchObject([{ beneficiary_ref: id, balance: 5 }]);
    await expectBooksToHold(server.db, { byHand: ['holders', 'links'] });
  });
});

describe('a link made in test mode', () => {
  const courierOrder = (ref: number) =>
    orderBody({ total_amount: 5, splits: [{ beneficiary_type: 'courier', beneficiary_ref: ref, amount: 5 }] });
  const eventsOf = async (): Promise<string[]> => {
    const { rows } = await server.database.pool.query(
      `select mode, type from events where holder_id = $1 and type !~ '^(order|top_up|settlement)' order by mode, type`,
      [company],
    );
    return rows.map(({ mode, type }) => `${mode} ${type}`);
  };

  /** Invites with this key and accepts as the invited person. @returns the link's id. */
  async function linkBy(client: PartnerClient, email = newEmail()): Promise<number> {
    await client.post('/invitations', body({ email, type: 'courier' }));
    const text = (await mailsTo(server.database.pool, email)).at(-1)?.text ?? '';
    const token = /invitations\/([0-9A-Za-z]+)/.exec(text)?.[1] ?? '';
    const { personId } = await personAt(email);
    const deps = { db: server.db, clock: server.clock, publicUrl: 'https://pay.example', now: () => new Date() };
    const accepted = await acceptInvitation(signedIn(personId), deps, token, { holderId: undefined, name: 'Ada' });
    return Number(accepted.ok && accepted.linkId);
  }

  async function personAt(email: string): Promise<{ personId: string }> {
    const { rows } = await server.database.pool.query(
      `insert into people (id, name, email, email_verified) values ($1, 'Ada', $1, true)
       on conflict (id) do update set name = 'Ada' returning id as "personId"`,
      [email],
    );
    return rows[0];
  }

  const modesOf = async (id: number): Promise<string[]> => {
    const { data } = (await live.get('/beneficiaries')).json();
    return data.find((link: { id: number }) => link.id === id).modes;
  };

  it('serves test alone: live orders may not name it, and nothing of it stands in the live log', async () => {
    const id = await linkBy(test);
    expect(await modesOf(id)).toEqual(['test']);
    const inTest = await test.post('/orders', courierOrder(id));
    expect([inTest.statusCode, inTest.json().data.warnings]).toEqual([201, []]);
    const inLive = await live.post('/orders', courierOrder(id));
    expect([inLive.statusCode, inLive.json().error]).toMatchObject([
      422,
      { code: 'unknown_beneficiary', details: [{ field: 'splits[0].beneficiary_ref' }] },
    ]);
    expect(await eventsOf()).toEqual(['test invitation.accepted', 'test link.created']);
    await expectBooksToHold(server.db, { byHand: ['holders', 'links'] });
  });

  it('is not paid live money by the database either', async () => {
    const id = await linkBy(test);
    const account = server.database.pool.query(
      `insert into accounts (holder_id, mode, currency, kind, link_id, floor) values ($1, 'live', 'EUR', 'earnings', $2, 0)`,
      [company, id],
    );
    await expectViolation(account, 'accounts_live_link');
  });

  it('serves both once the live key widens it, at once and once, and the live log learns of it', async () => {
    const id = await linkBy(test);
    const refused = await test.post(`/beneficiaries/${id}/widen`);
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'not_permitted']);
    expect((await live.post('/orders', courierOrder(id))).statusCode).toBe(422);
    for (let times = 0; times < 2; times += 1) {
      const widened = await live.post(`/beneficiaries/${id}/widen`);
      expect([widened.statusCode, widened.json().data]).toMatchObject([200, { id, modes: ['test', 'live'] }]);
    }
    expect((await live.post('/orders', courierOrder(id))).statusCode).toBe(201);
    expect((await eventsOf()).filter((event) => event.includes('link'))).toEqual([
      'live link.widened',
      'test link.created',
      'test link.widened',
    ]);
    const ended = await test.post(`/beneficiaries/${id}/end`);
    expect([ended.statusCode, ended.json().error.code]).toEqual([403, 'not_permitted']);
  });

  it('is widened in another process: a live order names it at once', async () => {
    const id = await linkBy(test);
    expect((await live.post('/orders', courierOrder(id))).statusCode).toBe(422);
    await server.db.updateTable('links').set({ servesLive: true }).where('id', '=', BigInt(id)).execute();
    expect((await live.post('/orders', courierOrder(id))).statusCode).toBe(201);
  });

  it('is ended by either key, and an ended one is not widened', async () => {
    const [own, other] = [await linkBy(test), await linkBy(test)];
    expect((await test.post(`/beneficiaries/${own}/end`)).statusCode).toBe(200);
    expect((await live.post(`/beneficiaries/${other}/end`)).statusCode).toBe(200);
    const widened = await live.post(`/beneficiaries/${own}/widen`);
    expect([widened.statusCode, widened.json().error.code]).toEqual([409, 'invalid_state']);
    expect((await live.post('/beneficiaries/999999/widen')).statusCode).toBe(404);
  });

  it('is widened by a live invitation: one that is open, or one that the linked party accepts', async () => {
    const email = newEmail();
    const open = (await test.post('/invitations', body({ email, type: 'courier' }))).json().data;
    expect(open.modes).toEqual(['test']);
    const again = await live.post('/invitations', body({ email, type: 'courier' }));
    expect([again.statusCode, again.json().data]).toMatchObject([
      200,
      { invitation_id: open.invitation_id, modes: ['test', 'live'] },
    ]);
    const linked = newEmail();
    const id = await linkBy(test, linked);
    expect([await linkBy(live, linked), await modesOf(id)]).toEqual([id, ['test', 'live']]);
  });

  it('a test key neither sends again nor takes back what the live key sent', async () => {
    const sent = await send({}, live);
    for (const act of ['resend', 'revoke']) {
      const answer = await test.post(`/invitations/${sent.invitation_id}/${act}`);
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'not_permitted']);
      expect((await test.post(`/invitations/inv_${'0'.repeat(33)}/${act}`)).statusCode).toBe(404);
    }
    expect((await live.get(`/invitations/${sent.invitation_id}`)).json().data.status).toBe('pending');
    const own = await send();
    expect((await test.post(`/invitations/${own.invitation_id}/resend`)).statusCode).toBe(200);
    expect((await live.post(`/invitations/${own.invitation_id}/revoke`)).statusCode).toBe(200);
  });

  it('a split is not assigned to it in live mode', async () => {
    const id = await linkBy(test);
    const order = orderBody({ total_amount: 5, splits: [{ beneficiary_type: 'courier', amount: 5 }] });
    for (const [client, status] of [
      [live, 422],
      [test, 200],
    ] as const) {
      await client.post('/orders', order);
      const path = `/orders/${order.partner_order_ref}/splits/0/assign`;
      expect((await client.post(path, { beneficiary_ref: id })).statusCode).toBe(status);
    }
  });

  it('a company that is not active yet mails 20 invitations a day', async () => {
    await server.db.updateTable('holders').set({ status: 'pending' }).where('id', '=', company).execute();
    const pending = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
    for (let sent = 0; sent < 20; sent += 1) expect((await pending.post('/invitations', body())).statusCode).toBe(201);
    const answer = await pending.post('/invitations', body());
    expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await server.db.updateTable('holders').set({ status: 'active' }).where('id', '=', company).execute();
    expect((await pending.post('/invitations', body())).statusCode).toBe(201);
  });
});
