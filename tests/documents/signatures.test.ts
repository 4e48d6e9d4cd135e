/**
 * docs/webhooks.md, "Signatures": the functions that it shows, in every language that is installed, judge requests as they
 * should: those signed by Standard Webhooks' own library, changed ones and old ones.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { readBlocks } from './guide.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV0b5sSYspob7oD';
const body = '{"id":"evt_1","data":{"name":"Zoë","amount":12.50}}';

/** What follows the function in a program that reads `[headers, body]` pairs and prints a verdict for each. */
const programs: Record<string, { command: string; file: string; calls: string }> = {
  ts: {
    command: 'node',
    file: 'program.mjs',
    calls: `import { readFileSync } from 'node:fs';
const { secret, cases } = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(cases.map(([headers, body]) => isSigned(secret, headers, body))));`,
  },
  python: {
    command: 'python3',
    file: 'program.py',
    calls: `import json, sys
given = json.load(sys.stdin)
print(json.dumps([is_signed(given["secret"], headers, body.encode()) for headers, body in given["cases"]]))`,
  },
  php: {
    command: 'php',
    file: 'program.php',
    calls: `$given = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(fn ($case) => isSigned($given['secret'], $case[0], $case[1]), $given['cases']));`,
  },
};

const directory = mkdtempSync(join(tmpdir(), 'sluice-signatures-'));
afterAll(() => rmSync(directory, { recursive: true }));

const headersOf = (at: Date, ...secrets: string[]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign('evt_1', at, body)).join(' '),
});
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const right = headersOf(new Date(), secret);

const cases: [string, Record<string, string>, string, boolean][] = [
  ['signed', right, body, true],
  ['signed with two secrets', headersOf(new Date(), otherSecret, secret), body, true],
  ['four minutes old', headersOf(minutesAgo(4), secret), body, true],
  ['six minutes old', headersOf(minutesAgo(6), secret), body, false],
  ['six minutes early', headersOf(minutesAgo(-6), secret), body, false],
  ['with another secret', headersOf(new Date(), otherSecret), body, false],
  ['with another body', right, `${body} `, false],
  ['with another id', { ...right, 'webhook-id': 'evt_2' }, body, false],
  ['at another time', { ...right, 'webhook-timestamp': headersOf(minutesAgo(1))['webhook-timestamp'] }, body, false],
  ['without a time', { ...right, 'webhook-timestamp': 'now' }, body, false],
  ['without a signature', { ...right, 'webhook-signature': '' }, body, false],
  ['half signed', { ...right, 'webhook-signature': right['webhook-signature'].slice(0, 20) }, body, false],
];

const guide = 'docs/webhooks';
const blocks = readBlocks(`${guide}.md`).filter(({ text }) => /is_?signed\(/i.test(text));

describe('docs/webhooks.md, "Signatures": the function that checks a signature', () => {
  it('is shown in each language', () => {
    expect(blocks.map(({ language }) => language).sort()).toEqual(Object.keys(programs).sort());
  });

  it.each(blocks)('in $language', ({ language, text }) => {
    const { command, file, calls } = programs[language] as (typeof programs)[string];
    if (spawnSync(command, ['--version']).error !== undefined) return;
    writeFileSync(join(directory, file), `${text}\n${calls}\n`);
    const input = JSON.stringify({ secret, cases: cases.map(([, headers, text]) => [headers, text]) });
    const { stdout, stderr } = spawnSync(command, [join(directory, file)], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const verdicts = JSON.parse(stdout) as boolean[];
    expect(cases.map(([name], index) => [name, verdicts[index]])).toEqual(cases.map(([name, , , ok]) => [name, ok]));
  });
});
