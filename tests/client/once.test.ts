/** What people do in the dashboard is done once: its client keeps an act's idempotency key until the act was done. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDashboardClient } from '../support/dashboard-client.ts';
import { readDashboard } from '../support/dashboard-sources.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const attemptsModule = '../../dashboard/src/api/attempts.ts';
const book = { holderId: 7, mode: 'test' } as const;

afterEach(() => vi.unstubAllGlobals());

describe('a key', () => {
  type Attempts = {
    keyOf: (act: string) => string;
    begin: (act: string, body: string) => { act: string; key: string; isRepeat: boolean };
    end: (sent: { act: string; key: string }, isDone: boolean) => void;
  };
  let shelf: string | null = null;

  async function open(): Promise<Attempts> {
    const { Attempts } = await import(/* @vite-ignore */ new URL(attemptsModule, import.meta.url).href);
    return new Attempts({ read: () => shelf, write: (text: string) => (shelf = text) });
  }

  it('lasts until the act was done, whatever is sent and however often it is refused', async () => {
    const attempts = await open();
    const first = attempts.begin('7/test /payouts', '20');
    expect(first.isRepeat).toBe(false);
    attempts.end(first, false);
    const second = attempts.begin('7/test /payouts', '20');
    expect(second).toEqual({ ...first, isRepeat: true });
    attempts.end(second, false);
    // Nobody knows what became of the 20: 30 must not be paid beside them.
    const other = attempts.begin('7/test /payouts', '30');
    expect(other.key).toBe(first.key);
    attempts.end(other, true);
    const next = attempts.begin('7/test /payouts', '30');
    expect([next.key === first.key, next.isRepeat]).toEqual([false, false]);
  });

  it('is that of a double click, and not of other content that is sent at the same time', async () => {
    const attempts = await open();
    const [one, two, other] = ['20', '20', '30'].map((body) => attempts.begin('7/test /invitations', body));
    expect([two?.key, two?.isRepeat]).toEqual([one?.key, false]);
    expect(other?.key).not.toBe(one?.key);
  });

  it('is of one act on one object in one book', async () => {
    const attempts = await open();
    const acts = ['7/test /payouts', '7/live /payouts', '8/test /payouts', '7/test /payouts/1/cancel'];
    expect(new Set(acts.map((act) => attempts.begin(act, '').key)).size).toBe(acts.length);
  });

  it('is known before it is sent, for a reference in what is sent', async () => {
    const attempts = await open();
    const known = attempts.keyOf('7/test /refunds');
    expect(attempts.keyOf('7/test /refunds')).toBe(known);
    const sent = attempts.begin('7/test /refunds', known);
    expect(sent).toMatchObject({ key: known, isRepeat: false });
    attempts.end(sent, true);
    expect(attempts.keyOf('7/test /refunds')).not.toBe(known);
  });

  it('outlives the page, and nothing of the content does', async () => {
    const sent = (await open()).begin('7/test /payouts', 'secret');
    expect(shelf).not.toContain('secret');
    const reloaded = await open();
    expect(reloaded.begin('7/test /payouts', 'secret')).toEqual({ ...sent, isRepeat: true });
    reloaded.end(sent, true);
    expect(shelf).not.toContain(sent.key);
    shelf = 'not JSON';
    expect((await open()).begin('7/test /payouts', '').isRepeat).toBe(false);
  });
});

