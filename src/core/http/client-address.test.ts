import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ownRoute } from '../../../tests/support/own-route.ts';
import { plainWording } from '../../../tests/support/plain-wording.ts';
import { interfacesWith } from '../../api/interfaces.ts';
import type { TrustedProxies } from './client-address.ts';
import { createHttpServer } from './http-server.ts';

const proxy = '10.0.0.2';
const outer = '10.0.7.1';
const client = '203.0.113.9';
const refused = 'refused';
const interfaces = interfacesWith(plainWording);

async function addressSeen(trusted: TrustedProxies, from: string, forwarded: string | string[] | undefined) {
  const app = createHttpServer({ logger: pino({ level: 'silent' }) as never, trustProxy: trusted, interfaces });
  app.route({ method: 'GET', url: '/ip', schema: ownRoute, handler: async (request) => ({ ip: request.ip }) });
  const answer = await app.inject({
    url: '/ip',
    remoteAddress: from,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  await app.close();
  return answer.statusCode === 400 ? refused : answer.json().ip;
}

const networks = ['10.0.0.0/16', '2001:db8:5::/48'];

type Case = [
  why: string,
  trusted: TrustedProxies,
  from: string,
  forwarded: string | string[] | undefined,
  seen: string,
];

describe('the client’s address', () => {
  it.each<Case>([
    ['no proxy: the header is not read', false, client, '1.1.1.1', client],
    ['no proxy: nor is it judged', false, client, 'unknown', client],
    ['one proxy', 1, proxy, client, client],
    ['one proxy: what the client put before it is not believed', 1, proxy, `1.1.1.1, ${client}`, client],
    ['one proxy: nor a long chain', 1, proxy, `127.0.0.1, 10.0.0.1, 10.0.0.2, ${client}`, client],
    ['one proxy: nor a header sent twice', 1, proxy, ['1.1.1.1', client], client],
    ['one proxy: nor words', 1, proxy, `unknown, ' or 1=1 --, ${client}`, client],
    ['one proxy that sends no header', 1, proxy, undefined, proxy],
    ['two proxies', 2, proxy, `${client}, ${outer}`, client],
    ['two proxies: the client’s own entries come before', 2, proxy, `1.1.1.1, 8.8.8.8, ${client}, ${outer}`, client],
    ['two proxies, but only one entry', 2, proxy, client, client],
    ['an IPv6 client', 1, proxy, '1.1.1.1, 2001:db8::7', '2001:db8::7'],
    ['a client that is no IP address', 1, proxy, 'unknown', refused],
    ['a client with a port', 1, proxy, `${client}:4711`, refused],
    ['a client in brackets', 1, proxy, '[2001:db8::7]', refused],
    ['a number that is no address', 1, proxy, '3405803785', refused],
    ['networks', networks, proxy, client, client],
    ['networks: through both proxies', networks, proxy, `${client}, ${outer}`, client],
    ['networks: a forged client before', networks, proxy, `1.1.1.1, ${client}, ${outer}`, client],
    ['networks: a forged proxy before', networks, proxy, `10.0.0.9, ${client}, ${outer}`, client],
    ['networks: words before', networks, proxy, `unknown, ${client}`, client],
    ['networks: a peer that is no proxy is the client', networks, client, '1.1.1.1', client],
    ['networks: a peer just outside', networks, '10.1.0.1', '1.1.1.1', '10.1.0.1'],
    ['networks: an IPv6 proxy', networks, '2001:db8:5::1', `1.1.1.1, ${client}`, client],
    ['networks: a proxy seen through an IPv6 socket', networks, `::ffff:${proxy}`, `1.1.1.1, ${client}`, client],
    ['networks: a client that is no IP address', networks, proxy, `${client}, _hidden`, refused],
    ['networks: a single address', [proxy], proxy, `1.1.1.1, ${client}`, client],
  ])('%s', async (_why, trusted, from, forwarded, seen) => {
    expect(await addressSeen(trusted, from, forwarded)).toBe(seen);
  });
});
