/** The WooCommerce plugin, as far as it goes without a shop: its files are PHP, it knows our signatures, and its texts are all translated. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { signWebhook } from '../../sdk/src/webhooks.ts';

const plugin = fileURLToPath(new URL('../../plugins/woocommerce/', import.meta.url));
const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.php'));
const hasPhp = spawnSync('php', ['--version']).status === 0;
const missing = 'PHP is not installed';
const domain = 'sluice-for-woocommerce';

/** Of this piece of PHP, which prints JSON. */
function run(code: string, given: unknown = null): unknown {
  const program = `$given = json_decode($argv[1], true); ${code}`;
  const { stdout, stderr, status } = spawnSync('php', [
    '-d',
    'display_errors=stderr',
    '-r',
    program,
    JSON.stringify(given),
  ]);
  expect([status, String(stderr)]).toEqual([0, '']);
  return JSON.parse(String(stdout));
}

it('every file is PHP', ({ skip }) => {
  skip(!hasPhp, missing);
  expect(files.length).toBeGreaterThan(20);
  const parse = "foreach ($given as $file) token_get_all(file_get_contents($file), TOKEN_PARSE); echo 'true';";
  expect(
    run(
      parse,
      files.map((file) => plugin + file),
    ),
  ).toBe(true);
});

describe.skipIf(!hasPhp)('a webhook', () => {
  const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
  const other = `whsec_${Buffer.from('another, of 24 characters').toString('base64')}`;
  const now = 1_900_000_000;
  const body = '{"type":"payment.paid","data":{"token":"pay_1","amount":"12.50","custom":"ü"}}';
  type Given = { body: string; id: string; at: string; signature: string; secret: string; now: number };
  const signed = async (changes: Partial<Given> = {}): Promise<Given> => {
    const headers = await signWebhook(body, { id: 'evt_1', secret, timestampSeconds: now });
    const signature = headers['webhook-signature'] as string;
    return { body, id: 'evt_1', at: String(now), signature, secret, now, ...changes };
  };
  const valid = (given: Given) =>
    run(
      `require '${plugin}src/Signature.php'; echo json_encode(Sluice\\WooCommerce\\Signature::is_valid(
        $given['body'], $given['id'], $given['at'], $given['signature'], $given['secret'], $given['now']));`,
      given,
    );

  it.each<[string, (of: Given) => Partial<Given>, boolean]>([
    ['as the service signs it', () => ({}), true],
    ['with one of two secrets', () => ({ secret: `${other} ${secret}` }), true],
    ['with one of two signatures', ({ signature }) => ({ signature: `v1,AAAA ${signature}` }), true],
    ['at the end of its time', () => ({ now: now + 300 }), true],
    ['too old', () => ({ now: now + 301 }), false],
    ['from the future', () => ({ now: now - 301 }), false],
    ['with another body', () => ({ body: body.replace('12.50', '92.50') }), false],
    ['with another id', () => ({ id: 'evt_2' }), false],
    ['without an id', () => ({ id: '' }), false],
    ['of another secret', () => ({ secret: other }), false],
    ['of no secret', () => ({ secret: '' }), false],
    ['with an empty secret', () => ({ secret: 'whsec_' }), false],
    ['without a signature', () => ({ signature: '' }), false],
    ['of another version', ({ signature }) => ({ signature: signature.replace('v1', 'v2') }), false],
    ['whose time is no number', () => ({ at: `${now}x` }), false],
  ])('%s: %s', async (_what, changes, expected) => {
    const given = await signed();
    expect(valid({ ...given, ...changes(given) })).toBe(expected);
  });
});

describe.skipIf(!hasPhp)('an event of an order', () => {
  const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
  const shop = fileURLToPath(new URL('php/woocommerce.php', import.meta.url));
  const about = (type: string, dispute: string) => ({ type, data: { token: 'pay_1', custom: '7', dispute } });

  /** @param locks what the database says to each that asks for the order's. */
  async function take(events: object[], locks: (string | null)[]): Promise<{ answers: number[]; notes: string[] }> {
    const sent = events.map(async (event, at) => {
      const body = JSON.stringify(event);
      return { body, headers: await signWebhook(body, { id: `evt_${at}`, secret }) };
    });
    const given = JSON.stringify({ events: await Promise.all(sent), locks, secret });
    const { stdout, stderr, status } = spawnSync('php', ['-d', 'display_errors=stderr', shop, plugin, given]);
    expect([status, String(stderr)]).toEqual([0, '']);
    return JSON.parse(String(stdout)) as { answers: number[]; notes: string[] };
  }

  it.each([
    ['waits too long', '0'],
    ['can’t be locked', null],
  ])('that %s does nothing and comes again', async (_what, said) => {
    const event = about('chargeback.created', 'dp_1');
    expect(await take([event], [said])).toEqual({ answers: [503], notes: [] });
    expect(await take([event, event], [said, '1'])).toMatchObject({ answers: [503, 200], notes: [expect.anything()] });
  });

  it('of each dispute is noted, once', async () => {
    const [first, second] = [about('chargeback.created', 'dp_1'), about('chargeback.created', 'dp_2')];
    const won = about('chargeback.reversed', 'dp_2');
    const { answers, notes } = await take([first, first, second, won, won], Array(5).fill('1'));
    expect(answers).toEqual(Array(5).fill(200));
    expect(notes.map((note) => note.match(/\((dp_\d)\)$/)?.[1])).toEqual(['dp_1', 'dp_2', 'dp_2']);
  });
});

it('every text is in every language, with what is filled in', ({ skip }) => {
  skip(!hasPhp, missing);
  const sources = files
    .filter((name) => !name.startsWith('languages'))
    .map((name) => readFileSync(plugin + name, 'utf8'));
  const calls = sources.flatMap((source) => [...source.matchAll(/\b(?:esc_html)?__\( /g)]);
  const texts = sources.flatMap((source) => [...source.matchAll(/__\( '([^'\\]+)', 'sluice-for-woocommerce'/g)]);
  // None is missed because it is written otherwise.
  expect(texts).toHaveLength(calls.length);
  const expected = [...new Set(texts.map(([, text]) => text as string))].sort();
  const languages = files.filter((name) => name.startsWith('languages'));
  expect(languages).toHaveLength(10);
  const filled = (text: string): string[] => (text.match(/%(\d\$)?[sd]/g) ?? []).sort();
  for (const language of languages) {
    const read = run(`echo json_encode(require '${plugin}${language}', JSON_THROW_ON_ERROR);`);
    const { language: locale, messages } = read as { language: string; messages: Record<string, string> };
    expect(language).toBe(`languages/${domain}-${locale}.l10n.php`);
    expect(Object.keys(messages).sort(), locale).toEqual(expected);
    for (const [text, translated] of Object.entries(messages)) expect(filled(translated), text).toEqual(filled(text));
  }
});

it('has one version', () => {
  const { version } = JSON.parse(readFileSync(`${plugin}../../package.json`, 'utf8')) as { version: string };
  expect(readFileSync(`${plugin}${domain}.php`, 'utf8')).toContain(` * Version: ${version}\n`);
  expect(readFileSync(`${plugin}readme.txt`, 'utf8')).toContain(`Stable tag: ${version}\n`);
});