describe('the client', () => {
  const refused = (status: number, code: string) => () =>
    new Response(JSON.stringify({ error: { code, message: '', details: [] } }), { status });
  const done = () => new Response('{"data":{}}', { status: 201, headers: { 'content-type': 'application/json' } });
  /** Begins well, and breaks off. */
  const broken = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }));
  const lost = (): Response => {
    throw new TypeError('Failed to fetch');
  };

  /** The keys under which one request after the other is sent, each with its answer. */
  async function keysOf(path: string, answers: readonly (() => Response)[], body: object = {}) {
    const keys: (string | null)[] = [];
    const client = await openDashboardClient(async (request) => {
      keys.push(request.headers.get('idempotency-key'));
      return (answers[keys.length - 1] as () => Response)();
    }, book);
    for (const _ of answers) await client.POST(path, { body }).catch(() => {});
    return keys.map((key) => (key === null ? null : keys.indexOf(key)));
  }

  it.each([
    ['a lost answer', lost, [0, 0]],
    ['an answer that breaks off', broken, [0, 0]],
    ['a proxy that gave up', refused(502, ''), [0, 0]],
    ['a busy service', refused(503, 'unavailable'), [0, 0]],
    ['a refusal, as it may follow a lost answer', refused(422, 'validation_failed'), [0, 0]],
    ['a limit', refused(429, 'rate_limited'), [0, 0]],
    ['a second factor that was not passed', refused(403, 'second_factor_required'), [0, 0]],
    ['an answer', done, [0, 1]],
    ['the news that it was done before, with other content', refused(409, 'idempotency_conflict'), [0, 1]],
  ])('after %s', async (what, answer, keys) => {
    expect(await keysOf(`/api/v1/x/${encodeURIComponent(what)}`, [answer, done])).toEqual(keys);
  });

  it('gives a plan no key, and keeps that of the act', async () => {
    const path = '/api/v1/y';
    expect(await keysOf(path, [done], { dry_run: true })).toEqual([null]);
  });

  it('gives one to everything in the description that can be done once', async () => {
    const found: string[] = [];
    for (const { path, takesKey } of await posts()) {
      if (!takesKey) continue;
      found.push(path);
      expect([path, await keysOf(path, [lost, done])]).toEqual([path, [0, 0]]);
    }
    expect(found).toEqual(expect.arrayContaining(['/api/v1/payouts', '/api/v1/payments/{id}/refunds']));
  });
});

describe('of the description', () => {
  it('what takes no key moves no money', async () => {
    const keyless = (await posts()).filter(({ takesKey }) => !takesKey).map(({ path }) => path.split('/')[3]);
    const about = [
      ...[
        'keys',
        'invitations',
        'opened-invitations',
        'received-invitations',
        'saved-views',
        'member-invitations',
        'mailed-links',
      ],
      ...[
        'limit-lifts',
        'passkeys',
        'password-resets',
        'profile',
        'second-factor',
        'session',
        'sign-ups',
        // A city and its evenings, of test money alone: sent again, they change nothing.
        'test',
        'try',
        'unsubscriptions',
      ],
    ];
    expect([...new Set(keyless)].sort()).toEqual(about.sort());
  });

  it('nothing of the dashboard makes a key, or a request, by itself', () => {
    const allowed: Record<string, RegExp> = {
      'api/attempts.ts': /randomUUID/g,
      'api/once.ts': /idempotency-key/gi,
      'api/client.ts': /createClient/g,
      'api/remedies.ts': /\bfetch\(/g,
      // An order's ref in a command to copy; and what they read is no part of the API.
      'screens/developers/new-key.tsx': /Math\.random/g,
      'screens/developers/operations.ts': /\bfetch\(/g,
      'screens/session/demo.ts': /\bfetch\(/g,
      // The refs of plans, which write nothing.
      'screens/orders/refund-dialog.tsx': /randomUUID/g,
      'screens/payments/refund-dialog.tsx': /randomUUID/g,
    };
    const made = /idempotency-key|randomUUID|getRandomValues|Math\.random|\bfetch\(|createClient|sendBeacon/i;
    const wrong = readDashboard()
      .filter(({ path, code }) => made.test(code.replace(allowed[path] ?? /(?!)/g, '')))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Operation = { parameters?: { in: string; name: string }[] };

/** Everything that people can `POST`. */
async function posts(): Promise<{ path: string; takesKey: boolean }[]> {
  const { paths } = (await server.app.inject('/openapi.json')).json() as {
    paths: Record<string, { post?: Operation }>;
  };
  return Object.entries(paths).flatMap(([path, { post }]) => {
    if (post === undefined || !path.startsWith('/api/v1/')) return [];
    return [{ path, takesKey: post.parameters?.some(({ name }) => name === 'Idempotency-Key') === true }];
  });
}
