/** The settings of providers: valid values, packages that are named, and problems that say what to change without a secret. */
import { describe, expect, it, vi } from 'vitest';
import type { LoadedPackage } from './load-package.ts';
import type { OpenedProvider, ProviderPackage } from './provider.ts';
import { builtIn, configureProviders, openProvider } from './registry.ts';

it('each built-in one has a name of its own', () => {
  const names = builtIn.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

const acme = (changes: Partial<ProviderPackage> = {}): ProviderPackage => ({
  name: 'acme',
  title: 'Acme Pay',
  settings: [{ name: 'ACME_KEY', pattern: /^ak_\w+$/, mustBe: 'an API key: ak_…' }],
  open: () => expect.unreachable(),
  ...changes,
});

const columns = { date: 'day', amount: 'gross', currency: 'currency', reference: ['text'] };

const installed: Record<string, unknown> = {
  '@shop/acme': { default: acme() },
  '@shop/common': acme({ name: 'common' }),
};

const load = (name: string): LoadedPackage => {
  const exported = installed[name];
  return exported === undefined ? { ok: false, why: 'is not installed' } : { ok: true, exported, from: `/at/${name}` };
};

const keys = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };

const read = (env: Record<string, string>, modules = load) => {
  const problems: string[] = [];
  const found = configureProviders(env, problems, { load: modules });
  return {
    names: found.map((one) => one.package.name),
    settings: found.map((one) => one.settings),
    from: found.map((one) => one.from),
    problems,
  };
};

describe('which are in use', () => {
  it('those that are set, if none is named', () => {
    expect(read({})).toEqual({ names: [], settings: [], from: [], problems: [] });
    expect(read(keys)).toEqual({ names: ['stripe'], settings: [keys], from: [undefined], problems: [] });
  });

  it('those that are named, in their order, by name or package', () => {
    const env = { ...keys, ACME_KEY: 'ak_1', SLUICE_PROVIDERS: '@shop/acme, stripe' };
    expect(read(env)).toEqual({
      names: ['acme', 'stripe'],
      settings: [{ ACME_KEY: 'ak_1' }, keys],
      from: ['/at/@shop/acme', undefined],
      problems: [],
    });
    const common = { ACME_KEY: 'ak_1', SLUICE_PROVIDERS: '@shop/common' };
    expect(read(common)).toMatchObject({ names: ['common'], settings: [{ ACME_KEY: 'ak_1' }], problems: [] });
  });

  it.each([
    [
      'one that is partly set',
      'stripe',
      { STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY },
      'Stripe, named in SLUICE_PROVIDERS, needs STRIPE_WEBHOOK_SECRET: the signing secret of the webhook endpoint: whsec_….',
    ],
    [
      'a package that is not set',
      '@shop/acme',
      {},
      'Acme Pay, named in SLUICE_PROVIDERS, needs ACME_KEY: an API key: ak_….',
    ],
    ['one twice', 'stripe,stripe', keys, 'SLUICE_PROVIDERS names stripe twice.'],
    ['nothing that is installed', '@shop/none', {}, 'SLUICE_PROVIDERS names @shop/none, which is not installed.'],
    [
      'others than one that is set',
      '@shop/acme',
      { ...keys, ACME_KEY: 'ak_1' },
      'SLUICE_PROVIDERS does not name stripe',
    ],
    ['one whose value is wrong', '@shop/acme', { ACME_KEY: 'hush' }, 'ACME_KEY must be an API key: ak_….'],
  ])('%s is a problem', (_what, named, env: Record<string, string>, problem) => {
    const { problems } = read({ ...env, SLUICE_PROVIDERS: named });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems.join()).not.toContain('hush');
  });

  it('each setting that one lacks is told, with what it must be', () => {
    expect(read({ SLUICE_PROVIDERS: 'stripe' }).problems).toEqual([
      expect.stringMatching(/^Stripe, named in SLUICE_PROVIDERS, needs STRIPE_SECRET_KEY: a live key: sk_live_…/),
      expect.stringMatching(/^Stripe, named in SLUICE_PROVIDERS, needs STRIPE_WEBHOOK_SECRET: the signing secret/),
    ]);
  });

  it.each([
    ['nothing', null, 'its default export is no object'],
    ['a function', () => {}, 'its default export is no object'],
    ['a name of an account', acme({ name: 'bank' }), '`name` is bank, which means something else here'],
    [
      'a name with a capital',
      acme({ name: 'Acme' }),
      '`name` must be 2 to 30 lower-case letters and digits, beginning with a letter',
    ],
    ['no title', acme({ title: ' ' }), '`title` is missing'],
    ['nothing to open', { ...acme(), open: 1 }, '`open` is no function'],
    ['no settings', { ...acme(), settings: {} }, '`settings` is no list'],
    ['a setting of ours', acme({ settings: [{ name: 'SLUICE_X', pattern: /x/, mustBe: 'x' }] }), 'begins with SLUICE_'],
    ['a setting without a pattern', { ...acme(), settings: [{ name: 'ACME_KEY' }] }, 'has no `pattern`'],
    ['an empty statement', { ...acme(), statement: {} }, '`statement` has no `reference`'],
    ['a statement without a date', { ...acme(), statement: { ...columns, date: undefined } }, 'must name its columns'],
    [
      'a statement of one direction',
      { ...acme(), statement: { ...columns, amount: { credit: 'in' } } },
      'must name its',
    ],
    ['a statement with a column twice', acme({ statement: { ...columns, id: 'text' } }), 'names a column twice'],
    [
      'a statement of other dates',
      { ...acme(), statement: { ...columns, dateOrder: 'YDM' } },
      'must be DMY, MDY or YMD',
    ],
    ['a statement of other decimals', { ...acme(), statement: { ...columns, decimal: '.' } }, 'must be point or comma'],
  ])('a package of %s is a problem', (_what, exported, problem) => {
    const { problems } = read({ SLUICE_PROVIDERS: 'bad' }, () => ({ ok: true, exported, from: '' }));
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toMatch(/^SLUICE_PROVIDERS names bad, which is no provider package: /);
  });

  it('a package with a statement is none', () => {
    const split = { ...columns, amount: { credit: 'in', debit: 'out' }, id: 'line', decimal: 'comma' } as const;
    for (const statement of [columns, split]) {
      const env = { SLUICE_PROVIDERS: 'good', ACME_KEY: 'ak_1' };
      expect(read(env, () => ({ ok: true, exported: acme({ statement }), from: '' })).problems).toEqual([]);
    }
  });

  it('a package of the name of a built-in one takes its place', () => {
    const own = () => ({ ok: true, exported: acme({ name: 'stripe' }), from: '/at/fork' }) as const;
    const env = { ...keys, ACME_KEY: 'ak_1', SLUICE_PROVIDERS: '@shop/fork' };
    expect(read(env, own)).toMatchObject({ names: ['stripe'], from: ['/at/fork'], problems: [] });
    expect(read({ ...env, SLUICE_PROVIDERS: '@shop/fork,stripe' }, own).problems).toEqual([
      'SLUICE_PROVIDERS names stripe twice.',
    ]);
  });
});

