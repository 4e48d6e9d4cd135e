/**
 * Text that PostgreSQL cannot store, in every place of every operation that takes text: refused by the schema, before it
 * reaches a query. The operations come from the OpenAPI document of the running service, so that none is forgotten.
 */
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { keyHeaders, makeCompany, makeHolder, makeKey } from '../support/holders.ts';

type Schema = { $ref?: string; type?: string | string[]; properties?: Record<string, Schema>; enum?: unknown[] };
type Parameter = { name: string; in: string; schema: Schema };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema & { examples?: object[] } }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
type Place = { of: string; method: string; path: string; operation: Operation };

const json = 'application/json';

/** Interface A reads these bodies itself, and keeps its own words. */
const readByRoute = ['/pay/', '/settlement-schedule'];

let account: TestAccount;
let document: Document;
let places: Place[];
let callers: { prefix: string; headers: Record<string, string> }[];

beforeAll(async () => {
  account = await createTestAccount();
  const { browser } = await account.newCustomer();
  const cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const company = await makeKey(account.db, await makeCompany(account.db));
  const shop = await makeKey(account.db, await makeHolder(account.db, 'merchant'));
  const token = await account.app.inject({
    ...{ method: 'POST', url: '/pay/api/v1/authentication/token' },
    payload: { client_id: shop.clientId, secret_id: shop.clientSecret },
  });
  const bearer = { authorization: `Bearer ${token.json().data.access_token}` };
  callers = [
    { prefix: '/partner/', headers: keyHeaders(company) },
    { prefix: '/pay/', headers: bearer },
    { prefix: '/', headers: { cookie, 'sec-fetch-site': 'same-origin' } },
  ];
  document = (await account.app.inject('/openapi.json')).json();
  places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      of: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
});
afterAll(() => account.close());

/** Files are sent as what they are. */
function bodyOf({ operation }: Place, payload?: object): Pick<InjectOptions, 'headers' | 'payload'> {
  const [type = json] = Object.keys(operation.requestBody?.content ?? {});
  if (payload === undefined) return {};
  return type === json ? { payload } : { headers: { 'content-type': type }, payload: Buffer.from('a file') };
}

async function send(place: Place, url: string, payload?: object) {
  const { method, path } = place;
  const caller = callers.find(({ prefix }) => path.startsWith(prefix))?.headers;
  const { headers, ...body } = bodyOf(place, payload);
  const sent = { method, url, headers: { ...caller, ...headers }, ...body } as InjectOptions;
  const answer = await account.app.inject(sent);
  return { status: answer.statusCode, text: answer.body };
}

const found = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema);
const isText = (schema: Schema): boolean => [found(schema).type].flat().includes('string');

const filled = (path: string, odd?: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === odd ? 'a%00b' : '1'));

