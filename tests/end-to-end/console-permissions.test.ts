/**
 * Every operation of the console's API × everyone who may be signed in × mode × whose object: the answer is the one that
 * the permissions demand (docs/contract/people.md, "For a company's members"). The operations come from the OpenAPI
 * document of the running service, so that none is forgotten.
 */

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredReads, unmeasuredReads } from '../../bench/reads.ts';
import { type Mode, modes } from '../../src/base/money/mode.ts';
import type { Cell, Column } from '../../src/core/access/permission-columns.ts';
import { type Action, rowOf } from '../../src/core/access/permissions.ts';
import type { HolderKind, HolderStatus, MemberRole, OperatorRole } from '../../src/core/access/roles.ts';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import { type Company, type CompanyObjects, type ConsoleWorld, createConsoleWorld } from '../fixtures/console.ts';
import { type Example, examples, type Sent } from '../fixtures/console-examples.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { positionEvents } from '../support/position-events.ts';

type Operation = { id: string; method: string; path: string };
type Case = { operation: Operation; example: Example; label: string };

/** Someone who is signed in: in which role, of a holder of which kind. */
type Caller = {
  name: string;
  kind: HolderKind | 'service' | null;
  role?: MemberRole | OperatorRole;
  /** Where the permissions name the role otherwise. */
  column: Column;
  status?: HolderStatus;
  /** The second factor was passed too long ago. */
  stale?: true;
};

const companyRoles = ['owner', 'finance', 'developer', 'viewer'] as const;
const ofCompany: Caller[] = [
  ...companyRoles.map((role) => ({ name: `the ${role} of a company`, kind: 'company' as const, role, column: role })),
  { name: 'an owner without a fresh second factor', kind: 'company', role: 'owner', column: 'owner', stale: true },
  ...(['pending', 'suspended'] as const).map((status) => ({
    name: `the owner of a ${status} company`,
    kind: 'company' as const,
    role: 'owner' as const,
    column: 'owner' as const,
    status,
  })),
];
const others: Caller[] = [
  { name: 'a merchant’s owner', kind: 'merchant', column: 'owner' },
  { name: 'a courier’s owner', kind: 'courier', column: 'owner' },
  { name: 'a customer', kind: 'customer', column: 'customer' },
  { name: 'a person without a holder', kind: null, column: 'person' },
  { name: 'an administrator', kind: 'service', role: 'administrator', column: 'administrator' },
  {
    name: 'an administrator without a fresh second factor',
    kind: 'service',
    role: 'administrator',
    column: 'administrator',
    stale: true,
  },
  { name: 'an operator of finance', kind: 'service', role: 'finance', column: 'operator_finance' },
  { name: 'an operator of support', kind: 'service', role: 'support', column: 'support' },
  { name: 'an operator who may look', kind: 'service', role: 'viewer', column: 'operator_viewer' },
];
const operators = others.filter(({ kind }) => kind === 'service');
const callers = [...ofCompany, ...others];
const otherHolders = others.filter(({ kind }) => kind !== null && kind !== 'service');

/** About the person's own account: the same for everyone. */
const ownAccount = [
  'addPasskey',
  'beginPasskey',
  'beginSecondFactor',
  'changePassword',
  'changeProfile',
  'confirmSecondFactor',
  'endOtherSessions',
  'endSecondFactor',
  'endSession',
  'eraseAccount',
  'freshenSession',
  'freshenSessionAtProvider',
  'freshenSessionWithPasskey',
  'getErasure',
  'listPasskeys',
  'listSessions',
  'removePasskey',
  'renewRecoveryCodes',
];

const staleMinutes = 11;
const ownPages = { 'sec-fetch-site': 'same-origin' };
const writtenTables = [
  ...['payouts', 'invitations', 'invitation_mails', 'links', 'bank_accounts', 'audit_log', 'mails'],
  ...['shadow_payments', 'shadow_claims', 'shadow_invitations', 'commission_transfers'],
  ...['holders', 'approval_requests', 'verification_runs', 'past_books', 'public_proof'],
  ...['member_invitations', 'business_profiles', 'holder_openings'],
];

let world: ConsoleWorld;
let operations: Operation[];
let cases: Case[];

