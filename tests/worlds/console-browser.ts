/** For tests of the console's API: a browser that keeps cookies and sends JSON from our own pages. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { consoleBasePath } from '../../src/api/console/interface.ts';
import { password, type TestAccount } from './account.ts';

export type ConsoleBrowser = ReturnType<typeof createConsoleBrowser>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export const ownPage = { 'sec-fetch-site': 'same-origin' };

export function createConsoleBrowser(app: FastifyInstance, remoteAddress = '127.0.0.1') {
  const jar = new Map<string, string>();
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function call(method: Method, path: string, body?: object, headers: Record<string, string> = ownPage) {
    const answer = await app.inject({
      method,
      url: `${consoleBasePath}${path}`,
      remoteAddress,
      headers: { cookie: cookie(), ...headers },
      ...(body && { payload: body }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, encodeURIComponent(value));
    }
    return answer;
  }
  return {
    jar,
    cookie,
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body: object) => call('POST', path, body),
    signIn: (email: string, word = password) => call('POST', '/session', { email, password: word }),
    /** What GET /session says of the person; undefined when nobody is signed in. */
    async person(): Promise<Record<string, unknown> | undefined> {
      return (await call('GET', '/session')).json().data?.person;
    },
  };
}

export function expectDone(answer: LightMyRequestResponse, data: unknown = null): void {
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, data }]);
}

export function expectRefused(
  answer: LightMyRequestResponse,
  status: number,
  code: string,
  fields: readonly string[] = [],
): void {
  const { error } = answer.json();
  expect([answer.statusCode, error?.code]).toEqual([status, code]);
  expect(error.details.map(({ field }: { field: string }) => field)).toEqual(fields);
  for (const { message } of error.details) expect(message).toMatch(/\S/);
  if (status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

/** What a stranger can compare: not the seconds that pass between two answers. */
export const told = ({ statusCode, headers, body }: LightMyRequestResponse): unknown => {
  const { 'x-request-id': _id, 'content-length': _length, date: _date, 'retry-after': wait, ...others } = headers;
  const text = body.replaceAll(/"request_id":"[^"]*"|Wait (a minute|\d+ minutes)/g, '');
  return [statusCode, others, wait !== undefined, text];
};

/** A browser of a new person with a confirmed address, signed in. */
export async function newPerson(account: TestAccount, email: string) {
  const browser = createConsoleBrowser(account.app);
  expectDone(await browser.post('/sign-ups', { name: 'Ada Lovelace', email, password }));
  await account.deliver();
  const token = await account.linkToken(email);
  expectDone(await browser.post('/sign-ups/confirmations', { token, password }), { state: 'signed_in' });
  return browser;
}
