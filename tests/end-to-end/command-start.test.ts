/** `start` and `serve` from the first line to Ctrl-C: what they print, what works then, and that nothing is left behind. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually, postmasterPid } from '../support/built-in-server.ts';
import { createPlace, freePort, launcher, type Running } from '../support/command.ts';

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
  const running = place.begin(args, env);
  begun.push(running);
  return running;
}

/** Every process that works on this data directory has ended, the database's too. */
async function expectNothingLeft(running: Running): Promise<void> {
  expect(await running.ended, running.err()).toBe(0);
  expect(postmasterPid(place.dataDir)).toBeUndefined();
  expect(() => process.kill(-(running.child.pid as number), 0)).toThrow(/ESRCH/);
}

const paste = async (command: string): Promise<unknown> => JSON.parse((await exec('bash', ['-c', command])).stdout);

describe.sequential('start', { timeout: 180_000 }, () => {
  let port: number;
  let service: Running;
  let demo: { company: Record<string, unknown> } & Record<string, unknown>;
  const file = join(place.dataDir, 'demo.json');

  it('shows its progress, then once what one needs, and answers', async () => {
    port = await freePort();
    service = begin(['start'], { PORT: String(port) });
    await service.printed(ready);
    const steps = [...service.out().matchAll(/^ {2}✓ (.+?) +\d+\.\d s( .*)?$/gm)].map((match) => match[1]);
    expect(steps).toEqual(['database', 'migrations', 'demo data', 'service']);
    expect(service.err()).toMatch(/^( {4}making the database in .*\n)?$/);
    const health = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(await health.json()).toMatchObject({ status: 'ok', books: 'unknown' });
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
      operator: login,
      merchant: { ...login, test: pair('test', 'secret_id'), live: pair('live', 'secret_id') },
      company: {
        ...login,
        test: pair('test', 'client_secret'),
        live: pair('live', 'client_secret'),
        links: { merchant: [link, link, link], courier: [link, link] },
      },
      customer: login,
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
    expect((await place.run(['settle', 'Demo Delivery'])).code).toBe(0);
    expect((await place.run(['verify'])).code).toBe(0);
  });

  it('Ctrl-C ends it and its database', async () => {
    expect(postmasterPid(place.dataDir)).toBeDefined();
    service.interrupt();
    await expectNothingLeft(service);
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
  });

  it('a second start finds the data of the first, keys and all; SIGTERM to the command alone ends it too', async () => {
    const before = readFileSync(file, 'utf8');
    service = begin(['start'], { PORT: String(port) });
    await service.printed(ready);
    expect(service.out()).toMatch(/✓ migrations .* up to date\n.*✓ demo data .* found\n/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    service.child.kill('SIGTERM');
    await expectNothingLeft(service);
  });

  it('Ctrl-C while it is starting leaves no database running', async () => {
    service = begin(['start'], { PORT: String(port) });
    await eventually('the database runs', () => postmasterPid(place.dataDir) !== undefined);
    service.interrupt();
    expect([0, 1]).toContain(await service.ended);
    await eventually('the database has ended', () => postmasterPid(place.dataDir) === undefined);
  });
});

describe.sequential('serve', { timeout: 180_000 }, () => {
  const secret = 'a-secret-for-production-of-more-than-32-characters';
  let port: number;
  let service: Running;

  it('makes no demo accounts and no /dev pages, and logs JSON only', async () => {
    port = await freePort();
    const empty = createPlace();
    try {
      service = empty.begin(['serve'], { PORT: String(port), HOST: '127.0.0.1', SLUICE_SECRET: secret });
      begun.push(service);
      const live = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        );
      await eventually('it answers', live);
      expect((await fetch(`http://127.0.0.1:${port}/dev/return`)).status).toBe(404);
      expect(await empty.run(['keys', 'list', '--json'])).toMatchObject({ code: 0, out: '[]\n' });
      service.interrupt();
      expect(await service.ended).toBe(0);
      for (const line of service.out().split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
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