beforeAll(async () => {
  world = await createConsoleWorld();
  // A proof says what it found.
  await runVerification(world.db, { full: true });
  for (const company of [world.own, world.pending, world.suspended]) await world.join(company.holderId, 'viewer');
  for (const status of ['pending', 'suspended'] as const) {
    const { holderId } = world[status];
    await world.db.updateTable('holders').set({ status }).where('id', '=', holderId).execute();
  }
  operations = consoleOperations((await world.app.inject('/openapi.json')).json());
  cases = operations.flatMap((operation) =>
    (examples[operation.id] ?? []).map((example) => {
      const label = example.name === undefined ? operation.id : `${operation.id}, ${example.name}`;
      return { operation, example, label };
    }),
  );
});
afterAll(() => world.close());

type Document = {
  paths: Record<string, Record<string, { operationId: string; security?: object[] }>>;
};

/**
 * What takes a session, wherever it is, and everything under the console's base; except a visitor's requests, and those
 * about a person's own account, which have no holder and no mode. `console-sign-in` and `console-own-account` test them.
 */
function consoleOperations({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => path.startsWith('/api/v1/') || security?.some((one) => 'SessionCookie' in one))
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method, { operationId }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
      })),
  );
}

const isWrite = ({ operation }: Case): boolean => operation.method !== 'GET';
/** The one request after which nobody is signed in any more. */
const endsSession = ({ operation }: Case): boolean => operation.id === 'deleteSession';

function holderIdOf({ kind, status }: Caller): bigint | null {
  if (kind === 'company') return companyOf(status).holderId;
  return kind === null ? null : world[kind];
}

const companyOf = (status: HolderStatus | undefined): Company =>
  status === 'pending' || status === 'suspended' ? world[status] : world.own;

async function become(caller: Caller): Promise<void> {
  const companies = [world.own, world.pending, world.suspended].map(({ holderId }) => holderId);
  if (caller.role !== undefined) {
    await world.takeRole(caller.kind === 'service' ? [world.service] : companies, caller.role);
  }
  await world.passedSecondFactor(caller.stale === true ? staleMinutes : 0);
}

type Headers = Record<string, string | undefined>;

