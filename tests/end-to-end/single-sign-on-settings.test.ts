/** Setting up, changing and removing an account's own sign-in provider, which is asked for its configuration over HTTP. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createProviderSecrets, resealProviderSecrets } from '../../src/features/single-sign-on/provider-secrets.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, ownPage } from '../fixtures/console-browser.ts';
import { visitWith } from '../fixtures/people.ts';
import { clientId, clientSecret, createSignInProvider, type TestProvider } from '../fixtures/sign-in-provider.ts';
import { shell } from '../support/actors.ts';
import { makeCompany } from '../support/holders.ts';

let account: TestAccount;
/** Where no address of this machine is opened to anyone. */
let strict: TestAccount;
let idp: TestProvider;

beforeAll(async () => {
  [account, strict, idp] = await Promise.all([
    createTestAccount({ webhooks: { loopbackInTest: true, allow: [] } }),
    createTestAccount(),
    createSignInProvider(),
  ]);
});
afterAll(async () => {
  await idp.close();
  await account.close();
  await strict.close();
});

let count = 0;

/** The owner of a new company, with a second factor that was passed just now. */
async function newOwner(at: TestAccount = account) {
  count += 1;
  const email = `owner${count}@example.com`;
  const { personId } = await at.people.signUp(shell, { name: 'Ada', email, password, emailVerified: true });
  const browser = createConsoleBrowser(at.app, `198.51.100.${count}`);
  expectDone(await browser.signIn(email), { state: 'signed_in' });
  const holderId = await makeCompany(at.db);
  await inTransaction(at.db, (tx) => insertMember(tx, holderId, personId, 'owner'));
  await at.pool.query('update people set second_factor = true where id = $1', [personId]);
  await at.pool.query('update sessions set second_factor_at = now() where person_id = $1', [personId]);
  const headers = { ...ownPage, 'sluice-holder': String(holderId) };
  const call = (method: string, body?: object) => browser.call(method as 'POST', '/single-sign-on', body, headers);
  return { email, personId, holderId, browser, call };
}

const settings = (over: object = {}) => ({
  issuer: idp.issuer,
  client_id: clientId,
  client_secret: clientSecret,
  second_factor: false,
  ...over,
});

/** A session that the provider has opened for this person. @returns its `Cookie` header. */
async function openSession({ personId, holderId }: { personId: string; holderId: bigint }): Promise<string> {
  const provider = account.db.selectFrom('signInProviders').select('id').where('holderId', '=', holderId);
  const { id: providerId } = await provider.executeTakeFirstOrThrow();
  const cookies = await inTransaction(account.db, (tx) =>
    account.people.beginAccountSession(tx, visitWith(), { personId, providerId }),
  );
  await account.db.insertInto('signInIdentities').values({ providerId, subject: 'ada', personId }).execute();
  return cookies.map((one) => one.split(';', 1)[0]).join('; ');
}

describe('a provider', () => {
  it('is set, shown without its secret, audited and mailed', async () => {
    const { call, holderId, email } = await newOwner();
    const redirectUri = `http://localhost:8080/api/v1/session/provider/${holderId}/callback`;
    expectDone(await call('GET'), { redirect_uri: redirectUri, provider: null });
    const saved = await call('PUT', settings({ issuer: ` ${idp.issuer} ` }));
    const provider = {
      issuer: idp.issuer,
      client_id: clientId,
      second_factor: false,
      start_address: expect.stringMatching(/^http:\/\/localhost:8080\/sign-in\/with\/\w{24,}$/),
    };
    expect(saved.json().data).toEqual({ redirect_uri: redirectUri, provider });
    expect((await call('GET')).json().data).toEqual(saved.json().data);
    const { rows } = await account.pool.query(
      `select before, after from audit_log where holder_id = $1 and action = 'single_sign_on.change'`,
      [holderId],
    );
    expect(rows).toEqual([{ before: null, after: { issuer: idp.issuer, client: clientId, isSecondFactor: false } }]);
    const mails = await account.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Single sign-on was changed']);
    expect(JSON.stringify([rows, mails, saved.body, account.lines])).not.toContain(clientSecret);
  });

  it('keeps its secret, address and sessions while issuer and client stay', async () => {
    const owner = await newOwner();
    const { call, browser } = owner;
    const first = (await call('PUT', settings())).json().data;
    const cookie = await openSession(owner);
    const { client_secret: _, ...others } = settings({ second_factor: true });
    const second = await call('PUT', others);
    expect(second.json().data).toEqual({ ...first, provider: { ...first.provider, second_factor: true } });
    expect(await account.people.callerOf(cookie)).toBeDefined();
    for (const change of [{ client_id: 'another' }, { issuer: `${idp.issuer}/other` }]) {
      const refused = await call('PUT', { ...others, ...change });
      expect(refused.json().error).toMatchObject({ code: 'validation_failed', details: [{ field: 'client_secret' }] });
    }
    const moved = await call('PUT', settings({ client_id: 'another' }));
    expect(moved.json().data.provider.start_address).toBe(first.provider.start_address);
    expect(await account.people.callerOf(cookie)).toBeUndefined();
    expect(
      await account.db.selectFrom('signInIdentities').selectAll().where('personId', '=', owner.personId).execute(),
    ).toEqual([]);
    expect(await browser.person()).toBeDefined();
  });

  it('ends its sessions and what is under way when it is removed', async () => {
    const owner = await newOwner();
    await owner.call('PUT', settings());
    const cookie = await openSession(owner);
    expect((await owner.call('DELETE')).json().data.provider).toBeNull();
    expect(await account.people.callerOf(cookie)).toBeUndefined();
    expect((await owner.call('DELETE')).json().error.code).toBe('not_found');
    expect((await account.mailsTo(owner.email)).map(({ text }) => text).at(-1)).toContain('was removed');
  });

  it('is set once by two owners at the same time', async () => {
    const owner = await newOwner();
    const answers = await Promise.all([owner.call('PUT', settings()), owner.call('PUT', settings({ client_id: 'b' }))]);
    const starts = answers.map((answer) => answer.json().data.provider.start_address);
    expect(new Set(starts).size).toBe(1);
    expect((await owner.call('GET')).json().data.provider.start_address).toBe(starts[0]);
  });

  it('is read again after the service’s secret has changed', async () => {
    const owner = await newOwner();
    await owner.call('PUT', settings());
    const [old] = account.secrets;
    const next = createProviderSecrets(['a-new-secret-of-the-service-with-32-characters', old]);
    await resealProviderSecrets(account.db, next);
    const rows = await account.db.selectFrom('signInProviders').select(['sealedSecret', 'keyId']).execute();
    const alone = createProviderSecrets(['a-new-secret-of-the-service-with-32-characters']);
    for (const { sealedSecret: sealed, keyId } of rows) expect(alone.open({ sealed, keyId })).toBe(clientSecret);
    await resealProviderSecrets(
      account.db,
      createProviderSecrets([old, 'a-new-secret-of-the-service-with-32-characters']),
    );
  });
});

