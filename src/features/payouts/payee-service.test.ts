/** What a service for verification of payee is asked, and what becomes of each answer: real requests to a server here. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bankForm } from '../../../tests/support/bank-form.ts';
import { withPayeeAnswer } from './payee-check.ts';
import { createPayeeCheck } from './payee-service.ts';

type Asked = { url: string | undefined; headers: IncomingHttpHeaders; body: unknown };

let answer: (response: ServerResponse) => void;
const asked: Asked[] = [];
const problems: string[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { url, headers } = request;
    asked.push({ url, headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    answer(response);
  });
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
  problems.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const token = 'a-token-of-the-bank';
const form = bankForm({ accountName: 'Ada Lovelace' });

async function check(changes: Partial<Parameters<typeof createPayeeCheck>[0]> = {}, entered = form) {
  const onProblem = (problem: string): void => void problems.push(problem);
  const ask = createPayeeCheck({ url: `${origin}/vop?key=1`, token, onProblem, ...changes });
  return (await withPayeeAnswer(entered, ask)).payee;
}

const saying = (body: unknown, status = 200) => {
  answer = (response) =>
    void response
      .writeHead(status, { location: '/elsewhere' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
};

it.each<[unknown, object]>([
  [{ result: 'match' }, { result: 'match', name: null }],
  [
    { result: 'close_match', name: ' Ada\tLovelace-King ' },
    { result: 'close_match', name: 'Ada Lovelace-King' },
  ],
  [{ result: 'close_match' }, { result: 'close_match', name: null }],
  [
    { result: 'close_match', name: null },
    { result: 'close_match', name: null },
  ],
  [{ result: 'no_match' }, { result: 'no_match', name: null }],
  [
    { result: 'no_match', name: 'Somebody Else' },
    { result: 'no_match', name: null },
  ],
  [
    { result: 'match', name: 'Ada Lovelace' },
    { result: 'match', name: null },
  ],
  [{ result: 'not_possible' }, { result: 'not_possible', name: null }],
])('%j is taken', async (said, expected) => {
  saying(said);
  expect(await check()).toEqual(expected);
  expect(problems).toEqual([]);
});

it.each<[string, unknown, number, string]>([
  ['another word', { result: 'MTCH' }, 200, 'no known result'],
  ['a word of our own', { result: 'not_checked' }, 200, 'no known result'],
  ['no object', null, 200, 'no known result'],
  ['a list', [{ result: 'match' }], 200, 'no known result'],
  ['a name that is none', { result: 'close_match', name: 7 }, 200, 'a name that is no name'],
  ['a name with control characters', { result: 'close_match', name: 'Ada\u0000' }, 200, 'a name that is no name'],
  ['a name that is too long', { result: 'close_match', name: 'A'.repeat(141) }, 200, 'a name that is no name'],
  ['no JSON', '<html>', 200, 'no JSON'],
  ['nothing', '', 200, 'no JSON'],
  ['a redirect', { result: 'match' }, 307, 'status 307'],
  ['a refusal', { result: 'match' }, 401, 'status 401'],
  ['a failure', { result: 'match' }, 500, 'status 500'],
  ['too much', `{"result":"match"}${' '.repeat(20_000)}`, 200, 'more than 16384 bytes'],
])('%s counts as not checked', async (_, said, status, problem) => {
  saying(said, status);
  expect(await check()).toEqual({ result: 'not_checked', name: null });
  expect(problems).toEqual([problem]);
  expect(asked).toHaveLength(1);
});

it.each<[string, (response: ServerResponse) => void]>([
  ['never answers', () => {}],
  ['never ends its answer', (response) => void response.writeHead(200).write('{"result":')],
])('a service that %s is not waited for', async (_, silence) => {
  answer = silence;
  expect(await check({ timeoutMs: 50 })).toEqual({ result: 'not_checked', name: null });
  expect(problems).toEqual(['no answer in time']);
});

it('a service that is not there counts as not checked', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  expect(await check({ url: `http://127.0.0.1:${port}/` })).toEqual({ result: 'not_checked', name: null });
  expect(problems).toEqual(['ECONNREFUSED']);
});

it('is asked for what the scheme asks for, with the token', async () => {
  saying({ result: 'match' });
  await check();
  const common = { currency: null, name: 'Ada Lovelace' };
  expect(asked).toMatchObject([{ url: '/vop?key=1', headers: { authorization: `Bearer ${token}` } }]);
  expect(asked[0]?.body).toEqual({ iban: form.iban, bic: null, country: 'DE', ...common });

  await check({ token: undefined }, { ...form, bankCode: 'COBADEFFXXX', currency: 'eur' });
  expect(asked[1]?.headers).not.toHaveProperty('authorization');
  expect(asked[1]?.body).toEqual({ ...common, iban: form.iban, bic: 'COBADEFFXXX', country: 'DE', currency: 'EUR' });

  const number = { iban: '', accountNumber: '1234-5678', bankCode: '021000021', country: 'US' };
  await check({}, { ...form, ...number });
  expect(asked[2]?.body).toEqual({
    ...{ account_number: '12345678', bank_code: '021000021', bic: null, country: 'US' },
    ...common,
  });
});

it('asks nobody about a form with faults, or without a service', async () => {
  expect(await check({}, { ...form, iban: 'DE00370400440532013000' })).toBeUndefined();
  expect(await withPayeeAnswer(form, undefined)).toEqual(form);
  expect(asked).toEqual([]);
});
