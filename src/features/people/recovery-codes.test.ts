import { describe, expect, it } from 'vitest';
import { makeRecoveryCodes, recoveryCodeAlphabet, tidyRecoveryCode } from './recovery-codes.ts';

const lookAlikes = ['0o', '1il', '2z', '5s', '6b', '8b', '9gq', 'uv', 'vy'];

describe('recovery codes', () => {
  it('are ten different ones, without two characters that look alike', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[3479acdefhjkmnprtwxy]{4}(-[3479acdefhjkmnprtwxy]{4}){2}$/);
    expect(new Set(recoveryCodeAlphabet).size).toBe(20);
    for (const group of lookAlikes) {
      const kept = [...group].filter((character) => recoveryCodeAlphabet.includes(character));
      expect([group, kept.length <= 1]).toEqual([group, true]);
    }
  });

  it.each([
    ['ACDE3479fhjk', 'acde-3479-fhjk'],
    ['acde 3479 fhjk', 'acde-3479-fhjk'],
    ['acde-3479-fhjk', 'acde-3479-fhjk'],
    // Made before, in another alphabet and shape.
    ['AbCdE-f0hJk', 'AbCdE-f0hJk'],
    ['acde-3479-fhj', 'acde-3479-fhj'],
    ['', ''],
  ])('typed as %o is %o', (typed, code) => expect(tidyRecoveryCode(typed)).toBe(code));
});