function send({ operation }: Case, { params = {}, query = {}, body, bytes }: Sent, headers: Headers, payload?: string) {
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.id} needs ${name}`);
    return encodeURIComponent(value);
  });
  const content = payload ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
  const named = { 'content-type': content === undefined ? undefined : type, ...headers };
  return world.app.inject({
    method: operation.method as 'GET',
    url,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
    ...(content === undefined ? {} : { payload: content }),
  });
}

const headersOf = (holderId: bigint | null, mode: Mode): Headers => ({
  cookie: world.cookie,
  ...ownPages,
  'sluice-mode': mode,
  ...(holderId === null ? {} : { 'sluice-holder': String(holderId) }),
});

const ask = (one: Case, caller: Caller, mode: Mode, sent: Sent) => send(one, sent, headersOf(holderIdOf(caller), mode));

const codeOf = (answer: LightMyRequestResponse): string =>
  answer.statusCode < 300 ? 'allowed' : (answer.json().error?.code ?? String(answer.statusCode));

/** What the permissions say. @param known the object is there. */
function verdict(example: Example, caller: Caller, mode: Mode, known = true): string {
  const { action, of = 'company', forLive, onlyIn = mode, toOthers } = example;
  if (of === 'anyone') return 'allowed';
  if (caller.kind === null) return 'not_found';
  const row = rowOf(action);
  const cell = row[caller.column];
  if (!isFor(of, action, caller.kind) || !grants(cell, mode) || onlyIn !== mode) return 'forbidden';
  if (caller.status === 'pending' && mode === 'live') return 'company_not_active';
  if (caller.status === 'suspended' && row.reads !== true) return 'company_not_active';
  const needsFresh = cell === 'fresh' || (cell === 'live_fresh' && mode === 'live');
  if (needsFresh && caller.stale === true) return 'second_factor_required';
  if (caller.kind !== 'company' && toOthers !== undefined) return toOthers;
  const changesLive = forLive === 'always' || (forLive === 'known' && known);
  return changesLive && !grantsLive(cell, mode) ? 'forbidden' : 'allowed';
}

const isFor = (of: Example['of'], action: Action, kind: NonNullable<Caller['kind']>): boolean =>
  of === 'account' && kind === 'service'
    ? true
    : of === 'holder' || of === 'account'
      ? kind !== 'service' && rowOf(action).of.includes(kind)
      : kind === of;

const grants = (cell: Cell | undefined, mode: Mode): boolean =>
  cell !== undefined && (cell !== 'test' || mode === 'test');

/** Whether the cell allows using live mode when acting in this mode. */
const grantsLive = (cell: Cell | undefined, actingIn: Mode): boolean =>
  grants(cell, 'live') && (cell !== 'own_mode' || actingIn === 'live');

/** With another company's objects, or those of the other mode; undefined where the request would be the same. */
function verdictElsewhere(example: Example, caller: Caller, mode: Mode): string | undefined {
  const { elsewhere = 'not_found' } = example;
  // Whose object it is matters to the roles; a stale factor and a status are judged before it is looked up.
  const isPlainRole = caller.kind === 'company' && caller.status === undefined && caller.stale === undefined;
  if (elsewhere === 'none' || !isPlainRole) return undefined;
  const allowed = verdict(example, caller, mode, false);
  return allowed === 'allowed' ? elsewhere : allowed;
}

/** Which requests leave everything as it was: the refused ones, and those that only read. */
const leavesAll = ({ example }: Case, wanted: string): boolean =>
  wanted !== 'allowed' || rowOf(example.action).reads === true;

/** A few at a time, as a browser asks. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const turns = Array.from({ length: 6 }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(turns);
}

const otherMode = (mode: Mode): Mode => (mode === 'test' ? 'live' : 'test');

const stateNow = () => stateOf(world, writtenTables);

it('every operation of the console has its example, and no example is of another', () => {
  expect([...Object.keys(examples), ...ownAccount].sort()).toEqual(operations.map(({ id }) => id).sort());
  expect(operations.length).toBeGreaterThan(40);
  for (const { path } of operations) expect(path).toMatch(/^\/api\/v1\//);
});

it('every operation that reads is in the benchmark, or has a reason not to be', () => {
  const reading = operations.filter(({ method }) => method === 'GET').map(({ id }) => id);
  expect(Object.keys({ ...measuredReads, ...unmeasuredReads }).sort()).toEqual(reading.sort());
});

describe('what is refused, and what is read, changes nothing', () => {
  let before: string;
  beforeAll(async () => {
    // What needs a position gets it now, whoever would have given it.
    while ((await positionEvents(world.db)) > 0);
    before = await stateNow();
  });
  afterAll(async () => {
    expect(await stateNow()).toBe(before);
  });

  describe.each(callers)('$name', (caller) => {
    beforeAll(() => become(caller));

    it.each(modes)('in %s mode', async (mode) => {
      const [found, wanted] = [new Map<string, string>(), new Map<string, string>()];
      const company = companyOf(caller.status);
      const note = async (one: Case, whose: string, objects: CompanyObjects, expected: string | undefined) => {
        if (expected === undefined || !leavesAll(one, expected) || endsSession(one)) return;
        const plain = expected === 'allowed' ? (one.example.allowed ?? expected) : expected;
        wanted.set(`${one.label}: ${whose}`, plain === 'each' ? 'not_found of each' : plain);
        const answer = await ask(one, caller, mode, one.example.request(objects));
        found.set(`${one.label}: ${whose}`, expected === 'each' ? eachOf(answer) : codeOf(answer));
      };
      await inTurns(cases, async (one) => {
        await note(one, 'own', company[mode], verdict(one.example, caller, mode));
        const elsewhere = verdictElsewhere(one.example, caller, mode);
        await note(one, 'another company’s', world.foreign[mode], elsewhere);
        if (one.example.ofBothModes === undefined) {
          await note(one, 'the other mode’s', company[otherMode(mode)], elsewhere);
        }
      });
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    });
  });

  it('for a company that one is no member of, there is nothing', async () => {
    await become(ofCompany[0] as Caller);
    const found = new Set<string>();
    for (const one of cases.filter((one) => !endsSession(one))) {
      const answer = await send(
        one,
        one.example.request(world.foreign.test),
        headersOf(world.foreign.holderId, 'test'),
      );
      found.add(`${answer.statusCode} ${codeOf(answer)}`);
    }
    expect([...found]).toEqual(['404 not_found']);
  });

  it('a session is needed, and a key pair is none', async () => {
    const headers = { ...headersOf(world.own.holderId, 'test'), cookie: undefined };
    for (const one of cases) {
      const sent = one.example.request(world.own.test);
      const answer = await send(one, sent, headers);
      const byKey = await send(one, sent, { ...headers, ...world.own.test.keys });
      expect([one.label, codeOf(answer), codeOf(byKey)]).toEqual([one.label, 'signed_out', 'signed_out']);
    }
  });

  it.each<[string, Headers]>([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a neighboring host', { 'sec-fetch-site': 'same-site' }],
    ['of another origin, where the browser says no more', { 'sec-fetch-site': undefined, origin: 'http://evil.test' }],
    ['of who knows where', { 'sec-fetch-site': undefined }],
  ])('a write %s is refused', async (_, from) => {
    await become(ofCompany[0] as Caller);
    for (const one of cases.filter(isWrite)) {
      const headers = { ...headersOf(world.own.holderId, 'test'), ...from };
      const answer = await send(one, one.example.request(world.own.test), headers);
      expect([one.label, answer.statusCode, codeOf(answer)]).toEqual([one.label, 403, 'forbidden']);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a write whose body is %s is refused',
    async (type) => {
      await become(ofCompany[0] as Caller);
      for (const one of cases.filter(isWrite)) {
        const sent = one.example.request(world.own.test);
        const headers = { ...headersOf(world.own.holderId, 'test'), 'content-type': type };
        const answer = await send(one, sent, headers, JSON.stringify(sent.body ?? {}));
        expect([one.label, answer.statusCode, codeOf(answer)]).toEqual([one.label, 415, 'unsupported_media_type']);
      }
    },
  );
});

describe('what is allowed is done', () => {
  const done = new Set<string>();

  describe.each([...ofCompany, ...otherHolders, ...operators].filter(({ stale }) => stale === undefined))(
    '$name',
    (caller) => {
      beforeAll(() => become(caller));

      it.each(modes)('in %s mode', async (mode) => {
        const refused: string[] = [];
        for (const one of cases) {
          const wanted = verdict(one.example, caller, mode);
          if (wanted !== 'allowed' || leavesAll(one, wanted) || endsSession(one)) continue;
          const objects = companyOf(caller.status)[mode];
          const fresh = await (one.example.fresh?.(objects, world) ?? one.example.request(objects));
          const answer = await ask(one, caller, mode, fresh);
          if (answer.statusCode < 300 || codeOf(answer) === one.example.allowed) done.add(one.label);
          else refused.push(`${one.label}: ${answer.body}`);
          await one.example.after?.(world, holderIdOf(caller) as bigint, caller.role ?? 'owner');
        }
        expect(refused).toEqual([]);
      });
    },
  );

  it('by someone, whatever the operation', () => {
    const writes = cases.filter((one) => !leavesAll(one, 'allowed') && !endsSession(one));
    expect([...done].sort()).toEqual(writes.map(({ label }) => label).sort());
  });

  it('and the audit log says which person did it, in which role', async () => {
    const { rows } = await world.pool.query(
      `select distinct action, role from audit_log where actor_kind = 'person' and holder_id = $1 and role = 'finance'`,
      [world.own.holderId],
    );
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'cash.change_settings',
      'exceptions.assign',
      'members.leave',
      'notes.write',
      'orders.hold',
      'orders.refund',
      'payouts.cancel',
      'payouts.request',
      'schedule.change',
    ]);
  });

  it('the books hold', () => expectBooksToHold(world.db, { byHand: ['holders'] }));

  it('and signing out is the end', async () => {
    const one = cases.find(endsSession) as Case;
    expect(codeOf(await ask(one, others[3] as Caller, 'test', {}))).toBe('allowed');
    expect(codeOf(await ask(one, others[3] as Caller, 'test', {}))).toBe('signed_out');
  });
});

/** The error code of an answer with one result. */
function eachOf(answer: LightMyRequestResponse): string {
  if (answer.statusCode !== 200) return codeOf(answer);
  const { results } = answer.json().data as { results: { error?: { code: string } }[] };
  return `${results.map(({ error }) => error?.code ?? 'ok').join(', ')} of each`;
}
