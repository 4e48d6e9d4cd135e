/** Instants of any time, with any fraction, are read as the driver reads them. */
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { instantReader } from './instant-text.ts';

const timestamptzOid = 1184;
const driver = pg.types.getTypeParser(timestamptzOid, 'text') as (text: string) => Date;
const read = instantReader(driver);
const readAlone = instantReader(() => {
  throw new Error('left to the driver');
});

/** As PostgreSQL writes it in UTC. */
const written = (at: Date, fraction: string): string =>
  `${at.toISOString().slice(0, 19).replace('T', ' ')}${fraction === '' ? '' : `.${fraction}`}+00`;

describe('the text of an instant', () => {
  it('in UTC is read without the driver, and as the driver reads it', () => {
    const at = fc.date({
      min: new Date('0100-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(at, fc.stringMatching(/^([0-9]{0,5}[1-9])?$/), (instant, fraction) => {
        const text = written(instant, fraction);
        const whole = Math.floor(instant.getTime() / 1_000) * 1_000;
        const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
        expect(readAlone(text).getTime()).toBe(whole + ms);
        expect(Math.abs(readAlone(text).getTime() - driver(text).getTime())).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    '2026-11-30 02:15:39+05:30',
    '2026-11-30 02:15:39.5-08',
    '0044-03-15 12:00:00+00 BC',
    '0099-03-15 12:00:00+00',
    '12026-03-15 12:00:00+00',
    'infinity',
    '-infinity',
  ])('%s is left to the driver', (text) => {
    expect(read(text)).toEqual(driver(text));
    expect(() => readAlone(text)).toThrow('left to the driver');
  });
});