describe('docs/contract/partner.md, "Partner envelope": text that cannot be stored', () => {
  it('in a path is a 404', async () => {
    const answers: [string, number][] = [];
    for (const place of places) {
      for (const { name, schema } of (place.operation.parameters ?? []).filter(({ in: where }) => where === 'path')) {
        if (!isText(schema)) continue;
        const body = place.operation.requestBody === undefined ? undefined : exampleOf(place);
        answers.push([`${place.of} ${name}`, (await send(place, filled(place.path, name), body)).status]);
      }
    }
    expect(answers.length).toBeGreaterThan(50);
    // Interface A may find the body at fault first.
    expect(answers.filter(([of, status]) => status !== 404 && !(status === 400 && of.includes(' /pay/')))).toEqual([]);
  });

  it('in a query is refused by name', async () => {
    const answers: [string, number, boolean][] = [];
    for (const place of places) {
      for (const { name, schema } of (place.operation.parameters ?? []).filter(({ in: where }) => where === 'query')) {
        if (!isText(schema)) continue;
        const { status, text } = await send(place, `${filled(place.path)}?${name}=a%00b`);
        answers.push([`${place.of} ${name}`, status, text.includes(name)]);
      }
    }
    expect(answers.length).toBeGreaterThan(100);
    // A path that is not found comes first.
    const refused = answers.filter(([, status]) => status !== 404);
    expect(refused.filter(([of, status]) => status !== (of.includes(' /pay/') ? 400 : 422))).toEqual([]);
    expect(refused.filter(([, , isNamed]) => !isNamed)).toEqual([]);
    expect(refused.length).toBeGreaterThan(90);
  });

  it.each(['a\u0000b', 'a\ud800b'])('in a body is refused by name: %j', async (odd) => {
    const answers: [string, number, boolean][] = [];
    for (const place of places) {
      const schema = place.operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) continue;
      for (const [name, field] of Object.entries(found(schema).properties ?? {})) {
        if (!isText(field) || found(field).enum !== undefined) continue;
        const { status, text } = await send(place, filled(place.path), { ...exampleOf(place), [name]: odd });
        answers.push([`${place.of} ${name}`, status, text.includes(name)]);
      }
    }
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter(([, status]) => status < 400 || status >= 500)).toEqual([]);
    const bySchema = answers.filter(([of, status]) => status !== 404 && !readByRoute.some((part) => of.includes(part)));
    expect(bySchema.filter(([, status, isNamed]) => status !== 422 || !isNamed)).toEqual([]);
    expect(bySchema.length).toBeGreaterThan(80);
  });

  it('in a cookie is no cookie of ours', async () => {
    for (const name of ['sluice_session', 'sluice_two_factor', 'sluice_known', 'sluice_session_only']) {
      for (const value of ['%00', '2fa-%00.x', '%ff', '%ed%a0%80', 'a%00.b']) {
        const headers = { cookie: `${name}=${value}`, 'sec-fetch-site': 'same-origin' };
        const asked = await account.app.inject({ url: '/api/v1/session', headers });
        const given = await account.app.inject({
          ...{ method: 'POST', url: '/api/v1/session/second-factor', headers },
          payload: { code: '123456' },
        });
        expect([name, value, asked.statusCode, given.statusCode]).toEqual([name, value, 401, 401]);
      }
    }
  });

  it('in what is tried from the dashboard', async () => {
    const { headers } = callers.at(-1) as { headers: Record<string, string> };
    for (const [part, values] of Object.entries({ path: { ref: 'a\ud800' }, query: { cursor: '\u0000' } })) {
      const payload = { operation: 'getOrder', path: { ref: 'x' }, [part]: values };
      const answer = await account.app.inject({ method: 'POST', url: '/api/v1/try', headers, payload });
      expect([answer.statusCode, answer.json().error.details[0].field]).toEqual([
        422,
        `${part}.${Object.keys(values)[0]}`,
      ]);
    }
  });
});

describe('docs/contract/people.md, "Sessions": the headers that name a holder and a mode', () => {
  it('are described where they are read, and nowhere else', async () => {
    const { headers } = callers.at(-1) as { headers: Record<string, string> };
    const read: string[] = [];
    const described: string[] = [];
    for (const { of, method, path, operation } of places) {
      const named = (operation.parameters ?? []).filter(({ name }) => name.startsWith('Sluice-'));
      if (named.length > 0) described.push(of);
      expect([of, named.map(({ name, in: where }) => `${where} ${name}`)]).toEqual([
        of,
        named.length === 0 ? [] : ['header Sluice-Holder', 'header Sluice-Mode'],
      ]);
      const odd = { ...headers, 'sluice-holder': 'neither' };
      const answer = await account.app.inject({ method, url: filled(path), headers: odd } as InjectOptions);
      // What it says of a holder's name that it has read.
      if (/"field":"sluice-holder"/.test(answer.body)) read.push(of);
    }
    expect(read.length).toBeGreaterThan(150);
    expect(described).toEqual(read);
  });
});

function exampleOf({ operation }: Place): object {
  return operation.requestBody?.content['application/json']?.schema.examples?.[0] ?? {};
}
