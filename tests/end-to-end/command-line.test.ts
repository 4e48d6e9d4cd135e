/** Commands that end by themselves: help, refusals, keys, money, proofs, backup. The service: command-start.test.ts. */
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandLine } from '../../src/app/commands/command-line.ts';
import { migrate } from '../../src/base/database/migrate.ts';
import { createDatabase, createPool, type Database } from '../../src/base/database/pool.ts';
import { makeSeals } from '../../src/core/seals/make-seals.ts';
import { newSealKey } from '../../src/core/seals/seal-keys.ts';
import { insertMadeRun } from '../../src/features/backups/backup-runs.repository.ts';
import { directoriesOf, postmasterPid, startServer } from '../support/built-in-server.ts';
import { createPlace, type Result } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { positionEvents } from '../support/position-events.ts';
import { commandsOf } from '../support/run-commands.ts';
import { createS3StandIn } from '../support/s3-stand-in.ts';

const place = createPlace();
const run = commandsOf(place);
afterAll(() => place.remove());

const soundSecret = 'a-sound-secret-of-more-than-thirty-two-characters';

const unbalanced = JSON.stringify([
  { name: 'a rule', count: 3, offences: [{ row: 'order 7', problem: 'is short' }], rows: 0, tookMs: 1 },
]);

const expectRefusal = (result: Result, message: RegExp): void => {
  expect(result.code, result.out + result.err).toBe(1);
  expect(result.err).toMatch(message);
  // Plain words, no stack.
  expect(result.err).not.toMatch(/\n\s+at /);
  expect(result.out).toBe('');
};

/** Every command that does something, as it is typed. */
const namesOf = (command: Command, before: string[] = []): string[] =>
  command.commands.flatMap((one) =>
    one.commands.length > 0 ? namesOf(one, [...before, one.name()]) : [[...before, one.name()].join(' ')],
  );

