/**
 * docs/write-a-provider.md, "Write a provider": the package that it shows is packed, installed and type-checked as its
 * author does it, and a service that it is set in is paid through it. What the page prints is cut from the package.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BegunCharge, CreateHarness, Harness } from '../conformance/harness.ts';
import { createPlace, type Running, root } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { readBlocks } from './guide.ts';
import { beginInBrowser } from './pay-in-browser.ts';

const run = promisify(execFile);
const name = '@example/sluice-examplepay';
const guide = 'docs/write-a-provider';
const example = join(root, 'docs/examples/provider');

const place = createPlace();
const installed = join(place.directory, 'node_modules', name);
let harness: Harness;
let service: Running | undefined;
/** What the operator sets. */
let settings: Record<string, string>;

beforeAll(async () => {
  const npm = (...args: string[]) =>
    run('npm', [...args, '--cache', join(place.directory, 'npm')], { cwd: place.directory, encoding: 'utf8' });
  // Otherwise npm installs into the next folder above that has packages.
  writeFileSync(join(place.directory, 'package.json'), '{}');
  const { stdout } = await npm('pack', example, '--silent');
  await npm('install', `./${stdout.trim()}`, '--offline', '--no-audit', '--no-fund');
  const { default: createHarness } = await import(pathToFileURL(join(installed, 'conformance.js')).href);
  harness = await (createHarness as CreateHarness)();
  if (harness.provider === 'simulator') throw new Error('It is a package.');
  settings = { SLUICE_PROVIDERS: name, ...harness.provider.settings };
});
afterAll(async () => {
  service?.interrupt();
  await service?.ended;
  await harness?.close();
  await place.remove();
});

/** Without what its lines are indented by in common. */
function outdented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}

const isPartOf = (text: string, block: readonly string[]): boolean =>
  text.split('\n').some((_line, at, lines) => outdented(lines.slice(at, at + block.length)) === outdented(block));

