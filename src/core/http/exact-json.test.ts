import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseMerchantAmount, parsePartnerAmount } from '../../base/money/amount.ts';
import { type Currency, findCurrency } from '../../base/money/currency.ts';
import { parseJsonObject } from './exact-json.ts';

const read = (text: string) => parseJsonObject(Buffer.from(text));
/** Parses a single number literal. */
function readNumber(literal: string): unknown {
  const parsed = read(`{"n":${literal}}`);
  return parsed.ok ? parsed.value.n : 'malformed';
}

describe('numbers', () => {
  it.each<[string, number]>([
    ['0', 0],
    ['-0', 0],
    ['-0.0', 0],
    ['-0e5', 0],
    ['0e400', 0],
    ['0.0000000000000000000000', 0],
    ['12.30', 12.3],
    ['10.005', 10.005],
    ['0.1', 0.1],
    ['-12.5', -12.5],
    ['1.0E7', 1e7],
    ['1e3', 1000],
    ['1E+2', 100],
    ['1e-7', 1e-7],
    ['0.0000001', 1e-7],
    ['0.10000000000000000000', 0.1],
    ['100000000000000000000000', 1e23],
    ['10000000000000000000000000e-25', 1],
    ['999999999999.999', 999999999999.999],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['0.3000000000000000444', Number.NaN],
    ['0.10000000000000000001', Number.NaN],
    ['1.00000000000000000001', Number.NaN],
    ['9007199254740993', Number.NaN],
    ['-9007199254740993', Number.NaN],
    ['1234567890123456789012345', Number.NaN],
    ['12345678901234567.5', Number.NaN],
    ['1e400', Number.NaN],
    ['-1e400', Number.NaN],
    ['1e-400', Number.NaN],
    ['0.1e-400', Number.NaN],
    ['1e99999999999999999999', Number.NaN],
    ['1e-99999999999999999999', Number.NaN],
    ['1.23456789012345678e5', Number.NaN],
  ])('%s is %o', (literal, value) => {
    expect(Object.is(readNumber(literal), value)).toBe(true);
  });

  it.each(['01', '+1', '.5', '5.', '1e', 'NaN', 'Infinity', '0x10', '1_000', '１', '0.0-0.250000000000000000001'])(
    '%s is malformed',
    (literal) => {
      expect(readNumber(literal)).toBe('malformed');
    },
  );

  it.each<[string, number]>([
    ['19.989999999999998', 19.99],
    ['0.070000000000000007', 0.07],
    ['-19.989999999999998', -19.99],
    ['1.9989999999999998e1', 19.99],
    ['19.98999999999999800', 19.99],
    ['0.30000000000000004', 0.30000000000000004],
    ['10.005000000000001', 10.005],
    // Every digit of a whole number counts: it may be an id.
    ['9007199254740993', Number.NaN],
    ['90071992547409.93e2', Number.NaN],
    ['19.9899999999999984', Number.NaN],
    ['0.10000000000000000001', Number.NaN],
    ['1e400', Number.NaN],
    ['1e-400', Number.NaN],
  ])('%s, where 17 digits stand for a double, is %o', (literal, value) => {
    expect(readNumber(literal)).toBe(value);
  });

  it('an amount written with 17 digits is the amount written shortest, whatever its currency', () => {
    const currencies = fc.constantFrom('JPY', 'USD', 'KWD').map((code) => findCurrency(code) as Currency);
    const sizes = fc.integer({ min: 1, max: 15 }).chain((digits) => fc.bigInt(1n, 10n ** BigInt(digits) - 1n));
    fc.assert(
      fc.property(currencies, sizes, (currency, units) => {
        // 12 digits before the point.
        const { exponent } = currency;
        const shortest = formatDecimal(units % 10n ** BigInt(12 + exponent) || 1n, exponent);
        const literals = [shortest, Number(shortest).toPrecision(17), Number(shortest).toExponential(16)];
        const read = literals.map((literal) => {
          const parsed = parseJsonObject(Buffer.from(`{"amount":${literal}}`));
          if (!parsed.ok) return [];
          const { amount } = parsed.value;
          return [parseMerchantAmount(amount, currency), parsePartnerAmount(amount, currency, { min: 1n })];
        });
        const expected = parseMerchantAmount(shortest, currency);
        expect(expected.ok).toBe(true);
        expect(read.flat()).toEqual(Array(6).fill(expected));
      }),
      { numRuns: 1_000 },
    );
  });

  it('spoils only the literal that is inexact, wherever it is', () => {
    const parsed = read(
      '{"a":0.10000000000000000001,"b":[1.5,{"c":9007199254740993,"d":"0.10000000000000000001"}],"e":-0}',
    );
    expect(parsed).toEqual({
      ok: true,
      value: { a: Number.NaN, b: [1.5, { c: Number.NaN, d: '0.10000000000000000001' }], e: 0 },
    });
  });

  it('keeps decimals of up to 15 significant digits, however they are written', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: -30, max: 30 }),
        fc.nat(20),
        fc.boolean(),
        (value, power, zeros, signed) => {
          const literal = spell(`${signed ? '-' : ''}${value}`, power, zeros);
          expect(readNumber(literal)).toBe(Number(literal));
        },
      ),
    );
  });

  it('keeps a decimal of more than 17 digits only when its double reads back as the same decimal', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 25n });
    fc.assert(
      fc.property(digits, fc.nat(25), fc.nat(3), (value, decimals, zeros) => {
        const literal = spell(String(value), -decimals, zeros);
        const read = readNumber(literal) as number;
        expect(read).toBe(standsFor(literal, Number(literal)) ? Number(literal) : Number.NaN);
      }),
      { numRuns: 500 },
    );
  });
});