describe('Stripe’s keys', () => {
  it.each([['sk_live_0123456789'], ['rk_live_0123456789']])('both, the first being %s', (key) => {
    const set = { ...keys, STRIPE_SECRET_KEY: key };
    expect(read(set)).toMatchObject({ names: ['stripe'], settings: [set], problems: [] });
  });

  it('an empty value counts as none', () => {
    expect(read({ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' })).toEqual(read({}));
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ])('%s alone is refused', (name, missing) => {
    expect(read({ [name]: keys[name as keyof typeof keys] }).problems).toEqual([
      `STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together. Missing: ${missing}. Set both or neither.`,
    ]);
  });

  it.each([
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_0123456789' }],
    ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_0123456789' }],
    ['the publishable key', { STRIPE_SECRET_KEY: 'pk_live_0123456789' }],
    ['a key with a line break', { STRIPE_SECRET_KEY: 'sk_live_0123456789\n' }],
    ['a secret that is none', { STRIPE_WEBHOOK_SECRET: 'secret-0123456789' }],
  ])('%s is refused by name, and its value is not told', (_name, wrong: Record<string, string>) => {
    const told = read({ ...keys, ...wrong }).problems.join('\n');
    expect(told).toContain(`${Object.keys(wrong)[0]} must be `);
    for (const value of Object.values({ ...keys, ...wrong })) expect(told).not.toContain(value);
  });
});

describe('Mollie’s key', () => {
  it.each(['live_0123456789', 'live_new,live_old'])('is a live one, or those it replaced too: %s', (key) => {
    const set = { MOLLIE_API_KEY: key };
    expect(read(set)).toMatchObject({ names: ['mollie'], settings: [set], problems: [] });
  });

  it.each(['test_0123456789', 'live_new,test_old', 'live_new,', ' live_new', 'access_0123456789'])(
    '%j is refused, and its value is not told',
    (key) => {
      const [told, ...others] = read({ MOLLIE_API_KEY: key }).problems;
      expect([told, others]).toEqual([expect.stringMatching(/^MOLLIE_API_KEY must be a live key/), []]);
      expect(told).not.toContain(key);
    },
  );
});

describe('an opened provider', () => {
  const context = { noticeAddress: 'https://pay.test/funding/acme/webhook' };
  const settings = { ACME_KEY: 'ak_1' };
  const calls = { begin: vi.fn(), confirm: vi.fn(), close: vi.fn(), refund: vi.fn() };
  const opening = (open: ProviderPackage['open']) => openProvider({ package: acme({ open }), settings }, context);

  it('has the name and title of its package, and was given its settings', async () => {
    const given: unknown[] = [];
    const opened = { ...calls, methods: ['card'], name: 'other' } as unknown as OpenedProvider;
    const provider = await opening(async (...all) => {
      given.push(...all);
      return opened;
    });
    expect(provider).toMatchObject({ name: 'acme', title: 'Acme Pay', methods: ['card'] });
    expect(given).toEqual([settings, context]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, '`open` gave no object'],
    ['no methods', calls, '`methods` must list some of: card, onlinewallet'],
    ['an empty list of them', { ...calls, methods: [] }, '`methods` must list some of'],
    ['a method that there is not', { ...calls, methods: ['card', 'cash'] }, '`methods` must list some of'],
    ['no refund', { ...calls, methods: ['card'], refund: undefined }, '`refund` is no function'],
    ['notices that are no function', { ...calls, methods: ['card'], readNotice: {} }, '`readNotice` is no function'],
    ['captures that are no function', { ...calls, methods: ['card'], capture: true }, '`capture` is no function'],
    [
      'evidence that is no function',
      { ...calls, methods: ['card'], submitEvidence: 1 },
      '`submitEvidence` is no function',
    ],
    ...[0, 1.5, '4500000'].map((most): [string, unknown, string] => [
      `files of ${JSON.stringify(most)} bytes`,
      { ...calls, methods: ['card'], evidenceFilesBytesMax: most },
      '`evidenceFilesBytesMax` is no number of bytes',
    ]),
    [
      'limits of charges alone',
      { ...calls, methods: ['card'], limits: { charge: vi.fn() } },
      '`limits` has no functions',
    ],
  ])('with %s is refused', async (_what, opened, problem) => {
    const made = opening(async () => opened as OpenedProvider);
    await expect(made).rejects.toThrow(`Acme Pay can’t be opened: ${problem}`);
  });

  it.each<[string, ProviderPackage['open']]>([
    ['at once', () => expect.unreachable('ak_1')],
    [
      'later',
      async () => {
        throw new RangeError('ak_1');
      },
    ],
  ])('that fails %s is refused, and its message is not told', async (_when, open) => {
    const { message, cause } = (await opening(open).catch((error: Error) => error)) as Error;
    expect(message).toMatch(/^Acme Pay can’t be opened: it failed with \w*Error$/);
    expect(cause).toBeUndefined();
  });
});
