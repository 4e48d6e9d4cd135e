/** What a person waits for while a stranger sends the most expensive requests there are. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, median, settleDown } from './bench.ts';
import { makeCallers } from './fixtures.ts';
import type { AttackPlan } from './neighbor-load.ts';
import { signIn } from './person.ts';
import { attack } from './processes.ts';
import { waitsFor } from './waits.ts';

type Attack = Pick<AttackPlan, 'connections' | 'request' | 'addresses'> & { name: string };

const timesMax = 2;
const waitMsMax = 250;
/** The attack is under way by then. */
const beginMs = 500;

/** With the number that is sent in place of `{n}`. */
const sentLength = (body: string): number => body.replace('{n}', '12345678').length;

const post = (path: string, headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: ${sentLength(body)}\r\n\r\n${body}`;

const fill = (item: string, bytes: number): string =>
  Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(',');

/** The largest bodies that are read. */
const orderBytesMax = 64 * 1_024 - 64;
const fileBytesMax = 3_900_000;

/** @param companies keys of as many companies, so that no attack meets the quota that another has used up. */
function attacks(companies: readonly [string, string, string], session: string): Attack[] {
  const [first, second, third] = companies;
  const people = 'sec-fetch-site: same-origin\r\n';
  const guess = post('/api/v1/session', people, '{"email":"invented{n}@example.com","password":"a wrong password"}');
  const signUp = post(
    '/api/v1/sign-ups',
    people,
    '{"name":"Eve","email":"invented{n}@example.com","password":"a wrong password"}',
  );
  const token = post('/pay/api/v1/authentication/token', '', '{"client_id":"pk_test_{n}","secret_id":"a guess"}');
  const [numbers, arrays] = ['1e-9', '[]'].map((item) => `{"a":[${fill(item, orderBytesMax)}]}`) as [string, string];
  const line = '2031-03-01,1.00,EUR,a bank line\\n';
  const statement = JSON.stringify({
    source: 'bank',
    file_name: 'bank.csv',
    text: 'TEXT',
    columns: { date: 'date', amount: 'amount', currency: 'currency', reference: 'text' },
    decimal: 'point',
    delimiter: ',',
    date_format: 'YYYY-MM-DD',
    dry_run: true,
  }).replace('TEXT', `date,amount,currency,text\\n${line.repeat(Math.floor(fileBytesMax / (line.length - 1)))}`);
  return [
    { name: 'sign-ins with invented addresses, one network', connections: 24, request: guess, addresses: 1 },
    { name: 'the same from 24 networks', connections: 24, request: guess, addresses: 24 },
    { name: 'sign-ups from 24 networks', connections: 24, request: signUp, addresses: 24 },
    { name: 'tokens with invented keys', connections: 24, request: token, addresses: 24 },
    {
      name: 'orders full of numbers with exponents',
      connections: 20,
      request: post('/partner/v1/orders', first, numbers),
      addresses: 1,
    },
    {
      name: 'orders full of empty arrays',
      connections: 20,
      request: post('/partner/v1/orders', second, arrays),
      addresses: 1,
    },
    {
      name: 'top-ups full of numbers, without a quota',
      connections: 20,
      request: post('/partner/v1/wallets/topups', first, numbers),
      addresses: 1,
    },
    {
      name: 'top-ups full of empty arrays',
      connections: 20,
      request: post('/partner/v1/wallets/topups', second, arrays),
      addresses: 1,
    },
    {
      name: 'bulks of 8 MiB full of numbers',
      connections: 4,
      request: post('/partner/v1/orders/bulk', third, `{"orders":[{"a":[${fill('1e-9', 8_000_000)}]}]}`),
      addresses: 1,
    },
    {
      name: 'a bank statement of 170,000 lines, previewed',
      connections: 1,
      request: post('/api/v1/operator/statements', `${people}${session}`, statement),
      addresses: 1,
    },
  ];
}

export async function benchNeighbor(bench: Bench): Promise<void> {
  const { db, settings, service, quick, say, compare } = bench;
  const origin = `http://127.0.0.1:${service.port}`;
  const cookie = await signIn(db, settings, origin, [1n]);
  // Companies as anyone can open them: with a test key, and the quota that companies begin with.
  const strangers = await makeCallers(db, 3, 'test', null);
  const keys = strangers.map(
    ({ clientId, clientSecret }) => `X-Client-Id: ${clientId}\r\nX-Client-Secret: ${clientSecret}\r\n`,
  ) as [string, string, string];
  const session = `Cookie: ${cookie}\r\nSluice-Holder: 1\r\nSluice-Mode: test\r\n`;
  const seconds = quick ? 3 : 10;
  const probes = {
    'GET /api/v1/session': (until: Promise<unknown>) => waitsFor(`${origin}/api/v1/session`, { cookie }, until),
    'GET /health/live': (until: Promise<unknown>) => waitsFor(`${origin}/health/live`, {}, until),
  };
  const names = Object.keys(probes) as (keyof typeof probes)[];
  const during = async (until: Promise<unknown>): Promise<number[][]> =>
    Promise.all(names.map((name) => probes[name](until)));
  const report = (times: readonly number[]): string =>
    `p50 ${median(times).toFixed(1)}, longest ${Math.max(...times).toFixed(0)}`;

  await during(delay(1_000));
  const quiet = await during(delay(seconds * 1_000));
  say('\nOne bad neighbor: milliseconds that another person waits');
  const line = (what: string, times: readonly number[][]): string =>
    `  ${what.padEnd(50)} ${names.map((name, index) => `${name}: ${report(times[index] as number[])}`).join('; ')}`;
  say(line('nobody else', quiet));
  const worst = { times: [] as number[], longest: [] as number[] };
  for (const { name, ...plan } of attacks(keys, session)) {
    const attacked = attack({ ...plan, port: service.port, seconds });
    await delay(beginMs);
    const times = await during(attacked);
    const answers = Object.entries(await attacked).map(([status, count]) => `${count} × ${status}`);
    say(`${line(name, times)} (${answers.join(', ')})`);
    worst.times.push(...times.map((own, index) => median(own) / median(quiet[index] as number[])));
    worst.longest.push(Math.max(...times.flat()));
    await settleDown(db);
    await delay(beginMs);
  }
  compare({
    name: 'another’s median ÷ alone, in the worst attack',
    values: [Math.max(...worst.times)],
    aim: { atMost: timesMax },
  });
  compare({
    name: 'the longest another waits in any attack',
    values: [Math.max(...worst.longest)],
    unit: 'ms',
    aim: { atMost: waitMsMax },
  });
}