/** `digits × 10^power` with insignificant zeros, written with an exponent only when the power is not negative. */
function spell(digits: string, power: number, zeros: number): string {
  const sign = digits.startsWith('-') ? '-' : '';
  const bare = digits.slice(sign.length);
  if (power >= 0) return `${sign}${bare}${zeros > 0 ? `.${'0'.repeat(zeros)}` : ''}e${power}`;
  const padded = bare.padStart(1 - power, '0');
  return `${sign}${padded.slice(0, power)}.${padded.slice(power)}${'0'.repeat(zeros)}`;
}

/** The reference model: compares both as integers scaled by one power of ten. */
function isSameDecimal(literal: string, value: number): boolean {
  return scaled(literal) === scaled(String(value));
}

/** Times 10^400. */
function scaled(text: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)\.?(\d*)(?:e(.+))?$/i.exec(text) ?? [];
  return BigInt(whole + fraction) * 10n ** BigInt(400 - fraction.length + Number(exponent));
}

/** A fraction of up to 17 digits for its double, anything else only for the same decimal. */
function standsFor(literal: string, value: number): boolean {
  const digits = literal
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  const isFraction = scaled(literal) % 10n ** 400n !== 0n;
  return (isFraction && digits.length <= 17) || isSameDecimal(literal, value);
}

/** What a reviver sees of each number: the source text, whatever surrounds it. Slow, and otherwise the same. */
function readByReviver(text: string): unknown {
  const judge = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number') return value;
    const source = context?.source ?? '';
    const digits = source
      .replace(/[eE].*/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+/, '')
      .replace(/0+$/, '');
    if (digits === '') return 0;
    if (value === 0 || !Number.isFinite(value)) return Number.NaN;
    return standsFor(source, value) ? value : Number.NaN;
  };
  try {
    const value = JSON.parse(text, judge as Parameters<typeof JSON.parse>[1]);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 'malformed';
  } catch {
    return 'malformed';
  }
}

