/** The library where only the standards of the web exist, as in edge runtimes: nothing of Node.js may be needed. */
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';

const standard = {
  ...{ URL, URLSearchParams, Headers, Request, Response, AbortController, AbortSignal, DOMException },
  ...{ crypto, TextEncoder, TextDecoder, setTimeout, clearTimeout, atob, btoa },
};

type Library = typeof import('./index.ts');
let library: Library;
const requested: { url: string; init: RequestInit }[] = [];

/** As edge runtimes are: they know no other ways to treat a redirect. */
async function fetch(url: string, init: RequestInit): Promise<Response> {
  if (!['follow', 'manual'].includes(init.redirect ?? 'follow')) throw new TypeError('Invalid redirect value');
  requested.push({ url, init });
  return new Response(JSON.stringify({ status: true, data: [{ id: 1 }], next_cursor: null }));
}

beforeAll(async () => {
  const input = fileURLToPath(new URL('index.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'neutral', external: () => false });
  const { output } = await bundle.generate({ format: 'iife', name: 'library' });
  await bundle.close();
  const context = createContext({ ...standard, fetch });
  runInContext(output[0].code, context);
  library = runInContext('library', context) as Library;
});

describe('without Node.js', () => {
  it('requests are sent', async () => {
    const keys = { baseUrl: 'https://pay.test', clientId: 'pk_test_1', clientSecret: 'sk_test_1' };
    const platform = library.createPartner(keys);
    expect((await platform.orders.list({ limit: 1 })).data).toEqual([{ id: 1 }]);
    await platform.wallets.topUp({ amount: 1, currency: 'EUR' });
    expect(requested.map(({ url }) => url)).toEqual([
      'https://pay.test/partner/v1/orders?limit=1',
      'https://pay.test/partner/v1/wallets/topups',
    ]);
    expect(new Headers(requested[1]?.init.headers).get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('webhooks are verified', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"type":"order.settled"}';
    const headers = await library.signWebhook(body, { id: 'evt_1', secret });
    expect(await library.verifyWebhook(body, headers, secret)).toEqual({ type: 'order.settled' });
    await expect(library.verifyWebhook(`${body} `, headers, secret)).rejects.toThrow('No signature matches.');
  });
});
