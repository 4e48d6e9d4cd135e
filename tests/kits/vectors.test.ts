/** The same decisions in each client library: signatures (`vectors.json`), what is sent again, and how amounts are written. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, type Kit, missing, programs, startKit } from './kit.ts';
import { createProxy, type KitProxy } from './proxy.ts';
import { startTypeScript } from './typescript.ts';

type Vector = { name: string; isValid: boolean; payload: string; secret: string | string[] };
type Vectors = { webhooks: Vector[]; hexSignatures: Vector[] };
const { webhooks, hexSignatures } = JSON.parse(readFileSync(folderOf('vectors.json'), 'utf8')) as Vectors;

const names = ['SHOP', 'COMPANY', 'COMPANY_LIVE'].flatMap((of) => [`${of}_CLIENT_ID`, `${of}_CLIENT_SECRET`]);
const settings = (origin: string) => ({ SLUICE_URL: origin, ...Object.fromEntries(names.map((name) => [name, 'x'])) });

const kits: [string, undefined | ((env: Record<string, string>) => Kit | Promise<Kit>)][] = [
  ['TypeScript', startTypeScript],
  ...Object.entries(programs).map(([name, program]): (typeof kits)[number] => [
    name,
    program && ((env) => startKit(program, env)),
  ]),
];

describe.each(kits.map(([name, start]) => ({ name, start })))('$name', ({ start, name }) => {
  let proxy: KitProxy;
  let kit: Kit | undefined;
  beforeAll(async () => {
    proxy = await createProxy('');
    kit = await start?.(settings(proxy.origin));
  });
  afterAll(async () => {
    kit?.close();
    await proxy.close();
  });

  it('takes and refuses the same webhooks', async ({ skip }) => {
    skip(start === undefined, missing(name));
    const wrong: string[] = [];
    for (const { name: vector, isValid, ...body } of webhooks) {
      const { error } = (await kit?.call({ id: 'checkWebhook', body })) ?? {};
      if (error?.name !== (isValid ? undefined : 'webhook')) wrong.push(`${vector}: ${error?.message ?? 'taken'}`);
    }
    for (const { name: vector, isValid, ...body } of hexSignatures) {
      const outcome = await kit?.call({ id: 'verifyHexSignature', body });
      if (outcome?.answer !== isValid) wrong.push(`hex ${vector}`);
    }
    expect(wrong).toEqual([]);
  });

  it.for<[number, Record<string, string>, boolean]>([
    [503, {}, true],
    [429, { 'retry-after': '60' }, true],
    [429, { 'retry-after': '61' }, false],
    [500, {}, false],
    [502, {}, false],
    // The keys are sent to no other address.
    [302, { location: '/partner/v1/elsewhere' }, false],
  ])('after %i, %o sends again: %s', async ([status, headers, isSentAgain], { skip }) => {
    skip(start === undefined, missing(name));
    proxy.passed.length = 0;
    proxy.faults.set('/partner/v1/wallets', [
      { status, headers },
      { status: 400, headers: {} },
    ]);
    const outcome = await kit?.call({ id: 'listWallets' });
    const last = isSentAgain ? 400 : status;
    expect(outcome).toEqual({
      waits: isSentAgain ? 1 : 0,
      error: expect.objectContaining({ name: 'refused', status: last, code: `http_${last}` }),
    });
    expect(proxy.passed).toHaveLength(isSentAgain ? 2 : 1);
  });

  if (name === 'TypeScript') return;

  it('sends amounts with their own digits', async ({ skip }) => {
    skip(start === undefined, missing(name));
    const sent = async (amount: unknown) => {
      proxy.faults.set('/partner/v1/wallets/topups', [{ status: 400, headers: {} }]);
      proxy.passed.length = 0;
      const { error } = (await kit?.call({ id: 'createTopUp', body: { amount, currency: 'EUR' } })) ?? {};
      const [passed] = proxy.passed;
      return passed === undefined ? [error.name, /^amount /.test(error.message)] : passed.sent;
    };
    for (const amount of ['12.50', '0.10', '999999999999.999', '0.1000000000000000055511151231257827']) {
      expect(await sent(amount)).toBe(`{"amount":${amount},"currency":"EUR"}`);
    }
    expect(await sent(7)).toBe('{"amount":7,"currency":"EUR"}');
    for (const amount of ['1e3', '1,50', ' 1', '.5', '01', '', 'NaN', '1\n', true]) {
      expect(await sent(amount), JSON.stringify(amount)).toEqual(['argument', true]);
    }
  });

  it('refuses a float before anything is sent', async ({ skip }) => {
    skip(start === undefined, missing(name));
    proxy.passed.length = 0;
    const { error } = (await kit?.call({ id: 'topUpFloat' })) ?? {};
    expect(error).toEqual({ name: 'argument', message: expect.stringMatching(/^amount is a float/) });
    expect(proxy.passed).toEqual([]);
  });
});
