/**
 * One client address invents email addresses and client ids, over real HTTP, until every window is full: whoever comes
 * from elsewhere is served meanwhile. `FLOOD=100000` runs it against windows of the size a service has.
 */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { keysOf } from '../fixtures/shop.ts';
import { shell } from '../support/actors.ts';
import { makeHolder, makeKey } from '../support/holders.ts';

const flood = Number(process.env.FLOOD ?? 600);
const attacker = '127.0.0.1';
const elsewhere = '127.0.0.2';
/** As many as one network may have in the queue of password hashes. */
const connections = 4;

let account: TestAccount;
let origin: string;
const agents: Agent[] = [];

beforeAll(async () => {
  account = await createTestAccount({ rateKeysMax: Math.min(100_000, flood / 3) });
  origin = await account.app.listen({ port: 0, host: '0.0.0.0' });
});
afterAll(async () => {
  for (const agent of agents) agent.destroy();
  await account.close();
});

type Answer = { status: number };

/** A client at an address of the loopback network. */
function clientAt(localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress });
  agents.push(agent);
  const { port } = new URL(origin);
  return (method: 'GET' | 'POST', path: string, { json }: Sent = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(json);
      const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body ?? '') };
      const headers = { 'sec-fetch-site': 'same-origin', ...(body && type) };
      const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

type Sent = { json?: object };
type Client = ReturnType<typeof clientAt>;

const signInWith =
  (client: Client) =>
  (email: string, secret: string): Promise<Answer> =>
    client('POST', '/api/v1/session', { json: { email, password: secret } });

async function inParallel(times: number, act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < times) await act(next++);
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

it('a right password from elsewhere is accepted while one address invents accounts', async () => {
  const email = 'owner@example.com';
  await account.people.signUp(shell, { name: 'Olive Owner', email, password, emailVerified: true });
  const [knock, signIn] = [signInWith(clientAt(attacker)), signInWith(clientAt(elsewhere))];
  const counts: Record<number, number> = {};
  const heapBefore = process.memoryUsage().heapUsed;
  const startedMs = performance.now();

  await inParallel(flood, async (n) => {
    const { status } = await knock(`invented${n}@example.com`, 'a guess');
    counts[status] = (counts[status] ?? 0) + 1;
    if (n === Math.floor(flood / 2)) expect((await signIn(email, password)).status).toBe(200);
  });

  expect(counts).toEqual({ 401: 200, 429: flood - 200 });
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, 'a wrong one')).status).toBe(401);
  expect((await knock(email, password)).status).toBe(429);
  if (process.env.FLOOD !== undefined) report(startedMs, heapBefore);
}, 1_200_000);

it('a right key pair is accepted, and another’s mistake is named, while one address invents client ids', async () => {
  const pair = await makeKey(account.db, await makeHolder(account.db, 'merchant'));
  const [knock, call] = [clientAt(attacker), clientAt(elsewhere)];
  const token = '/pay/api/v1/authentication/token';
  const counts: Record<number, number> = {};

  const startedMs = performance.now();

  await inParallel(flood, async (n) => {
    const { status } = await knock('POST', token, { json: { client_id: `pk_test_${n}`, secret_id: 'a guess' } });
    counts[status] = (counts[status] ?? 0) + 1;
  });

  const minutesBegun = Math.ceil((performance.now() - startedMs) / 60_000);
  expect(Object.keys(counts)).toEqual(['400', '429']);
  expect(counts[400]).toBeLessThanOrEqual(300 * minutesBegun);
  expect((await call('POST', token, { json: keysOf(pair) })).status).toBe(200);
  expect((await knock('POST', token, { json: keysOf(pair) })).status).toBe(200);
  expect((await call('POST', token, { json: { ...keysOf(pair), secret_id: 'wrong' } })).status).toBe(400);
}, 1_200_000);

function report(startedMs: number, heapBefore: number): void {
  const seconds = (performance.now() - startedMs) / 1_000;
  const grown = (process.memoryUsage().heapUsed - heapBefore) / 2 ** 20;
  process.stdout.write(
    `${flood} attempts in ${seconds.toFixed(1)} s (${(flood / seconds).toFixed(0)} a second), heap ${grown.toFixed(1)} MiB\n`,
  );
}
