/**
 * What a session that an account's own provider opened can reach: that account as its member does, nothing of another one, and
 * nothing that is the person's own. Every operation of the console's API is asked, so that none is forgotten.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { modes } from '../../src/base/money/mode.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { password } from '../fixtures/account.ts';
import { type CompanyObjects, type ConsoleWorld, createConsoleWorld } from '../fixtures/console.ts';
import { examples, type Sent } from '../fixtures/console-examples.ts';
import { visitWith } from '../fixtures/people.ts';
import { stateOf } from '../support/database-state.ts';

type Operation = { id: string; method: string; path: string; takesSession: boolean };

let world: ConsoleWorld;
let operations: Operation[];
let personId: string;
let own: bigint;
let cookie: string;

beforeAll(async () => {
  world = await createConsoleWorld();
  own = world.own.holderId;
  personId = (await world.db.selectFrom('sessions').select('personId').executeTakeFirstOrThrow()).personId;
  const providerId = `provider${randomUUID().replaceAll('-', '')}`;
  const provider = { id: providerId, holderId: own, issuer: 'https://login.example.com', clientId: 'sluice' };
  const secret = { sealedSecret: 'sealed', keyId: 'key', isSecondFactor: true };
  await world.db
    .insertInto('signInProviders')
    .values({ ...provider, ...secret })
    .execute();
  const cookies = await inTransaction(world.db, (tx) =>
    world.account.people.beginAccountSession(tx, visitWith(), { personId, providerId }),
  );
  await world.db.updateTable('sessions').set({ providerAt: new Date() }).where('providerId', '=', providerId).execute();
  await inTransaction(world.db, (tx) => insertMember(tx, own, personId, 'viewer'));
  cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ');
  const { paths } = (await world.app.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, { operationId: string; security?: object[] }>>;
  };
  operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        takesSession: security?.length !== 0,
      })),
    );
});
afterAll(() => world.close());

/** A body for each of the person's own operations that takes one. */
const ownBodies: Record<string, Sent> = {
  addPasskey: { body: { name: 'Laptop', credential: credential({ attestationObject: 'AA' }) } },
  beginPasskey: { body: { password } },
  removePasskey: { params: { id: 'any' }, body: { password } },
  beginSecondFactor: { body: { password } },
  confirmSecondFactor: { body: { code: '000000' } },
  endSecondFactor: { body: { password, code: '000000' } },
  renewRecoveryCodes: { body: { password, code: '000000' } },
  changePassword: { body: { current_password: password, new_password: 'a whole new password' } },
  changeProfile: { body: { name: 'Someone Else', language: 'de' } },
  eraseAccount: { body: { password } },
  endSession: { params: { id: 'any' } },
  endOtherSessions: {},
  listPasskeys: {},
  listSessions: {},
  getErasure: {},
};

function credential(response: object) {
  return { id: 'AA', rawId: 'AA', type: 'public-key', response: { clientDataJSON: 'AA', ...response, transports: [] } };
}

/** Open without naming the account: to see the session, to confirm in it, and to end it. */
const openToAll = [
  'getSession',
  'deleteSession',
  'freshenSession',
  'freshenSessionWithPasskey',
  'freshenSessionAtProvider',
];

/** Others of the person's own, whose requests are among the examples. */
const ownExamples = [
  'acceptInvitation',
  'acceptMemberInvitation',
  'declineInvitation',
  'listMailSwitches',
  'listReceivedInvitations',
  'openHolder',
  'switchMails',
];

const requestOf = (id: string, objects: CompanyObjects): Sent =>
  ownBodies[id] ?? examples[id]?.[0]?.request(objects) ?? {};

async function send({ id, method, path }: Operation, mode: string, holderId: bigint | null): Promise<string> {
  const { params = {}, query = {}, body, bytes } = requestOf(id, world.own[mode as 'test']);
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '1'));
  const answer = await world.app.inject({
    method: method as 'GET',
    url,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-mode': mode,
      ...(holderId === null ? {} : { 'sluice-holder': String(holderId) }),
      ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
    },
    ...(body === undefined && bytes === undefined ? {} : { payload: bytes ?? body }),
  });
  return answer.statusCode < 300 ? 'allowed' : `${answer.statusCode} ${answer.json().error?.code}`;
}

const of = (wanted: (operation: Operation) => boolean): Operation[] =>
  operations.filter((operation) => operation.takesSession && wanted(operation));

async function answersTo(asked: Operation[], mode: string, holderId: bigint | null): Promise<Record<string, string[]>> {
  const answers = new Map<string, string[]>();
  for (const operation of asked) {
    const answer = await send(operation, mode, holderId);
    answers.set(answer, [...(answers.get(answer) ?? []), operation.id]);
  }
  return Object.fromEntries(answers);
}

const written = [
  'payouts',
  'invitations',
  'bank_accounts',
  'audit_log',
  'mails',
  'holders',
  'members',
  'people',
  'passkeys',
];

describe.each(modes)('in %s mode, a session of an account’s provider', (mode) => {
  let before: string;
  beforeAll(async () => {
    before = await stateOf(world, written);
  });
  afterAll(async () => {
    expect(await stateOf(world, written)).toBe(before);
  });

  it('finds nothing of any other account, whichever operation asks', async () => {
    const all = of(() => true);
    expect(all.length).toBeGreaterThan(200);
    for (const holderId of [world.pending.holderId, world.merchant, world.customer, world.service, 999_999n]) {
      const answers = await answersTo(all, mode, holderId);
      expect(Object.keys(answers)).toEqual(['404 not_found']);
    }
  });

  it('does nothing for the person alone but see, confirm and end itself', async () => {
    const answers = await answersTo(
      of(({ id }) => !openToAll.includes(id)),
      mode,
      null,
    );
    expect(Object.keys(answers)).toEqual(['403 single_sign_on_session']);
  });

  it('reaches nothing that is the person’s own by naming the account', async () => {
    const ids = [...Object.keys(ownBodies), ...ownExamples];
    const asked = of(({ id }) => ids.includes(id));
    expect(asked.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(await answersTo(asked, mode, own)).toEqual({ '403 single_sign_on_session': asked.map(({ id }) => id) });
  });

  it('reads its own account as a member does', async () => {
    const answers = await answersTo(
      of(({ id }) => ['consoleListOrders', 'consoleListMembers', 'consoleListPayouts', 'getSession'].includes(id)),
      mode,
      own,
    );
    expect(Object.keys(answers)).toEqual(['allowed']);
  });
});

it('lists its own account alone', async () => {
  const answer = await world.app.inject({ url: '/api/v1/session', headers: { cookie } });
  const { holders, single_sign_on: account } = answer.json().data;
  expect(holders.map(({ holder_id }: { holder_id: number }) => holder_id)).toEqual([Number(own)]);
  expect(account.holder_id).toBe(Number(own));
});

it('is nobody at the checkout and to an invitation, whose wallet and invitations are the person’s own', async () => {
  expect(await world.account.people.sessionOf(cookie)).toBeUndefined();
  expect(await world.account.people.callerOf(cookie)).toMatchObject({ personId });
});

it('is no session to the sign-in library, under whatever name its cookie is sent', async () => {
  const token = cookie.split(';', 1)[0]?.split('=')[1] ?? '';
  const { rows } = await world.pool.query('select token from sessions where provider_id is not null');
  for (const value of [token, rows[0].token, encodeURIComponent(rows[0].token)])
    expect(await world.account.people.sessionOf(`sluice_session=${value}`)).toBeUndefined();
});
