/** `start` and `serve` from the first line to Ctrl-C: what they print, what works then, and that nothing is left behind. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram, isProgramBuilt } from '../../bin/program.js';
import { createPool } from '../../src/base/database/pool.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import type { People } from '../../src/features/people/people.ts';
import { authenticatorCode, createTestPeople, visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { eventually, postmasterPid, startServer } from '../support/built-in-server.ts';
import { createPlace, launcher, type Running } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { nodeFlags, nodeSettings } from '../support/run/program.ts';

const exec = promisify(execFile);
const place = createPlace(launcher);
const begun: Running[] = [];
afterAll(async () => {
  for (const running of begun) if (running.child.exitCode === null) running.child.kill('SIGTERM');
  await Promise.all(begun.map((running) => running.ended));
  await place.remove();
});

const ready = /Stop with Ctrl-C\.\n$/;

function begin(args: string[], env: Record<string, string>): Running {
  return noted(place.begin(args, env));
}

/** Where the launcher has no part in what is tested. */
const beginBundled = (args: string[], env: Record<string, string>): Running => noted(place.beginBundled(args, env));

function noted(running: Running): Running {
  begun.push(running);
  return running;
}

/** Every process that works on this data directory has ended, the database's too. */
async function expectNothingLeft(running: Running): Promise<void> {
  expect(await running.ended, running.err()).toBe(0);
  expect(postmasterPid(place.dataDir)).toBeUndefined();
  expect(() => process.kill(-(running.child.pid as number), 0)).toThrow(/ESRCH/);
}

type Login = { email: string; password: string };
type Keys = { client_id: string; client_secret: string };