describe('docs/contract/partner.md, "Partner envelope": numbers are read exactly wherever they stand', () => {
  const literal = fc
    .tuple(
      fc.constantFrom('', '', '-'),
      fc.constantFrom('0', '00', '1', '9', '10', '123456789012345', '9007199254740993', '17976931348623157'),
      fc.constantFrom('', '', '.0', '.5', '.000000000000000001', '.25000000000000000000', '.'),
      fc.constantFrom(
        '',
        '',
        'e0',
        'E+2',
        'e-9',
        'e291',
        'e292',
        'e308',
        'e309',
        'e-307',
        'e-308',
        'e-323',
        'e-325',
        'e',
      ),
    )
    .map((parts) => parts.join(''));
  const piece = fc.oneof(
    literal,
    fc.constantFrom('{', '}', '[', ']', ',', ':', '"a":', '"b":', '"', '\\', ' ', '-', 'null', '"1e400"', '"\\"1e400"'),
  );
  const value = fc.oneof(
    literal,
    fc.array(literal, { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  );
  const text = fc
    .array(value, { maxLength: 3 })
    .map((values) => `{${values.map((one, i) => `"k${i}": ${one}`).join(',')}}`);

  it('as a reviver of every single value reads them', () => {
    let malformed = 0;
    fc.assert(
      fc.property(text, (one) => {
        const parsed = parseJsonObject(Buffer.from(one));
        if (!parsed.ok) malformed += 1;
        expect(parsed.ok ? parsed.value : 'malformed').toEqual(readByReviver(one));
      }),
      { numRuns: 2_000 },
    );
    // Both kinds of text were among them.
    expect(malformed).toBeGreaterThan(200);
    expect(malformed).toBeLessThan(1_800);
  });
});

describe('objects', () => {
  it.each([
    '',
    ' ',
    'null',
    '[]',
    '[{}]',
    '"a"',
    '1',
    'true',
    '{',
    '{"a":}',
    "{'a':1}",
    '{}{}',
    '{"a":1,}',
    '{}\u0000',
  ])('refuses %o', (text) => {
    expect(read(text)).toEqual({ ok: false });
  });

  it.each<[string, Record<string, unknown>]>([
    ['{}', {}],
    [' \r\n\t{"a":null} ', { a: null }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":1e400,"a":1}', { a: 1 }],
    ['{"a":1,"a":1e400}', { a: Number.NaN }],
    ['{"a":{"b":1e400},"a":[1.0e1]}', { a: [10] }],
    ['{"a":"é\\u00e9😀"}', { a: 'éé😀' }],
    ['{"a":"\\ud800"}', { a: '\uD800' }],
  ])('reads %o', (text, value) => {
    expect(read(text)).toEqual({ ok: true, value });
  });

  it.each([
    [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d],
    [...Buffer.from('{"a":"'), 0xc0, 0xaf, ...Buffer.from('"}')],
    [...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')],
    [...Buffer.from('{"a":"'), 0xf0, 0x9f, 0x98, ...Buffer.from('"}')],
    [...Buffer.from('{"a":1}', 'utf16le')],
  ])('refuses bytes that are not UTF-8 (%#)', (...bytes) => {
    expect(parseJsonObject(Buffer.from(bytes))).toEqual({ ok: false });
  });

  it.each([
    '{"__proto__":{"polluted":true},"a":1}',
    '{"\\u005f_proto__":{"polluted":true},"a":1}',
    '{"__proto__":1e400,"a":1.0e0}',
    '{"constructor":{"prototype":{"polluted":true}},"a":1}',
    '{"constructor":{"prototype":{"polluted":1e0}},"a":1}',
  ])('drops the prototype of %s', (text) => {
    const parsed = read(text);
    expect(parsed.ok && Object.keys(parsed.value)).toEqual(['a']);
    expect(parsed.ok && Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('drops a prototype deep inside', () => {
    const parsed = read('{"a":[{"__proto__":{"admin":true},"b":1}]}');
    expect(JSON.stringify(parsed)).toBe('{"ok":true,"value":{"a":[{"b":1}]}}');
  });
});

describe('hostile sizes', () => {
  const nested = (depth: number, inner: string) => `{"a":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`;
  it.each([
    ['deep', nested(120_000, '')],
    ['deep, with a second look', nested(120_000, '1e3')],
    ['deep objects', `${'{"a":'.repeat(40_000)}1e3${'}'.repeat(40_000)}`],
    ['deep, with a number that is replaced', nested(120_000, '1e400')],
    ['deep, never closed', '{"a":'.repeat(40_000)],
    ['deep, with a prototype', nested(100_000, '{"__proto__":1}')],
  ])('%s: never throws', (_name, text) => {
    expect(read(text).ok).toBeTypeOf('boolean');
  });

  it.each([
    ['a long literal', `{"n":${'1'.padEnd(250_000, '0')}1}`],
    ['a long fraction', `{"n":0.${'0'.repeat(250_000)}1}`],
    ['a fraction of zeros', `{"n":1.${'0'.repeat(250_000)}}`],
    ['many numbers', `{"n":[${'1e1,'.repeat(240_000)}1]}`],
    ['many short runs', `{"n":"${'123456789012345 '.repeat(60_000)}"}`],
    // What takes a moment in linear time would take minutes in quadratic time, and the test would end before.
  ])('%s: is read to its end', (_name, text) => {
    expect(read(text).ok).toBe(true);
  });
});
