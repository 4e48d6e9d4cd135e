/**
 * Every example of the API reference is sent to the service as it is printed, and answered as printed
 * (`npm run examples` prints them anew).
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsoleWorld } from '../fixtures/console.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { keyHeaders } from '../support/holders.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';
import { caller, isJson, isOfMerchants, isOfPartners, isOfPeople, type Operation, operationsOf } from './calls.ts';
import { playConsole, playVisitor } from './console-scenario.ts';
import { type PrintedExamples, readPrinted, shapeOf, withoutSecrets, writePrinted } from './printed.ts';
import { createReferenceWorld, playMerchant, playPartner, type ReferenceWorld, type Sent } from './scenario.ts';
import { playService, serviceSettings } from './service-scenario.ts';
import { playSingleSignOn } from './single-sign-on-scenario.ts';

const writes = process.env.WRITE_EXAMPLES === 'true';
const printed = readPrinted();
const seen: PrintedExamples = {};

let server: TestServer;
let operations: Operation[];

beforeAll(async () => {
  // Nothing is sent by itself, so that every delivery is as the scenario left it.
  server = await createTestServer({ clock: createTestClock(), ...serviceSettings });
  operations = await operationsOf(server.app);
});
afterAll(async () => {
  await server.close();
  if (writes) writePrinted({ ...printed, ...seen });
});

/** The document of all operations can't be an example of one of them. */
const isWholeDocument = ({ path }: Operation): boolean => path.endsWith('.json');

/** The first call of each operation is its example. */
function note(operation: Operation, { path, query, body }: Sent, answer: LightMyRequestResponse): void {
  if (seen[operation.id] !== undefined) return;
  seen[operation.id] = withoutSecrets({
    request: JSON.parse(JSON.stringify({ path, query, body })),
    status: answer.statusCode,
    ...(isWholeDocument(operation) ? {} : answerIn(answer)),
  }) as PrintedExamples[string];
}

/** The first event of each type, as its receiver reads it. */
async function noteEvents(world: ReferenceWorld): Promise<void> {
  const partner = await server.app.inject({
    url: '/partner/v1/events?limit=200',
    headers: keyHeaders(world.companyKeys),
  });
  const pair = { client_id: world.shopKeys.clientId, secret_id: world.shopKeys.clientSecret };
  const exchanged = await server.app.inject({
    method: 'POST',
    url: '/pay/api/v1/authentication/token',
    payload: pair,
  });
  const headers = { authorization: `Bearer ${exchanged.json().data.access_token}` };
  const merchant = await server.app.inject({ url: '/pay/api/v1/events?limit=200', headers });
  const events = [...partner.json().data, ...merchant.json().data.events] as { type: string; subject: string }[];
  for (const { subject: _, ...event } of events) {
    seen[event.type] ??= { request: {}, status: 200, answer: event };
  }
}

function answerIn(answer: LightMyRequestResponse): { answer?: unknown } {
  if (isJson(answer)) return { answer: answer.json() };
  return String(answer.headers['content-type']).startsWith('text/csv') ? { answer: answer.body } : {};
}

function expectAsPrinted(ids: readonly string[], order?: 'in any order'): void {
  if (writes) return;
  const shape = (one: unknown) => shapeOf(one, order !== undefined);
  const shapes = (from: PrintedExamples) => Object.fromEntries(ids.map((id) => [id, shape(from[id])]));
  expect(shapes(seen)).toEqual(shapes(printed));
}

const idsOf = (belongs: (operation: Operation) => boolean): string[] => operations.filter(belongs).map(({ id }) => id);
const isOfServers = (one: Operation): boolean => isOfMerchants(one) || isOfPartners(one);

/** A new operation has no example until it is called here. */
function expectEachCalled(ids: readonly string[]): void {
  expect(ids.filter((id) => seen[id] === undefined)).toEqual([]);
}

it('those of interfaces A and B, and of the events they lead to', async () => {
  const world = await createReferenceWorld(server);
  const call = caller(server.app, operations, world, note);
  await playMerchant(call, world);
  await playPartner(call, world);
  const ids = idsOf(isOfServers);
  expectEachCalled(ids);
  await noteEvents(world);
  const types = Object.keys(seen).filter((id) => id.includes('.'));
  expect(types.length).toBeGreaterThan(20);
  expectAsPrinted([...ids, ...types]);
  await expectBooksToHold(server.db);
});

it('those of the people’s API', async () => {
  // In a world of its own, whose audit log names an address that is another one each time.
  const apart = await createConsoleWorld({ webhooks: { loopbackInTest: true, allow: [] } });
  await playSingleSignOn(apart, operations, note).finally(apart.close);
  const world = await createConsoleWorld();
  try {
    await playConsole(world, operations, note);
    await playVisitor(world, operations, note);
    const ids = idsOf(isOfPeople);
    expectEachCalled(ids);
    expectAsPrinted(ids, 'in any order');
    await expectBooksToHold(world.db);
  } finally {
    await world.close();
  }
});

it('those of the sandbox and of the service itself', async () => {
  const world = await createReferenceWorld(server);
  const call = caller(server.app, operations, world, note);
  await playMerchant((id, sent) => call(`${id}InSandbox`, sent), world);
  await playService(server, operations, note);
  const ids = idsOf((one) => !isOfServers(one) && !isOfPeople(one));
  expectEachCalled(ids);
  expectAsPrinted(ids);
  await expectBooksToHold(server.db);
});
