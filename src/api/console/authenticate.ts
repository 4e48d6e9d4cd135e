/**
 * Authentication of the console's API: a person's session, acting for one of their holders in one mode. Headers name
 * both, so that another browser tab cannot change them; a GET may name them in its query, so that a document can be
 * opened by its address. Writes are accepted from our own origin only. Sessions must not
 * be accepted on interfaces A and B.
 */
import type { FastifyRequest, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { TestClockReader } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { actingForSelf, originOf, type PersonActor, personActor } from '../../core/access/actor.ts';
import { actingFor } from '../../features/holders/acting.ts';
import { findMembership } from '../../features/holders/members.repository.ts';
import type { People, SessionPerson } from '../../features/people/people.ts';
import { consoleBasePath } from './interface.ts';

const holderHeader = 'sluice-holder';
const modeHeader = 'sluice-mode';

/** What `requirePerson` reads, as the OpenAPI document describes it. */
const actingHeaders = Type.Object({
  'Sluice-Holder': Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The id of the holder that the request is for, of those in `GET /session`. Without it the person acts for themselves. A GET may name it as `sluice-holder` in its query instead',
    }),
  ),
  'Sluice-Mode': Type.Optional(
    Type.Enum([...modes], {
      default: 'test',
      description: 'The mode that the request is for. A GET may name it as `sluice-mode` in its query instead',
    }),
  ),
});

type Signed = { person: SessionPerson; actor: PersonActor };

declare module 'fastify' {
  interface FastifyRequest {
    signed: Signed | null;
  }
}

export function personOf(request: FastifyRequest): SessionPerson {
  return signedOf(request).person;
}

export function actorOf(request: FastifyRequest): PersonActor {
  return signedOf(request).actor;
}

function signedOf({ signed }: FastifyRequest): Signed {
  if (signed === null) throw new AppError('signed_out');
  return signed;
}

const readingMethods = ['GET', 'HEAD'];

/**
 * CSRF protection: refuses a write that another site's page may have sent, by `Sec-Fetch-Site`, or by `Origin` in
 * browsers without it. @throws AppError `forbidden`.
 */
export function requireSameOrigin(publicUrl: string) {
  const ownOrigin = new URL(publicUrl).origin;
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (readingMethods.includes(method)) return;
    const site = headers['sec-fetch-site'];
    const isOwn = site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
    if (!isOwn) throw new AppError('forbidden', { message: 'Writes are taken from our own pages only.' });
  };
}

export type PersonDeps = { db: Database; people: People };

/**
 * @throws AppError `signed_out`; `not_found` for a holder that is unknown or that the person is not a member of;
 * `second_factor_missing` for an operator who has not set one up; `single_sign_on_session`.
 */
export function requirePerson({ db, people }: PersonDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    const person = await people.callerOf(request.headers.cookie);
    if (person === undefined) throw new AppError('signed_out');
    keepToAccount(request, person);
    const session = { ...person, mode: modeOf(named(request, modeHeader)) };
    const acting = await actingOf(db, person.personId, named(request, holderHeader));
    // The one place that holds operators to it: everything that they do as operators comes through here.
    if (acting.holderKind === 'service' && !person.secondFactor) {
      throw new AppError('second_factor_missing');
    }
    request.signed = { person, actor: personActor(session, acting, originOf(request)) };
  };
}

/** What a session that an account's provider opened may do without naming the account: see itself, confirm and end. */
const openToBound: readonly string[] = [
  'GET /session',
  'DELETE /session',
  'POST /session/fresh',
  'POST /session/passkey/fresh',
  'POST /session/provider/fresh',
];

/**
 * The one place that holds such a session to its account: every other account is as unknown as one that does not exist, and
 * what a person does for themselves is closed unless it is listed here. What a route does with a person's own things, whatever
 * it was asked for, `authorize` and the use cases of people close as well.
 */
function keepToAccount(request: FastifyRequest, { account }: SessionPerson): void {
  if (account === null) return;
  const holder = named(request, holderHeader);
  const { url = '' } = request.routeOptions;
  const isOpen = openToBound.includes(`${request.method} ${url.slice(consoleBasePath.length)}`);
  if (holder === undefined && !isOpen) throw new AppError('single_sign_on_session');
  if (holder !== undefined && holder !== String(account.holderId)) throw new AppError('not_found');
}

/** Declares in a route's description what `requirePerson` reads. */
export function declareActing(route: Pick<RouteOptions, 'schema'>): void {
  route.schema = { ...route.schema, readHeaders: actingHeaders };
}

/** Before what test mode dates. Writes may concern test books whatever mode the person acts in. */
export function catchUpWithTestClocks({ testClocks }: { testClocks: TestClockReader }) {
  return async ({ method, signed }: FastifyRequest): Promise<void> => {
    if (!readingMethods.includes(method) || signed?.actor.mode === 'test') await testClocks.catchUp();
  };
}

type Named = string | string[] | undefined;

/** By the header, or by the query of a request that only reads. */
function named({ method, headers, query }: FastifyRequest, name: string): Named {
  const inQuery = readingMethods.includes(method) ? (query as Record<string, Named>)[name] : undefined;
  return headers[name] ?? inQuery;
}

/** Defaults to test mode, so that a missing name cannot move real money. */
function modeOf(name: Named = 'test'): Mode {
  const mode = modes.find((one) => one === name);
  if (mode === undefined) throw invalidField(modeHeader, `must be one of ${modes.join(', ')}`);
  return mode;
}

async function actingOf(db: Database, personId: string, name: Named) {
  if (name === undefined) return actingForSelf;
  if (typeof name !== 'string' || !/^[0-9]{1,18}$/.test(name))
    throw invalidField(holderHeader, 'must be the id of a holder');
  const membership = await findMembership(db, personId, BigInt(name));
  if (membership === undefined) throw new AppError('not_found');
  return actingFor(membership);
}