describe('the page', () => {
  const page = readBlocks(`${guide}.md`);
  const files = readdirSync(example).map((file) => readFileSync(join(example, file), 'utf8'));

  it('prints only what is in the package', () => {
    const code = page.filter(({ language }) => language === 'js' || language === 'json');
    const strays = code.filter(({ text }) => !files.some((file) => isPartOf(file, text.trimEnd().split('\n'))));
    expect(code.length).toBeGreaterThan(5);
    expect(strays.map(({ line }) => line)).toEqual([]);
  });

  it('names every call of the interface', () => {
    const text = readFileSync(join(root, `${guide}.md`), 'utf8');
    const calls = [
      ...readFileSync(join(root, 'src/features/providers/provider.ts'), 'utf8').matchAll(/^ {2}(\w+)\??\(/gm),
    ];
    expect(calls.length).toBeGreaterThan(8);
    expect(calls.map(([, call]) => call).filter((call) => !text.includes(`\`${call}\``))).toEqual([]);
  });
});

it('the package has the types that Sluice gives its authors', async () => {
  const modules = join(place.directory, 'node_modules');
  symlinkSync(root, join(modules, 'sluice'));
  mkdirSync(join(modules, '@types'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(modules, '@types/node'));
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const project = JSON.parse(readFileSync(join(example, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
  const options = Object.entries(project.compilerOptions).flatMap(([key, value]) => [`--${key}`, String(value)]);
  const sources = readdirSync(installed).filter((file) => file.endsWith('.js'));
  const check = (...more: string[]) =>
    run(process.execPath, [
      compiler,
      '--ignoreConfig',
      ...options,
      ...sources.map((file) => join(installed, file)),
      ...more,
    ]);
  await expect(check()).resolves.toMatchObject({ stdout: '' });
});

describe('a service', () => {
  const origins = { pay: '' };
  const path = '/pay/api/v1';

  it('is paid through it, refunds, and loses a dispute; the books balance', async () => {
    const port = await freePort();
    origins.pay = `http://localhost:${port}`;
    service = place.begin(['start'], { PORT: String(port), ...settings });
    await service.printed(/Stop with Ctrl-C\.\n$/);
    const shop = await signIn();

    const { token, payment_url: url } = await shop.post('payment/create', {
      amount: '12.50',
      currency: 'EUR',
      return_url: 'https://shop.example/thanks',
    });
    const address = await beginInBrowser(url as string);
    const attemptId = new URL(address).pathname.split('/').at(-1) as string;
    const charge: BegunCharge = { attemptId, providerRef: null, amount: 1_250n, currency: 'EUR', address };
    await harness.customer.pays?.(charge);
    expect(await notify({ kind: 'charge', charge })).toBe(200);
    await shop.event('payment.paid');

    const refund = await shop.post('payment/refund', { token: token as string, refund_ref: 'r1', amount: '5.00' });
    expect(refund).toMatchObject({ status: 'succeeded', amount: '5.00' });

    const dispute = await harness.disputes?.opens(charge, 750n);
    if (dispute === undefined) throw new Error('It has disputes.');
    expect(await notify({ kind: 'dispute', charge, dispute })).toBe(200);
    expect(await shop.event('chargeback.created')).toMatchObject({ dispute: dispute.id, chargeback_amount: '7.50' });

    expect(await importReport(attemptId, refund.refund_id as string, dispute.id)).toMatchObject({
      matched: 5,
      ambiguous: 0,
    });
    expect(await place.run(['verify', '--full'])).toMatchObject({ code: 0 });
    expect(service.out() + service.err()).not.toContain(settings.EXAMPLEPAY_KEY);
  });

  /** Example Pay's own report, of a charge, its refund, fees, and what was paid out. */
  async function importReport(attemptId: string, refundId: string, disputeId: string): Promise<unknown> {
    const outside = ['--source', 'examplepay', '--mode', 'live'];
    const paidOut = ['--currency', 'EUR', '--amount', '2.00', '--fee', '0.50', '--reference', 'payout_77'];
    expect(await place.run(['reconcile', 'acquirer-payout', ...outside, ...paidOut], settings)).toMatchObject({
      code: 0,
    });
    const file = join(place.directory, 'report.csv');
    const lines = [
      'day,line,type,reference,gross,fee,currency',
      `03/04/2031,1,payment,${attemptId},12.50,0.30,EUR`,
      `03/04/2031,2,refund,${refundId},-5.00,0.00,EUR`,
      `04/04/2031,3,dispute fee,${disputeId},-15.00,0.00,EUR`,
      '05/04/2031,4,fee,payout_77,-0.50,0.00,EUR',
      '05/04/2031,5,payout,payout_77,-1.50,0.00,EUR',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { code, out, err } = await place.run(['reconcile', 'import', ...outside, '--file', file, '--json'], settings);
    expect({ code, err }).toEqual({ code: 0, err: 'Read as a report of Example Pay.\n' });
    return JSON.parse(out);
  }

  /** The demo's shop, with its live keys. */
  async function signIn() {
    const demo = JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8'));
    const call = async (address: string, options: RequestInit): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${origins.pay}${path}/${address}`, options);
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      return (JSON.parse(text) as { data: Record<string, unknown> }).data;
    };
    const sent = (body: object, headers: Record<string, string> = {}) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { access_token: accessToken } = await call('authentication/token', sent(demo.merchant.live));
    const headers = { authorization: `Bearer ${accessToken}` };
    return {
      post: (address: string, body: Record<string, string>) => call(address, sent(body, headers)),
      /** Waits for one. @returns its data. */
      async event(type: string): Promise<Record<string, unknown>> {
        let after = '';
        for (;;) {
          const { events, next_cursor: next } = await call(`events?type=${type}&wait=30${after}`, { headers });
          const [found] = events as { data: Record<string, unknown> }[];
          if (found !== undefined) return found.data;
          after = `&after=${next}`;
        }
      },
    };
  }

  async function notify(subject: Parameters<NonNullable<Harness['notices']>['about']>[0]): Promise<number> {
    const notice = await harness.notices?.about(subject);
    const address = `${origins.pay}/funding/examplepay/webhook`;
    const options = { method: 'POST', headers: notice?.headers ?? {}, body: String(notice?.body) };
    return (await fetch(address, options)).status;
  }

  it('says which providers it has, in their order, and where each was loaded from', async () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
    const env = { ...settings, ...stripe, PUBLIC_URL: 'https://pay.example.com' };
    const providersIn = async (more: Record<string, string>) =>
      (await place.run(['doctor'], { ...env, ...more })).out.split('\n').filter((line) => /^. provider/.test(line));
    const addressOf = (provider: string) =>
      `its webhook endpoint is https://pay.example.com/funding/${provider}/webhook`;
    expect(await providersIn({ SLUICE_PROVIDERS: `${name},stripe` })).toEqual([
      `✓ provider   1. Example Pay, from ${installed}, version 1.0.0; ${addressOf('examplepay')}`,
      `✓ provider   2. Stripe, which comes with Sluice; ${addressOf('stripe')}`,
    ]);
    expect(await providersIn({ SLUICE_PROVIDERS: `stripe,${name}` })).toEqual([
      expect.stringMatching(/^✓ provider {3}1\. Stripe,/),
      expect.stringMatching(/^✓ provider {3}2\. Example Pay,/),
    ]);
  });

  it.each([
    [
      'a package that is not installed',
      { SLUICE_PROVIDERS: '@example/none' },
      'run: npm install --prefix .. @example/none.',
    ],
    [
      'a setting that is missing',
      { EXAMPLEPAY_KEY: '' },
      'Example Pay, named in SLUICE_PROVIDERS, needs EXAMPLEPAY_KEY: a live key: live_….',
    ],
    ['a setting that is wrong', { EXAMPLEPAY_KEY: 'test_1' }, 'EXAMPLEPAY_KEY must be a live key: live_….'],
  ])('refuses to start with %s, and says what to do', async (_what, wrong: Record<string, string>, advice) => {
    const { code, err } = await place.run(['doctor'], { ...settings, ...wrong });
    expect([code, err]).toEqual([1, expect.stringContaining(advice)]);
  });
});