it('the README lists every command', () => {
  const readme = readFileSync(new URL(`../../${'README'}.md`, import.meta.url), 'utf8');
  const [, list = ''] = /^## Commands\n\n(.*?)\n\n/ms.exec(readme) ?? [];
  const listed = [...list.matchAll(/`([a-z][^`<]*)`/g)].flatMap(([, text = '']) => {
    const words = text.split(' ');
    const last = words.pop() ?? '';
    return last.split('|').map((one) => [...words, one].join(' '));
  });
  expect(listed.sort()).toEqual(namesOf(createCommandLine()).sort());
});

describe('help', () => {
  const commands = [
    '',
    'start',
    'serve',
    'migrate',
    'demo',
    'verify',
    'proof',
    'verify-proof',
    'doctor',
    'backup',
    'backups',
    'restore',
    'topup',
    'settle',
    'listen',
    'trigger',
  ];
  const nested = [
    'operator create',
    'company create',
    'merchant create',
    'people erase',
    'keys',
    'keys create',
    'keys list',
    'keys rotate',
    'keys revoke',
    'quota',
    'quota set',
    'events resend',
  ];
  it.concurrent.each([...commands, ...nested])('sluice %s --help', async (command) => {
    const result = await run([...command.split(' ').filter(Boolean), '--help']);
    expect(result).toMatchObject({ code: 0, err: '' });
    expect(result.out).toMatch(new RegExp(`^Usage: sluice ${command}`));
  });

  it('sluice --version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, err: '', out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('an unknown command or option is refused, with the help', async () => {
    for (const args of [['fly'], ['verify', '--fast'], ['keys', 'make']])
      expectRefusal(await run(args), /error: .*\n[\s\S]*Usage: sluice/);
  });

  it('so is a missing argument', async () => {
    expectRefusal(await run(['keys', 'create']), /required option '--holder <id or name>'/);
    expectRefusal(await run(['backup']), /^Name a place with --to: a directory, or s3:/);
  });
});

describe('settings are checked before anything is touched', () => {
  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['an unknown one', ['start'], { SLUICE_PROT: '1' }, /^SLUICE_PROT is not a setting of Sluice\. Known: /],
    ['a bad port', ['start'], { PORT: 'eighty' }, /^PORT must be a number from 1 to 65535, not "eighty"\./],
    ['an open address for demo accounts', ['start'], { HOST: '0.0.0.0' }, /^HOST=0\.0\.0\.0 exposes .* --expose/],
    ['a short secret', ['verify'], { SLUICE_SECRET: 'hush' }, /^SLUICE_SECRET must have at least 32 characters/],
    ['no secret in production', ['serve'], {}, /^SLUICE_SECRET is required\. Create one with: openssl rand -base64 33/],
    [
      'a development secret in production',
      ['serve'],
      { SLUICE_SECRET: `dev_${soundSecret}` },
      /^SLUICE_SECRET is a development secret/,
    ],
    [
      'a bad key for seals',
      ['verify'],
      { SLUICE_SEAL_KEY: '-----BEGIN hush' },
      /^SLUICE_SEAL_KEY must be an Ed25519 private key in PEM/,
    ],
    ['a bad address of the database', ['verify'], { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must start with/],
  ])('%s', async (_name, args, env, message) => {
    const result = await run(args, env);
    expectRefusal(result, message);
    expect(result.err).not.toContain('hush');
    expect(existsSync(place.dataDir)).toBe(false);
  });

  it('a port that is taken names PORT', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expectRefusal(
      await run(['start'], { PORT: String(port) }),
      new RegExp(`^Port ${port} is taken\\. Set PORT to another one, for example: PORT=8081 npm start`),
    );
    expectRefusal(
      await run(['serve'], { PORT: String(port), HOST: '127.0.0.1', SLUICE_SECRET: soundSecret }),
      /Set PORT/,
    );
    expect(existsSync(place.dataDir)).toBe(false);
    other.close();
  });

  it('a database that cannot be reached is named', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expectRefusal(await run(['verify'], env), /^The database of DATABASE_URL can't be reached: /);
    expectRefusal(await run(['backup', 'x'], env), /^DATABASE_URL is set: back that database up with its own tools/);
    expectRefusal(await run(['restore', 'x'], env), /^DATABASE_URL is set: restore that database with its own tools/);
  });
});

/**
 * The server is kept up by this process; each command attaches to it, as to that of a running service. Many processes
 * one after the other: a busy machine needs its time.
 */
describe('on a database', { timeout: 180_000 }, () => {
  let stop: () => Promise<void>;
  let db: Database;
  let owner: pg.Pool;

  beforeAll(async () => {
    const server = await startServer({ dataDir: place.dataDir, own: true });
    const pool = createPool(server.service);
    db = createDatabase(pool);
    owner = createPool(server.owner, { connections: 1 });
    stop = async () => {
      await Promise.all([pool.end(), owner.end()]);
      await server.stop();
    };
    expect(await run(['migrate'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Applied: baseline\b.*\.\n$/),
    });
    expect(await run(['migrate'])).toMatchObject({ code: 0, out: 'The schema is up to date.\n' });
    await migrate(server);
    await makeHolder(db, 'merchant', 'Corner Shop');
    await makeCompany(db, { name: 'Swift Delivery' });
  });
  afterAll(() => stop());

  const json = async (args: string[]): Promise<unknown> => {
    const result = await run([...args, '--json']);
    expect(result).toMatchObject({ code: 0, err: '' });
    return JSON.parse(result.out);
  };

  it('keys: a pair is made, shown once, listed without its secret, rotated and revoked', async () => {
    const pair = (await json(['keys', 'create', '--holder', 'Corner Shop', '--mode', 'test', '--label', 'till'])) as {
      client_id: string;
      client_secret: string;
    };
    expect(pair).toEqual({
      client_id: expect.stringMatching(/^pk_test_/),
      client_secret: expect.stringMatching(/^sk_test_/),
    });
    const plain = await run(['keys', 'create', '--holder', 'Corner Shop', '--mode', 'live']);
    expect(plain.out).toMatch(/^Client ID {2}pk_live_\w+\nSecret {5}sk_live_\w+\nThe secret is shown only once\.\n$/);

    const listed = await run(['keys', 'list', '--holder', 'Corner Shop']);
    expect(listed.out).toContain(pair.client_id);
    expect(listed.out).toMatch(/Corner Shop \(merchant \d+\) +active +till/);
    expect(listed.out + JSON.stringify(await json(['keys', 'list']))).not.toMatch(/sk_|hash/i);

    const fresh = (await json(['keys', 'rotate', pair.client_id, '--grace', '24'])) as { client_id: string };
    expect(fresh.client_id).not.toBe(pair.client_id);
    expect((await run(['keys', 'list'])).out).toMatch(new RegExp(`${pair.client_id} .* until \\d{4}-`));
    expect(await run(['keys', 'revoke', fresh.client_id])).toMatchObject({
      code: 0,
      out: 'Revoked. Running services refuse it within a second.\n',
    });
    expect((await run(['keys', 'list'])).out).toMatch(new RegExp(`${fresh.client_id} .* revoked`));
  });

  it('keys: what cannot be is refused in words', async () => {
    const create = (...args: string[]) => run(['keys', 'create', '--holder', ...args]);
    expectRefusal(await create('Corner Shop'), /required option '--mode <mode>' not specified/);
    expectRefusal(await create('Corner Shop', '--mode', 'both'), /Allowed choices are test, live/);
    expectRefusal(await create('Nobody', '--mode', 'test'), /^No holder has the id or name "Nobody"\./);
    expectRefusal(await create('Sluice', '--mode', 'test'), /^No company or merchant has this id\./);
    expectRefusal(await run(['keys', 'rotate', 'pk_test_none']), /^No key pair has this client id\./);
    expectRefusal(
      await run(['keys', 'rotate', 'pk_test_none', '--grace', '73']),
      /^The grace period is 0 to 72 whole hours\./,
    );
    expectRefusal(await run(['keys', 'revoke', 'pk_test_none']), /^No live key pair has this client id\./);
  });

  it('operator, company, merchant: created with their people, who choose a password by a printed link', async () => {
    const operator = await run(['operator', 'create', '--email', 'grace@example.com']);
    expect(operator.out).toMatch(
      /^grace@example\.com is now an operator \(administrator\)\.\nChoose a password within 24 hours, with this link \(it works once\): http:\/\/localhost:8080\/reset-password\/\w+\n$/,
    );
    expectRefusal(await run(['operator', 'create', '--email', 'grace@example.com']), /^This person is an operator alr/);
    expectRefusal(
      await run(['operator', 'create', '--email', 'x', '--role', 'king']),
      /^--role must be one of administrator/,
    );
    const company = ['company', 'create', '--name', 'Night Delivery', '--owner', 'linus@example.com'];
    const made = await run([...company, '--live-keys']);
    expect(made.out).toMatch(
      /^Night Delivery is company \d+, owned by linus@example\.com\.\nChoose a password within 24 hours/,
    );
    expect(made.out).toMatch(/\nClient ID {2}pk_live_\w+\nSecret {5}sk_live_\w+\nThe secret is shown only once\.\n$/);
    expectRefusal(await run(company), /^There is a company of this name: holder \d+\./);
    expect(await json(['merchant', 'create', '--name', 'Night Shop', '--owner', 'linus@example.com'])).toEqual({
      holder: expect.stringMatching(/^\d+$/),
      owner: 'linus@example.com',
      link: expect.stringMatching(/\/reset-password\//),
    });
    const roles = db.selectFrom('members').innerJoin('people', 'people.id', 'personId').select(['email', 'role']);
    expect(await roles.orderBy('email').execute()).toEqual([
      { email: 'grace@example.com', role: 'administrator' },
      { email: 'linus@example.com', role: 'owner' },
      { email: 'linus@example.com', role: 'owner' },
    ]);
  });

  it('people erase: says what it would do and what stands in the way, and needs a reason', async () => {
    const erase = (email: string, ...more: string[]) => run(['people', 'erase', '--email', email, ...more]);
    expect((await erase('linus@example.com', '--plan')).out).toMatch(
      /^Membership that ends: Night Delivery \(company\)\.\nMembership that ends: Night Shop \(merchant\)\.\nFinish first: Night Delivery has no other owner\./,
    );
    expectRefusal(await erase('linus@example.com', '--reason', 'A letter'), /^The account can’t be deleted yet/);
    expectRefusal(await erase('nobody@example.com', '--reason', 'A letter'), /^No person signs in with this address/);
    expectRefusal(await erase('grace@example.com', '--reason', 'A letter'), /^The account can’t be deleted yet/);
    await run(['operator', 'create', '--email', 'joan@example.com', '--role', 'viewer']);
    expectRefusal(await erase('joan@example.com'), /^Give a --reason/);
    expect((await erase('joan@example.com', '--reason', 'A letter')).out).toMatch(
      /^The account of joan@example\.com is deleted\./,
    );
    expectRefusal(await erase('joan@example.com', '--plan'), /^No person signs in with this address/);
  });

  it('quota set: a company’s order pushes and bulk requests per minute', async () => {
    expect(await run(['quota', 'set', 'Swift Delivery', '120'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^120 orders per minute\./),
    });
    const storedQuotas = () =>
      db.selectFrom('companies').select(['ordersPerMinute', 'bulkRequestsPerMinute']).execute();
    expect(await storedQuotas()).toContainEqual({ ordersPerMinute: 120, bulkRequestsPerMinute: 1_000_000 });
    expect(await run(['quota', 'set', 'Swift Delivery', '--bulk', '30'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^30 bulk requests per minute\./),
    });
    expect(await storedQuotas()).toContainEqual({ ordersPerMinute: 120, bulkRequestsPerMinute: 30 });
    expectRefusal(await run(['quota', 'set', 'Swift Delivery']), /^Name at least one quota\./);
    expectRefusal(
      await run(['quota', 'set', 'Swift Delivery', 'many']),
      /^The quota must be a whole number from 1 to 100000000\./,
    );
    expectRefusal(await run(['quota', 'set', 'Corner Shop', '5']), /^No company has the id or name "Corner Shop"\./);
  });

  it('topup: money received, for a company’s clearing wallet', async () => {
    const args = ['topup', '--company', 'Swift Delivery', '--currency', 'USD', '--mode', 'test', '--amount'];
    const plain = await run([...args, '250.75']);
    expect(plain.out).toMatch(
      /^Received 250\.75 USD for Swift Delivery \(holder \d+, clearing, test\), top-up top_\w+\.\n$/,
    );
    expect(await json([...args, '1', '--mode', 'live'])).toMatchObject({
      status: 'succeeded',
      mode: 'live',
      amount: '100',
    });
    for (const amount of ['0', '1.005']) expectRefusal(await run([...args, amount]), /is not an amount in USD\./);
    const withoutMode = args.filter((word) => word !== '--mode' && word !== 'test');
    expectRefusal(await run([...withoutMode, '1']), /^Give --company, --amount, --currency .* and --mode/);
    expectRefusal(await run(['topup', '--confirm', 'top_none']), /^No top-up has this id\./);
    expect(await json(['topup', '--pending'])).toEqual([]);
  });

  it('settle: now, or as a dry run', async () => {
    expect(await run(['settle', 'Swift Delivery', '--mode', 'test', '--dry-run'])).toMatchObject({
      code: 0,
      out: 'Would settle 0 orders; 0 newly await funds, 0 newly on hold.\n',
    });
    expect(await run(['settle', 'Swift Delivery', '--mode', 'test'])).toMatchObject({
      code: 0,
      out: 'Settled 0 orders; 0 newly await funds, 0 newly on hold.\n',
    });
    expect(await json(['settle', 'Swift Delivery', '--mode', 'live'])).toMatchObject({
      status: 'done',
      mode: 'live',
      trigger: 'command',
    });
  });

  it('verify: 0 when the books balance; 1, and the row, when one is wrong', async () => {
    expect(await run(['verify'])).toMatchObject({ code: 0, out: expect.stringMatching(/\nThe books balance\.\n$/) });
    expect(await json(['verify'])).toMatchObject({ ok: true, kind: 'incremental' });
    expect(await json(['verify', '--full'])).toMatchObject({ ok: true, kind: 'full' });
    await db
      .updateTable('accounts')
      .set({ balance: 25_074n })
      .where('kind', '=', 'clearing')
      .where('mode', '=', 'test')
      .execute();
    const broken = await run(['verify']);
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(
      /✗ Every balance is the sum of its transfers[^\n]*\n {4}account \d+ \(clearing, [^\n]*: balance is 25074, its transfers add up to 25075\n/,
    );
    expect(broken.out).toMatch(/\nThe books do not balance\.\n$/);
    await db
      .updateTable('accounts')
      .set({ balance: 25_075n })
      .where('kind', '=', 'clearing')
      .where('mode', '=', 'test')
      .execute();
    expect((await run(['verify'])).code).toBe(0);
  });

  it('proof and verify-proof: signed, told in words, and 1 or 2 when it is not genuine or the books did not balance', async () => {
    const file = join(place.directory, 'proof.json');
    const pem = newSealKey();
    const env = { SLUICE_SEAL_KEY: pem };
    await run(['verify', '--full']);
    expectRefusal(await run(['proof', '--out', file]), /^There is no key to sign with\. Set SLUICE_SEAL_KEY\.$/m);
    expect(await run(['proof', '--out', file], env)).toMatchObject({ code: 0 });
    const genuine = await run(['verify-proof', file], { DATABASE_URL: 'postgres://nowhere.invalid/none' });
    expect(genuine).toMatchObject({ code: 0, err: '' });
    expect(genuine.out).toMatch(/^✓ http:\/\/localhost:8080: (\d+) of \1 checks passed at /m);
    expect(genuine.out).toMatch(/^test +USD +(\d+\.\d\d) +\1 +\d+$/m);
    expect(genuine.out).toMatch(/^It does not prove that the statement is true/m);

    const publicKey = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
    await writeFile(join(place.directory, 'seal.pub'), publicKey);
    expect(await run(['verify-proof', file, '--key', 'seal.pub'])).toMatchObject({ code: 0 });
    const other = createPublicKey(newSealKey()).export({ format: 'jwk' }).x as string;
    const byOther = await run(['verify-proof', file, '--key', other]);
    expect(byOther).toMatchObject({
      code: 1,
      out: expect.stringContaining('signed by another key than the one given'),
    });
    expectRefusal(await run(['verify-proof', file, '--key', 'none.pem']), /^--key takes a public key of 43 characters/);
    expectRefusal(await run(['verify-proof', 'none.json']), /^none\.json can't be read\.$/m);

    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"debits": "\d/, '"debits": "9'));
    expect(await run(['verify-proof', file])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^✗ This proof is not genuine\.\n {4}The signature does not match/),
    });
    await db
      .updateTable('ledgerVerifications')
      .set({ ok: false, checks: sql`checks || ${unbalanced}::jsonb` })
      .execute();
    await run(['proof', '--out', file], env);
    const broken = await run(['verify-proof', file]);
    expect(broken).toMatchObject({ code: 2, out: expect.stringMatching(/^ {4}a rule: 3 violations$/m) });
    expect(broken.out).not.toContain('order 7');
  });

  it('doctor: ticks what is there, and neither makes nor ticks what is not', async () => {
    const live = {
      SLUICE_SECRET: soundSecret,
      PUBLIC_URL: 'https://pay.example.com',
      SMTP_URL: 'smtp://mail.example.com',
      STRIPE_SECRET_KEY: 'sk_live_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
      SLUICE_SEAL_KEY: newSealKey(),
    };
    const signsOf = ({ out }: Result): Record<string, string> =>
      Object.fromEntries([...out.matchAll(/^([✓–✗]) (\w+) /gm)].map(([, sign, name]) => [name, sign]));
    const ticked = ['disk', 'database', 'clock', 'schema', 'roles', 'sessions'].map((name) => [name, '✓'] as const);
    const missing = ['settings', 'secret', 'mail', 'seals', 'operator', 'backup'];
    const bare = await run(['doctor']);
    expect(bare).toMatchObject({ code: 0, err: '' });
    expect(signsOf(bare)).toEqual(
      Object.fromEntries([...[...missing, 'bank'].map((name) => [name, '–'] as const), ...ticked]),
    );
    expect(bare.out).toContain(directoriesOf(place.dataDir).data);
    expect(bare.out).toMatch(/operator +no administrator who can sign in: the link .* not been used yet/);
    expect((await run(['doctor', '--live'], live)).code).toBe(1);

    const grace = db.updateTable('people').where('email', '=', 'grace@example.com');
    await grace.set({ emailVerified: true }).execute();
    expect((await run(['doctor', '--live'], live)).out).toMatch(
      /^– operator +grace@example\.com can do nothing until/m,
    );
    await grace.set({ secondFactor: true }).execute();
    const made = { startedAt: new Date(), finishedAt: new Date(), place: '/backups', name: 'the-last', bytes: 1 };
    await insertMadeRun(db, made);
    const whole = await run(['doctor', '--live'], live);
    expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ operator +grace@example\.com$/m) });
    expect(signsOf(whole)).toEqual(
      Object.fromEntries([...[...missing, 'provider'].map((name) => [name, '✓'] as const), ...ticked]),
    );
    expect(whole.out).toMatch(
      /^✓ provider +Stripe, which comes with Sluice; its webhook endpoint is https:\/\/pay\.example\.com\/funding\/stripe\/webhook$/m,
    );
    const set = (iban: string) =>
      run(['bank-details', 'set', '--currency', 'EUR', '--account-holder', 'Example Pay', '--iban', iban]);
    expect(await set('DE00 1234')).toMatchObject({ code: 1, err: 'iban is not a valid IBAN\n' });
    expect(await json(['bank-details', 'list'])).toEqual([]);
    const iban = 'DE89370400440532013000';
    expect(await set(iban)).toMatchObject({
      code: 0,
      out: expect.stringMatching(`^Bank transfers in EUR go to Example Pay, ${iban}\\.\n`),
    });
    expect((await run(['bank-details', 'list'])).out).toMatch(new RegExp(`^EUR +Example Pay +${iban}$`, 'm'));
    const { actorKind, after } = await db
      .selectFrom('auditLog')
      .select(['actorKind', 'after'])
      .where('action', '=', 'bank_details.change')
      .executeTakeFirstOrThrow();
    expect([actorKind, after]).toEqual(['command', { holder: 'Example Pay', account: '•••• 3000', bic: null }]);
    const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...withoutCards } = live;
    const byTransfer = await run(['doctor', '--live'], withoutCards);
    expect(byTransfer).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ bank +accounts for EUR$/m) });
    expect(await run(['bank-details', 'remove', 'EUR'])).toMatchObject({ code: 0 });
    expect(await json(['bank-details', 'list'])).toEqual([]);
    expect(await json(['doctor'])).toContainEqual({ name: 'clock', state: 'ok', ok: true, detail: expect.any(String) });

    const unfit = { SLUICE_SECRET: `dev_${soundSecret}`, PUBLIC_URL: 'http://localhost', SLUICE_SEAL_KEY: 'none.pem' };
    const ill = await run(['doctor'], { ...live, ...unfit });
    expect(ill).toMatchObject({ code: 1, out: expect.stringMatching(/^✗ secret +a development secret/m) });
    expect(signsOf(ill).provider).toBe('✗');
    expect(ill.out).toMatch(/^✗ seals +SLUICE_SEAL_KEY names a file that can't be read/m);
    expect(signsOf(ill)).not.toHaveProperty('payees');
    const payees = {
      SLUICE_PAYEE_CHECK_URL: 'https://vop.example.com/hidden',
      SLUICE_PAYEE_CHECK_TOKEN: 'hidden',
    };
    const lost = await run(['doctor'], { ...payees, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(lost.out).toMatch(/^✓ payees +bank accounts are checked by vop\.example\.com, with a token$/m);
    expect(lost.out).not.toMatch(/hidden/);
    expect(lost.out).toMatch(/^✗ database +The database of DATABASE_URL can't be reached/m);
    expect(signsOf(lost)).not.toHaveProperty('disk');
    const fresh = { SLUICE_DATA_DIR: join(place.directory, 'none', 'yet') };
    expect((await run(['doctor'], fresh)).out).toMatch(
      /^– database +none in .*yet yet: start, serve or migrate creates it/m,
    );
    expect(existsSync(fresh.SLUICE_DATA_DIR)).toBe(false);
  });

  it('a database of another version is refused, and left as it is', async () => {
    const port = String(await freePort());
    const production = { SLUICE_SECRET: soundSecret, SLUICE_SEAL_KEY: newSealKey(), HOST: '127.0.0.1', PORT: port };
    const changed = async (change: string, undo: string, expectRefused: () => Promise<void>): Promise<void> => {
      await owner.query(change);
      const rows = async () => (await owner.query('select * from migrations order by id')).rows;
      const before = await rows();
      await expectRefused();
      expect(await rows()).toEqual(before);
      await owner.query(undo);
    };
    const refusedBy = async (message: RegExp, commands: string[][]): Promise<void> => {
      for (const args of commands) {
        const { code, err } = await run(args, production);
        expect([args, code, err]).toEqual([args, 1, expect.stringMatching(message)]);
      }
      const { code, out } = await run(['doctor']);
      expect([code, out]).toEqual([1, expect.stringMatching(new RegExp(`^✗ schema +${message.source.slice(1)}`, 'm'))]);
      expect(out).not.toMatch(/^. operator/m);
    };
    const { name } = (await owner.query(`select name from migrations where id = 1`)).rows[0];

    await changed(
      `insert into migrations (id, name, hash) values (9999, 'of_tomorrow', '')`,
      'delete from migrations where id = 9999',
      () =>
        refusedBy(
          /^This database belongs to a newer version of Sluice, which applied migration 9999 \(of_tomorrow\)/m,
          [['start'], ['serve'], ['migrate'], ['verify']],
        ),
    );
    await changed(
      `update migrations set name = 'holders' where id = 1`,
      `update migrations set name = '${name}' where id = 1`,
      () =>
        refusedBy(/^This database is from before Sluice 0\.2\.0 and cannot be used any more: start with a new data/m, [
          ['serve'],
          ['serve', '--no-migrate'],
          ['migrate'],
        ]),
    );
  });

  it('backup --to: killed before its end, it is none; then it is one, which a drill finds good, or not', async () => {
    const s3 = await createS3StandIn();
    try {
      const env = { ...s3.env, SLUICE_BACKUP_TO: s3.address };
      await positionEvents(db);
      await makeSeals({ db, keys: undefined, eventDays: 90 });
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      s3.interceptWith(({ method, url = '' }) => {
        const isLast = method === 'PUT' && url.endsWith('/manifest.json');
        if (isLast) ask();
        return isLast;
      });
      const killed = place.beginBundled(['backup'], env);
      await asked;
      killed.child.kill('SIGKILL');
      await killed.ended;
      s3.interceptWith(() => false);
      const folders = () => [...new Set([...s3.objects.keys()].map((key) => key.split('/')[1]))];
      expect(folders()).toHaveLength(1);
      expect(await run(['backups'], env)).toMatchObject({
        code: 0,
        out: `There is no complete backup in s3://backups/sluice.\nIncomplete, being made or given up: ${folders()[0]}.\n`,
      });

      const made = await run(['backup'], { ...env, SLUICE_SECRET: soundSecret });
      expect(made, made.err).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /^Made \d{8}T\d{6}Z-\w{8} in s3:\/\/backups\/sluice: [\d.]+ MB, of [\d.]+ MB in the database, in [\d.]+ s\.\nSLUICE_SECRET is not in/,
        ),
      });
      const [, name = ''] = /^Made (\S+)/.exec(made.out) ?? [];
      const running = postmasterPid(place.dataDir);
      const manifest = JSON.parse(String(s3.objects.get(`sluice/${name}/manifest.json`)?.body));
      const other = manifest.seal_head.replace(/[0-9a-f]{64}/, '0'.repeat(64));
      const within = mkdtempSync(join(place.directory, 'check-'));
      const drill = await run(['restore', '--check', '--sealed', other, '--in', within], env);
      expect(drill, drill.err).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          /^Restored \S+ into a temporary database in .*\n✓ verify --full: (\d+) of \1 checks passed\n✓ the head of the seals in the backup: seal \d+, .*\n✗ the head that you kept: .*\n {4}.*the chain was made again\nThe backup is not good\. /,
        ),
      });
      expect(drill.out).toContain(name);
      expect(readdirSync(within)).toEqual([]);
      expect(postmasterPid(place.dataDir)).toBe(running);
    } finally {
      await s3.close();
    }
  });

  it('backup: beside whoever uses the database; it is put back elsewhere, whole', async () => {
    const target = join(place.directory, 'copy');
    await positionEvents(db);
    await makeSeals({ db, keys: undefined, eventDays: 90 });
    const made = await run(['backup', target]);
    expect(made).toMatchObject({
      code: 0,
      out: [
        `Copied the database to ${target}.`,
        'SLUICE_SECRET is not in the backup. Keep a copy of it elsewhere: without it, second factors cannot be decrypted.',
        `To restore it into a data directory without a database: npx sluice restore ${target}\n`,
      ].join('\n'),
    });
    expectRefusal(await run(['backup', target]), /is not empty/);
    expectRefusal(await run(['restore', target]), /stop the service and try again/);
    await db.deleteFrom('events').where('type', '=', 'top_up.succeeded').execute();
    expect(await run(['verify', '--sealed', join(target, 'seal-head')])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^✗ what was sealed .*(\n {4}event evt_\w+: is gone \(seal \d+\))+\nCompared /),
    });
    await stop();
    stop = async () => {};
    expect(postmasterPid(place.dataDir)).toBeUndefined();
    expectRefusal(await run(['restore', target]), /There is a database already/);

    const elsewhere = createPlace();
    const runElsewhere = commandsOf(elsewhere);
    try {
      expect(await runElsewhere(['restore', target])).toMatchObject({
        code: 0,
        out: expect.stringContaining(` into ${elsewhere.dataDir}. `),
      });
      expect(await runElsewhere(['keys', 'list'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('Corner Shop'),
      });
      expect((await runElsewhere(['verify', '--full'])).code).toBe(0);
      const head = readFileSync(join(target, 'seal-head'), 'utf8').trim();
      expect(await runElsewhere(['verify', '--sealed', head])).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^✓ what was sealed up to seal \d+, [\d:.TZ-]+, is unchanged\n/),
      });
      const other = head.replace(/[0-9a-f]{64}/, '0'.repeat(64));
      expect(await runElsewhere(['verify', '--sealed', other])).toMatchObject({
        code: 1,
        out: expect.stringMatching(/has another hash in the database: the chain was made again$/m),
      });
      expectRefusal(
        await runElsewhere(['verify', '--sealed', 'nothing']),
        /^--sealed takes a head, which begins with sluice-seal\//,
      );
    } finally {
      await elsewhere.remove();
    }
  });
});
