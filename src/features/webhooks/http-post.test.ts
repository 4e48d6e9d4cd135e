/** docs/webhooks.md, "What counts as delivered", against real servers that behave in every bad way. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../tests/fixtures/certificate.ts';
import { keepConnections, type Post, type Posted, postMessage } from './http-post.ts';

const servers: Server[] = [];
let connections = keepConnections();
afterEach(() => {
  connections.close();
  connections = keepConnections();
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) (server as unknown as { closeAllConnections(): void }).closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const post = (url: string, changes: Partial<Post> = {}): Promise<Posted> =>
  postMessage({
    url: new URL(url),
    headers: { 'content-type': 'application/json' },
    body: '{"id":"evt_1"}',
    judge: () => 'public',
    resolve: async () => ['127.0.0.1'],
    connections,
    signal: new AbortController().signal,
    ...changes,
  });

async function answered(listener: RequestListener, changes: Partial<Post> = {}): Promise<Posted> {
  return post(`http://shop.example:${await listen(createServer(listener))}/hook`, changes);
}

/** Long enough for a connection on this machine, and waited for in full by those who never answer. */
const shortly = { timeoutMs: 300 };

describe('a receiver that', () => {
  it.each([200, 201, 204, 299])('answers %s has taken it', async (code) => {
    const posted = await answered((_, response) => response.writeHead(code).end());
    expect(posted).toMatchObject({ outcome: 'delivered', statusCode: code, verdict: 'public' });
  });

  it.each([301, 302, 307, 308])('redirects with %s is not followed', async (code) => {
    let asked = 0;
    const posted = await answered((_, response) => {
      asked += 1;
      response.writeHead(code, { location: '/elsewhere' }).end();
    });
    expect([posted.outcome, posted.statusCode, asked]).toEqual(['refused', code, 1]);
  });

  it.each([400, 401, 404, 410, 500, 503])('answers %s has refused it', async (code) => {
    const posted = await answered((_, response) => response.writeHead(code).end());
    expect(posted).toMatchObject({ outcome: 'refused', statusCode: code });
  });

  it('gets the body as it is, and the headers', async () => {
    let got = '';
    await answered((request, response) => {
      request.on('data', (chunk) => {
        got += chunk;
      });
      request.on('end', () => response.end());
    });
    expect(got).toBe('{"id":"evt_1"}');
  });

  it('never answers is given up', async () => {
    expect(await answered(() => {}, shortly)).toMatchObject({ outcome: 'timed_out', statusCode: null });
  });

  it('takes the connection and says nothing is given up', async () => {
    const port = await listen(createSocketServer(() => {}));
    expect(await post(`http://shop.example:${port}/`, shortly)).toMatchObject({ outcome: 'timed_out' });
  });

  it('drips its body is given up in the same time', async () => {
    const posted = await answered((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    }, shortly);
    expect([posted.outcome, posted.statusCode]).toEqual(['timed_out', 200]);
  });

  it('sends megabytes is read no further than 64 KiB', async () => {
    let sent = 0;
    const posted = await answered((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && sent < 50_000_000 && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    expect([posted.outcome, posted.body?.length]).toEqual(['delivered', 65_536]);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('hangs up, or speaks something else, was not reached', async () => {
    const hangsUp = await listen(createSocketServer((socket) => socket.destroy()));
    const mumbles = await listen(createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
    for (const port of [hangsUp, mumbles, 1]) {
      expect(await post(`http://shop.example:${port}/`)).toMatchObject({ outcome: 'not_connected', statusCode: null });
    }
  });

  it('has no address was not reached', async () => {
    const resolve = () => Promise.reject(new Error('unknown'));
    expect(await post('http://shop.example/', { resolve })).toMatchObject({ outcome: 'not_connected', verdict: null });
  });
});

describe('a connection', () => {
  /** @returns a receiver, and how many connections were made to it. */
  async function counted(listener: RequestListener): Promise<{ server: Server; port: number; made: () => number }> {
    let made = 0;
    const server = createServer(listener);
    server.on('connection', () => {
      made += 1;
    });
    return { server, port: await listen(server), made: () => made };
  }

  it('serves the next message to the same addresses', async () => {
    const { port, made } = await counted((_, response) => response.end('ok'));
    const url = `http://shop.example:${port}/`;
    for (let n = 0; n < 3; n += 1) expect((await post(url)).outcome).toBe('delivered');
    expect(made()).toBe(1);
  });

  it('does not when the name resolves to others, the first among them too', async () => {
    const { port, made } = await counted((_, response) => response.end('ok'));
    for (const addresses of [['127.0.0.1'], ['127.0.0.1', '127.0.0.9'], ['127.0.0.1']]) {
      const posted = await post(`http://shop.example:${port}/`, { resolve: async () => addresses });
      expect(posted.outcome).toBe('delivered');
    }
    expect(made()).toBe(2);
  });

  it('that the receiver closes as it is used again is replaced, once', async () => {
    const { port, made } = await counted((request, response) => {
      if (made() > 1 || request.headers['x-turn'] === undefined) response.end('ok');
      else request.socket.destroy();
    });
    const url = `http://shop.example:${port}/`;
    expect((await post(url)).outcome).toBe('delivered');
    expect((await post(url, { headers: { 'x-turn': '2' } })).outcome).toBe('delivered');
    expect(made()).toBe(2);
  });

  it('whose answer was not read to its end is not used again', async () => {
    const { port, made } = await counted((_, response) => response.end('x'.repeat(1_000_000)));
    const url = `http://shop.example:${port}/`;
    for (let n = 0; n < 2; n += 1) expect((await post(url)).body).toHaveLength(65_536);
    expect(made()).toBe(2);
  });
});

describe('an address', () => {
  const judge: Post['judge'] = (address) => (address === '127.0.0.1' ? 'refused' : 'public');

  it('is judged for what the name resolves to, every time', async () => {
    let asked = 0;
    const port = await listen(createServer((_, response) => response.end()));
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const resolve = async () => answers[asked++] as string[];
    const other = createServer((_, response) => response.end());
    servers.push(other);
    await new Promise<void>((done) => other.listen(port, '127.0.0.2', done));
    expect((await post(`http://shop.example:${port}/`, { resolve, judge })).outcome).toBe('delivered');
    expect((await post(`http://shop.example:${port}/`, { resolve, judge })).outcome).toBe('address_not_allowed');
    expect(asked).toBe(2);
  });

  it('that is private among public ones refuses them all', async () => {
    const resolve = async () => ['127.0.0.2', '127.0.0.1'];
    expect((await post('http://shop.example/', { resolve, judge })).outcome).toBe('address_not_allowed');
  });

  it('is judged too when it stands in the URL, where nothing is resolved', async () => {
    const resolve = () => Promise.reject(new Error('not asked'));
    for (const url of ['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/']) {
      expect((await post(url, { resolve, judge })).outcome).toBe('address_not_allowed');
    }
  });

  it('is connected to directly, whatever proxy the environment names', async () => {
    const proxied = await listen(createServer((_, response) => response.writeHead(502).end()));
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: `http://127.0.0.1:${proxied}`, NODE_USE_ENV_PROXY: '1' });
    try {
      expect((await answered((_, response) => response.end())).outcome).toBe('delivered');
    } finally {
      process.env = before;
    }
  });
});

describe('a certificate', () => {
  it('must be trusted and for the name', async () => {
    const { key, cert: ca } = makeCertificate('shop.example');
    const port = await listen(createSecureServer({ key, cert: ca }, (_, response) => response.end()));
    expect((await post(`https://shop.example:${port}/`)).outcome).toBe('certificate_invalid');
    expect((await post(`https://other.example:${port}/`, { ca })).outcome).toBe('certificate_invalid');
    expect((await post(`https://shop.example:${port}/`, { ca })).outcome).toBe('delivered');
  });
});

it('ends at once when the service stops', async () => {
  const stopping = new AbortController();
  const posted = answered(() => stopping.abort(), { signal: stopping.signal });
  expect((await posted).outcome).toBe('not_connected');
});