/** People of a data directory, as its own secret opens them. */
async function withPeople<T>(dataDir: string, work: (people: People, pool: Pool) => Promise<T>): Promise<T> {
  const server = await startServer({ dataDir, own: false });
  const pool = createPool(server.service);
  try {
    const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
    return await work(createTestPeople(pool, { secrets: [secret] }), pool);
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Signs a person up, and turns their second factor on. */
const enrol = (dataDir: string, login: Login): Promise<{ secret: string }> =>
  withPeople(dataDir, async (people) => {
    await people.signUp(shell, { ...login, name: 'Ada', emailVerified: true });
    const signedIn = await people.signIn(visitWith(), login);
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const browser = visitWith(signedIn.cookies);
    const begun = await people.beginSecondFactor(browser, login.password);
    if (!begun.ok) throw new Error(begun.reason);
    const on = await people.confirmSecondFactor(browser, authenticatorCode(begun.secret, 0));
    if (!on.ok) throw new Error(on.reason);
    return begun;
  });

/** Records orders one after the other until it is stopped. */
function beginOrders(port: number, keys: Keys) {
  const acknowledged: string[] = [];
  let stopped = false;
  const sending = (async () => {
    for (let number = 1; !stopped; number++) {
      const ref = `load-${number}`;
      const splits = [{ beneficiary_type: 'partner', amount: 1 }];
      const order = { partner_order_ref: ref, payment_source: 'card', total_amount: 1, currency: 'USD', splits };
      const { status } = await fetch(`http://127.0.0.1:${port}/partner/v1/orders`, {
        method: 'POST',
        headers: {
          'x-client-id': keys.client_id,
          'x-client-secret': keys.client_secret,
          'content-type': 'application/json',
        },
        body: JSON.stringify(order),
      });
      // Above the company's quota an order is refused, not acknowledged.
      if (status === 201) acknowledged.push(ref);
    }
  })();
  return {
    acknowledged,
    async stop(): Promise<void> {
      stopped = true;
      await sending;
    },
  };
}

const paste = async (command: string): Promise<unknown> => JSON.parse((await exec('bash', ['-c', command])).stdout);

describe('start', { timeout: 180_000 }, () => {
  let port: number;
  let service: Running;
  let demo: { company: Record<string, unknown> } & Record<string, unknown>;
  const file = join(place.dataDir, 'demo.json');

  it('after one that was killed in the middle: shows its progress, then once what one needs, and answers', async () => {
    port = await freePort();
    const killed = beginBundled(['start'], { PORT: String(port) });
    await eventually('the database is being made', () => /creating the database/.test(killed.err()));
    // As in a clone in which nothing is built yet: the sources run.
    rmSync(builtProgram.digest, { force: true });
    service = begin(['start'], { PORT: String(port) });
    process.kill(-(killed.child.pid as number), 'SIGKILL');
    await service.printed(ready);
    const steps = [...service.out().matchAll(/^ {2}✓ (.+?) +\d+\.\d s( .*)?$/gm)].map((match) => match[1]);
    expect(steps).toEqual(['database', 'migrations', 'dashboard', 'demo data', 'service']);
    expect(service.err()).toMatch(/^( {4}creating the database in .*\n)?$/);
    const health = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(await health.json()).toMatchObject({ status: 'ok', books: 'unknown' });
  });

  it('builds the program and compresses the dashboard, for later', async () => {
    await eventually('it is built', isProgramBuilt);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const [file] = page.match(/\/assets\/application-[^"]+\.js/) ?? [];
    const { headers } = await fetch(`http://127.0.0.1:${port}${file}`, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
  });

  it.skipIf(process.platform !== 'linux')('runs with the options and the environment of npm start', () => {
    const { pid } = service.child;
    const [program = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const listed = (name: string) => readFileSync(`/proc/${program}/${name}`, 'utf8').split('\0');
    expect(listed('cmdline')).toEqual(expect.arrayContaining(nodeFlags));
    const settings = Object.entries(nodeSettings).map(([name, value]) => `${name}=${value}`);
    expect(settings).not.toEqual([]);
    expect(listed('environ')).toEqual(expect.arrayContaining(settings));
  });

  it('demo.json has the shape that is promised, for its owner alone', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(place.dataDir).mode & 0o777).toBe(0o700);
    demo = JSON.parse(readFileSync(file, 'utf8'));
    const text = expect.any(String);
    const login = { email: expect.stringMatching(/@/), password: expect.stringMatching(/.{12}/) };
    const pair = (mode: string, secret: string) => ({
      client_id: expect.stringMatching(new RegExp(`^pk_${mode}_`)),
      [secret]: expect.stringMatching(new RegExp(`^sk_${mode}_`)),
    });
    const link = { id: expect.any(Number), name: text };
    expect(demo).toEqual({
      origin: `http://localhost:${port}`,
      base_url: `http://localhost:${port}/pay/api/v1`,
      partner_base_url: `http://localhost:${port}/partner/v1`,
      dashboard: `http://localhost:${port}/`,
      operator: { ...login, second_factor: expect.stringMatching(/^[A-Z2-7]{32,}$/) },
      merchant: { ...login, test: pair('test', 'secret_id'), live: pair('live', 'secret_id') },
      company: {
        ...login,
        test: pair('test', 'client_secret'),
        live: pair('live', 'client_secret'),
        links: { merchant: [link, link, link], courier: [link, link] },
      },
      customer: login,
      restaurant: login,
      courier: login,
    });
  });

  it('prints the same facts: addresses, logins and keys', () => {
    const printed = service.out();
    const leaves = (value: unknown): string[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)];
    const { company, origin: _, ...rest } = demo;
    for (const fact of leaves([rest, { ...company, links: undefined }]).filter((leaf) => leaf !== 'undefined')) {
      expect(printed).toContain(fact);
    }
  });

  it('offers the logins on the front page', async () => {
    const at = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${at}/`)).text()).toContain('<meta name="demo-logins" content="/dev/logins" />');
    const accounts = ['company', 'merchant', 'restaurant', 'courier', 'customer', 'operator'];
    const offered = (await (await fetch(`${at}/dev/logins`)).json()) as (Login & { codes: string[] })[];
    expect(offered).toEqual(
      accounts.map((account) => {
        const { email, password } = demo[account] as Login;
        const code = expect.stringMatching(/^\d{6}$/);
        return { account, email, password, codes: account === 'operator' ? [code, code, code] : [] };
      }),
    );
    const operator = offered.at(-1) as (typeof offered)[number];
    const session = async (path: string, body: object, cookie = '') => {
      const answer = await fetch(`${at}/api/v1/session${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
        body: JSON.stringify(body),
      });
      const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
      return { cookie: cookies.join('; '), body: await answer.json() };
    };
    const asked = await session('', { email: operator.email, password: operator.password });
    expect(asked.body).toMatchObject({ data: { state: 'second_factor' } });
    const passed = await session('/second-factor', { code: operator.codes[1] }, asked.cookie);
    expect(passed.body).toMatchObject({ data: { state: 'signed_in' } });
    const inbox = await fetch(`${at}/api/v1/operator/inbox`, {
      headers: { cookie: passed.cookie, 'sluice-holder': String(serviceHolderId) },
    });
    expect(inbox.status).toBe(200);
    const proven = async () => {
      const health = await fetch(`${at}/api/v1/operator/health`, {
        headers: { cookie: passed.cookie, 'sluice-holder': String(serviceHolderId) },
      });
      return ((await health.json()) as { data: { books: { state: string } } }).data.books.state === 'balanced';
    };
    await eventually('the books are proven', proven);
  });

  it('shows a customer who is back at the shop what its page received, as text', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/dev/return?data[custom]=%3Cb%3E1&type=success`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('Back at the shop: paid');
    expect(page).toMatch(/<code>data\[custom\]<\/code><\/dt><dd>&lt;b&gt;1<\/dd>/);
    expect(await (await fetch(`http://127.0.0.1:${port}/dev/cancel`)).text()).toContain('Back at the shop: canceled');
  });

  it('both curl commands work as they are pasted', async () => {
    const [pay, order, ...others] = service.out().match(/^curl .*$/gm) as string[];
    expect(others).toEqual([]);
    const created = (await paste(pay as string)) as { message: object; data: { payment_url: string } };
    expect(created.message).toEqual({ code: 200, success: ['CREATED'] });
    const page = await fetch(created.data.payment_url.replace('localhost', '127.0.0.1'));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await paste(order as string)).toMatchObject({
      status: true,
      data: { order_amount: 25, payment_status: 'pending', settlement_status: 'unsettled', warnings: [] },
    });
  });

  it('listens on loopback only', async () => {
    const { stdout } = await exec('bash', ['-c', `cat /proc/net/tcp /proc/net/tcp6 2>/dev/null || true`]);
    const hex = port.toString(16).toUpperCase().padStart(4, '0');
    const listeners = [...stdout.matchAll(/^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F:]+ 0A /gm)].filter(
      (match) => match[2] === hex,
    );
    if (process.platform === 'linux') expect(listeners).not.toEqual([]);
    for (const [, address] of listeners) expect(address).toBe('0100007F');
  });

  it('commands beside it work on the same data', async () => {
    expect((await place.run(['verify'])).out).toMatch(/The books balance\.\n$/);
    expect((await place.run(['settle', 'Demo Delivery', '--mode', 'test'])).code).toBe(0);
    expect((await place.run(['verify'])).code).toBe(0);
  });

  it('a second one beside it says where the first is', async () => {
    const second = beginBundled(['start'], { PORT: String(port) });
    expect(await second.ended).toBe(1);
    expect(second.err()).toMatch(`Sluice is already running here: http://localhost:${port}.`);
  });

  it('a backup under load, restored elsewhere, has every order that was acknowledged and its second factors', async () => {
    const login = { email: 'ada@example.com', password: 'correct horse battery' };
    expect(await place.run(['quota', 'set', 'Demo Delivery', '100000'])).toMatchObject({ code: 0 });
    const enrolment = await enrol(place.dataDir, login);
    const load = beginOrders(port, demo.company.test as Keys);
    await eventually('some orders are acknowledged', () => load.acknowledged.length > 20);
    const before = [...load.acknowledged];
    const target = join(place.directory, 'backup');
    const made = await place.run(['backup', target]);
    await load.stop();
    expect(made, made.err).toMatchObject({
      code: 0,
      out: expect.stringContaining('with secret, seal-key, demo.json.\n'),
    });
    expect(load.acknowledged.length).toBeGreaterThan(before.length);

    const elsewhere = createPlace();
    try {
      expect(await elsewhere.run(['restore', target])).toMatchObject({ code: 0 });
      expect((await elsewhere.run(['verify', '--full'])).out).toMatch(/The books balance\.\n$/);
      await withPeople(elsewhere.dataDir, async (people, pool) => {
        const found = await pool.query(
          'select partner_order_ref as ref from orders where partner_order_ref = any($1)',
          [before],
        );
        expect(found.rows).toHaveLength(before.length);
        const asked = await people.signIn(visitWith(), login);
        if (asked.ok || asked.reason !== 'second_factor') throw new Error('no second factor was asked for');
        const browser = visitWith(asked.cookies.filter((cookie) => !/Max-Age=0/.test(cookie)));
        expect(await people.passSecondFactor(browser, authenticatorCode(enrolment.secret))).toMatchObject({ ok: true });
      });
    } finally {
      await elsewhere.remove();
    }
  });

  it('Ctrl-C ends it and its database', async () => {
    expect(postmasterPid(place.dataDir)).toBeDefined();
    service.interrupt();
    await expectNothingLeft(service);
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
  });

  it('a second start finds the data of the first, keys and all; SIGTERM to the command alone ends it too', async () => {
    const before = readFileSync(file, 'utf8');
    // Without PORT, the demo's addresses stay those of the service.
    expect(await place.run(['demo'])).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(file, 'utf8')).toBe(before);
    service = begin(['start'], { PORT: String(port) });
    await service.printed(ready);
    expect(service.out()).toMatch(/✓ migrations .* up to date\n.*✓ dashboard .* up to date\n.*✓ demo data .* found\n/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    service.child.kill('SIGTERM');
    await expectNothingLeft(service);
    // As an earlier version wrote it: without an account that this one adds.
    const { courier: _courier, ...earlier } = JSON.parse(before) as Record<string, { password?: string }>;
    writeFileSync(file, JSON.stringify(earlier));
    expect(await place.run(['demo'])).toMatchObject({ code: 0, err: '' });
    const passwordsOf = (facts: Record<string, { password?: string }>) =>
      Object.keys(earlier).map((account) => [account, facts[account]?.password]);
    expect(passwordsOf(JSON.parse(readFileSync(file, 'utf8')))).toEqual(passwordsOf(earlier));
  });

  it('Ctrl-C while it is starting leaves no database running', async () => {
    service = beginBundled(['start'], { PORT: String(port) });
    await eventually('the database runs', () => postmasterPid(place.dataDir) !== undefined);
    service.interrupt();
    expect([0, 1]).toContain(await service.ended);
    await eventually('the database has ended', () => postmasterPid(place.dataDir) === undefined);
  });
});

