/** The proof of the books as a document: signed, judged without a database, and whatever is changed in it is found. */
import { describe, expect, it } from 'vitest';
import type { FullVerification } from '../../core/ledger/verifications.repository.ts';
import { newSealKey, readSealKeys, type SealKeys } from '../../core/seals/seal-keys.ts';
import { judgeProof } from './judge-proof.ts';
import { type Proof, proofText, signedText, signProof } from './proof.ts';

const newKeys = (): SealKeys => readSealKeys(newSealKey()) as SealKeys;
const keys = newKeys();
const sums = { debits: '123450', credits: '123450', debitBalances: '5', creditBalances: '5' };
const verification = {
  id: 7n,
  ok: true,
  startedAt: new Date('2031-03-02T03:40:00.000Z'),
  finishedAt: new Date('2031-03-02T03:41:00.500Z'),
  checks: [
    { name: 'Every book balances', count: 0, offences: [], rows: 12, tookMs: 3 },
    { name: 'Nothing is missing', count: 0, offences: [], rows: 30, tookMs: 0 },
  ],
  totals: [
    { mode: 'live', currency: 'EUR', transfers: 4, ...sums },
    { mode: 'test', currency: 'JPY', transfers: 1, ...sums },
  ],
} satisfies FullVerification;
const hash = Buffer.alloc(32, 7);
const sealed = { number: 3n, sealedAt: new Date('2031-03-02T03:35:00.000Z'), hash };
const head = { ...sealed, publicKey: keys.publicKey, signature: keys.sign(sealed) };
const facts = {
  service: 'https://pay.example.com',
  version: '1.0.0',
  madeAt: new Date('2031-03-03T09:00:00.000Z'),
  verification,
  head,
};
const proof = signProof(facts, keys);
const fileOf = (one: Proof): Buffer => Buffer.from(proofText(one));
const problemsOf = (file: Buffer, key?: Buffer) => judgeProof(file, key).problems;

/** As someone writes it who has a key, and signs whatever they like. */
function signedAnew(change: (said: Proof) => object): Buffer {
  const { signature: _, ...said } = structuredClone(proof);
  change(said as Proof);
  return fileOf({ ...said, signature: keys.signText(signedText(said)).toString('base64url') });
}

it('says what was verified and what the books add up to, without what a check found', () => {
  expect(proof).toMatchObject({
    service: 'https://pay.example.com',
    verification: { number: 7, balanced: true, rows: 42, checks: [{ rows: 12, took_ms: 3, violations: 0 }, {}] },
    totals: [
      { mode: 'live', currency: 'EUR', transfers: 4, debits: '1234.50', credits: '1234.50', debit_balances: '0.05' },
      { mode: 'test', currency: 'JPY', debits: '123450' },
    ],
    key: keys.publicKey.toString('base64url'),
  });
  expect(problemsOf(fileOf(proof))).toEqual([]);
  expect(problemsOf(fileOf(proof), keys.publicKey)).toEqual([]);
  const offences = [{ row: 'order 7', problem: 'is short' }];
  const broken = { ...verification, ok: false, checks: [{ name: 'a rule', count: 1, offences }] };
  const file = fileOf(signProof({ ...facts, verification: broken }, keys));
  expect(judgeProof(file, undefined)).toMatchObject({
    problems: [],
    proof: { verification: { balanced: false, rows: null, checks: [{ violations: 1, took_ms: null }] } },
  });
  expect(file.toString()).not.toContain('order 7');
});

it('every changed, missing or added byte is found', () => {
  const file = fileOf(proof);
  const passed: string[] = [];
  for (let at = 0; at <= file.length; at++) {
    const before = file.subarray(0, at);
    const changes = [0, 1, 32].map((bit) => Buffer.from([(file[at] ?? 0) ^ bit]));
    const others = [...changes.slice(1), Buffer.alloc(0)].map((byte) =>
      Buffer.concat([before, byte, file.subarray(at + 1)]),
    );
    for (const other of at === file.length ? [] : others) if (problemsOf(other).length === 0) passed.push(`byte ${at}`);
    const longer = Buffer.concat([before, Buffer.from(' '), file.subarray(at)]);
    if (problemsOf(longer).length === 0) passed.push(`a space before byte ${at}`);
  }
  expect(passed).toEqual([]);
});

it('a key or a signature in another spelling of the same bytes is found', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const field of ['key', 'signature'] as const) {
    const last = alphabet.indexOf(proof[field].slice(-1));
    const respelled = `${proof[field].slice(0, -1)}${alphabet[last + 1]}`;
    expect(Buffer.from(respelled, 'base64url')).toEqual(Buffer.from(proof[field], 'base64url'));
    expect(problemsOf(fileOf({ ...proof, [field]: respelled }))).not.toEqual([]);
  }
});

it('another key is found, where it is known which one it must be', () => {
  const other = newKeys();
  const forged = fileOf(signProof(facts, other));
  expect(problemsOf(forged)).toEqual([]);
  expect(problemsOf(forged, keys.publicKey)).toEqual(['It is signed by another key than the one given.']);
});

it.each(['', '{}', 'null', '[]', '{"sluice_proof": 2}', '\u0000'])('%j is no proof', (text) => {
  expect(problemsOf(Buffer.from(text))).toEqual(['This is not a proof of the books.']);
});

describe('one that does not add up is found, though it is signed', () => {
  const set = (what: object | undefined, changes: object): object => Object.assign(what ?? {}, changes);
  const total = (said: Proof) => said.totals[0] as Proof['totals'][number];
  it.each<[string, (said: Proof) => object, string]>([
    ['debits', (said) => set(total(said), { debits: '1234.51' }), 'Debits and credits differ: EUR, live mode.'],
    [
      'balances',
      (said) => set(total(said), { credit_balances: '0.06' }),
      'Balances do not add up to zero: EUR, live mode.',
    ],
    ['a currency twice', (said) => set(said, { totals: [total(said), total(said)] }), 'It has a currency twice.'],
    ['rows', (said) => set(said.verification, { rows: 43 }), 'The rows of its checks do not add up.'],
    [
      'the result',
      (said) => set(said.verification, { balanced: false }),
      'It says that the books do not balance, and its checks say otherwise.',
    ],
    [
      'a check twice',
      ({ verification: { checks } }) => set(checks[1], { name: checks[0]?.name }),
      'It has a check twice.',
    ],
    ['times', (said) => set(said, { made_at: '2031-03-02T03:41:00.499Z' }), 'Its times are not in order.'],
    ['a head', (said) => set(said, { seal: 'sluice-seal/1/3' }), 'Its head of the seals cannot be read.'],
    [
      'the signature of the head',
      (said) => set(said, { seal: (said.seal ?? '').replace('/3/', '/4/') }),
      'Its head of the seals has a signature that is not its own.',
    ],
  ])('%s', (_what, change, problem) => {
    expect(problemsOf(signedAnew(change))).toEqual([problem]);
  });
});

it('no signature of a head of seals is one of a proof', () => {
  expect(signedText(proof).split('/')[0]).toBe('sluice-proof');
});