describe('what is wrong with a provider is said of the issuer', () => {
  const messageOf = async (at: TestAccount, over: object): Promise<string> => {
    const { call, holderId } = await newOwner(at);
    const answer = await call('PUT', settings(over));
    expect([answer.statusCode, answer.json().error?.details.length]).toEqual([422, 1]);
    const [{ field, message }] = answer.json().error.details;
    expect(field).toBe('issuer');
    const rows = at.db.selectFrom('signInProviders').select('id').where('holderId', '=', holderId);
    expect(await rows.execute()).toEqual([]);
    return message;
  };

  it.each([
    ['nothing', 'must be an absolute http or https address'],
    ['ftp://login.example.com', 'must be an absolute http or https address'],
    ['https://ada:secret@login.example.com', 'must not contain a user name or password'],
    ['http://localhost:8080', 'must not lead back to this service'],
    ['https://login.example.com/?a=1', 'must not contain a query or a fragment'],
    [
      'https://login.example.com/.well-known/openid-configuration',
      'must be the issuer alone, without what begins with /.well-known/',
    ],
    ['https://10.0.0.1', 'leads to an address that is not public'],
    ['https://[fd00::1]', 'leads to an address that is not public'],
    ['http://169.254.169.254', 'leads to an address that is not public'],
  ])('%s', async (issuer, message) => {
    expect(await messageOf(account, { issuer })).toBe(message);
  });

  it('of one on this machine, and without https, where the service is no developer’s own', async () => {
    expect(await messageOf(strict, {})).toBe('must be https');
    expect(await messageOf(strict, { issuer: idp.issuer.replace('http:', 'https:') })).toBe(
      'leads to an address that is not public',
    );
  });

  type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

  async function answering<T>(answerFor: (issuer: string) => Answer, work: (issuer: string) => Promise<T>): Promise<T> {
    const server: Server = createServer((request, response) => {
      const { status = 200, body, headers = {} } = answerFor(`http://${request.headers.host}`);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  const whole = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
  });

  it.each<[string, (issuer: string) => Answer, string]>([
    ['not there', () => ({ status: 404, body: {} }), 'has no OpenID Connect configuration: it answered HTTP 404'],
    [
      'moved',
      () => ({ status: 302, headers: { location: 'http://169.254.169.254' } }),
      'has no OpenID Connect configuration: it answered HTTP 302',
    ],
    ['no JSON', () => ({ body: '<html>' }), 'has no valid OpenID Connect configuration'],
    [
      'too long',
      (issuer) => ({ body: { ...whole(issuer), more: 'x'.repeat(70_000) } }),
      'has no valid OpenID Connect configuration',
    ],
    [
      'of another issuer',
      () => ({ body: whole('https://login.example.com') }),
      'is not what the provider calls itself: compare the two',
    ],
    [
      'without keys',
      (issuer) => ({ body: { ...whole(issuer), jwks_uri: undefined } }),
      'names no jwks_uri in its configuration',
    ],
    [
      'with a page that is a script',
      (issuer) => ({ body: { ...whole(issuer), authorization_endpoint: 'javascript:alert(1)' } }),
      "names one that can't be used: authorization_endpoint",
    ],
    [
      'without the code flow',
      (issuer) => ({ body: { ...whole(issuer), response_types_supported: ['id_token'] } }),
      'does not offer the authorization code flow',
    ],
  ])('a configuration that is %s', async (_, answerFor, message) => {
    expect(await answering(answerFor, (issuer) => messageOf(account, { issuer }))).toBe(message);
  });

  it('one that is not there any more', async () => {
    const issuer = await answering(
      () => ({}),
      async (gone) => gone,
    );
    expect(await messageOf(account, { issuer })).toBe('could not be reached');
  });
});
