/**
 * For tests of interface A: the whole server on a database of its own, merchants with their keys, and a client that
 * sends exactly what it is told. Answers are compared as text, because clients in the wild are picky.
 */

import { pino } from 'pino';
import { expect } from 'vitest';
import { merchantBasePaths } from '../../src/api/shared/merchant-bases.ts';
import { createServer, type ServerOptions } from '../../src/app/server.ts';
import type { KeptTable } from '../../src/base/database/kept-rows.ts';
import type { KeyPair } from '../../src/features/api-keys/key-pair.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder, makeKey } from '../support/holders.ts';
import { createTestDatabase } from '../support/test-database.ts';

export const publicUrl = 'http://pay.test';
export const secret = 'a-secret-of-the-tests-with-more-than-32-characters';
export const base: string = merchantBasePaths.api;
export const sandbox: string = merchantBasePaths.sandbox;

export type Merchant = { holderId: bigint; test: KeyPair; live: KeyPair };
export type Answer = { status: number; headers: Record<string, unknown>; text: string };
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type Call = {
  headers?: Record<string, string>;
  /** An object is sent as JSON; text as it stands. */
  body?: object | string;
  /** The caller's address. */
  from?: string;
};
export type Shop = Awaited<ReturnType<typeof createShop>>;

export async function createShop(options: Partial<ServerOptions> = {}) {
  const database = await createTestDatabase();
  const logger = pino({ level: 'silent' });
  const server = await createServer({
    pool: database.pool,
    publicUrl,
    secrets: [secret],
    logger,
    trustProxy: false,
    ...options,
  });
  const { app, db } = server;

  async function addMerchant(name = 'Test Shop'): Promise<Merchant> {
    const holderId = await makeHolder(db, 'merchant', name);
    return { holderId, test: await makeKey(db, holderId, 'test'), live: await makeKey(db, holderId, 'live') };
  }

  async function call(method: Method, url: string, { headers = {}, body, from }: Call = {}): Promise<Answer> {
    const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
    const payload = typeof body === 'object' ? JSON.stringify(body) : body;
    const answer = await app.inject({
      method,
      url,
      headers: typed,
      ...(payload === undefined ? {} : { payload }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
  }

  const requestToken = (pair: KeyPair, at = base): Promise<Answer> =>
    call('POST', `${at}/authentication/token`, { body: keysOf(pair) });

  async function token(pair: KeyPair, at = base): Promise<string> {
    return dataOf(await requestToken(pair, at)).access_token as string;
  }

  const create = (accessToken: string, body: object | string, headers = {}, at = base): Promise<Answer> =>
    call('POST', `${at}/payment/create`, { headers: { authorization: `Bearer ${accessToken}`, ...headers }, body });

  const status = (accessToken: string, paymentToken: string, at = base): Promise<Answer> =>
    call('GET', `${at}/payment/status/${paymentToken}`, { headers: { authorization: `Bearer ${accessToken}` } });

  return {
    server,
    app,
    db,
    database,
    addMerchant,
    call,
    requestToken,
    token,
    create,
    status,
    async close() {
      await app.close();
      await database.drop();
    },
    /** Ends every test that moved, or could have moved, money. */
    expectBooksHold: (changed?: { byHand: KeptTable[] }) => expectBooksToHold(db, changed),
  };
}

export const keysOf = ({ clientId, clientSecret }: KeyPair) => ({ client_id: clientId, secret_id: clientSecret });

/** The least a payment needs. */
export const payment = { amount: '12.50', currency: 'USD', return_url: 'https://shop.test/thanks' };

const jsonType = 'application/json; charset=utf-8';
const errorBytesMax = 120;

/** The `data` of a success, whose envelope is exact. */
export function dataOf(answer: Answer, word = /^(SUCCESS|CREATED)$/): Record<string, unknown> {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-type']).toBe(jsonType);
  const parsed = JSON.parse(answer.text) as { message: { success: [string] }; data: Record<string, unknown> };
  expect(Object.keys(parsed)).toEqual(['message', 'data', 'type']);
  expect(parsed).toMatchObject({ message: { code: 200, success: [expect.stringMatching(word)] }, type: 'success' });
  expect(Object.keys(parsed.message)).toEqual(['code', 'success']);
  return parsed.data;
}

export const errorText = (status: number, message: string): string =>
  `{"message":{"code":${status},"error":["${message}"]},"data":[],"type":"error"}`;

/** Byte for byte: the envelope, its one message, one line of at most 120 ASCII bytes. */
export function expectError(answer: Answer, status: number, message: string): void {
  expect(answer.text).toBe(errorText(status, message));
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe(jsonType);
  expect(answer.text).toMatch(/^[ -~]+$/);
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(errorBytesMax);
}