describe('serve', { timeout: 180_000 }, () => {
  const secret = 'a-secret-for-production-of-more-than-32-characters';
  let port: number;
  let service: Running;

  it('makes no demo accounts and no /dev pages, and logs JSON only', async () => {
    port = await freePort();
    const empty = createPlace();
    try {
      service = empty.begin(['serve'], {
        PORT: String(port),
        HOST: '127.0.0.1',
        SLUICE_SECRET: secret,
        SLUICE_DRAIN_SECONDS: '0',
      });
      begun.push(service);
      const live = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        );
      await eventually('it answers', live);
      for (const path of ['/dev/return', '/dev/logins', '/dev/mail'])
        expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
      expect(await empty.run(['keys', 'list', '--json'])).toMatchObject({ code: 0, out: '[]\n' });
      const demo = await empty.run(['demo']);
      expect(demo).toMatchObject({ code: 1, err: expect.stringMatching(/^This database is for production/) });
      service.child.kill('SIGUSR2');
      await service.printed(/this service has none/);
      service.interrupt();
      expect(await service.ended).toBe(0);
      const lines = service.out().split('\n').filter(Boolean);
      const steps = lines
        .map((line) => JSON.parse(line) as { step?: string; seconds?: number })
        .filter(({ step }) => step);
      expect(steps.map(({ step, seconds }) => [step, typeof seconds])).toEqual(
        ['database', 'migrations', 'dashboard'].flatMap((step) => [
          [step, 'undefined'],
          [step, 'number'],
        ]),
      );
      expect(service.err()).toBe('');
    } finally {
      await empty.remove();
    }
  });
});

it('npx sluice works in the checkout', async () => {
  const { stdout } = await exec('npx', ['--no-install', 'sluice', '--help'], {
    cwd: new URL('../..', import.meta.url),
  });
  expect(stdout).toMatch(/^Usage: sluice /);
});
