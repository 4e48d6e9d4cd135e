import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findReferences, formatReference, isReference, newReference } from './transfer-reference.ts';

const seeded = (picks: readonly number[]) => {
  let next = 0;
  return (below: number) => (picks[next++ % picks.length] as number) % below;
};
const references = fc.array(fc.nat(), { minLength: 8, maxLength: 8 }).map((picks) => newReference(seeded(picks)));

describe('a reference', () => {
  it('is a creditor reference of ISO 11649', () => {
    // Worked out by hand: 11 eight times, then 27 15 00, modulo 97.
    expect(newReference(() => 0)).toBe('RF15BBBBBBBB');
    // Valid by the standard, but none of ours.
    expect(isReference('RF18539007547034')).toBe(false);
    fc.assert(fc.property(references, (reference) => isReference(reference)));
  });

  it('with one character mistyped, or two neighbors swapped, is none', () => {
    const typed = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    fc.assert(
      fc.property(references, fc.integer({ min: 0, max: 11 }), fc.constantFrom(...typed), (reference, at, wrong) => {
        const mistyped = reference.slice(0, at) + wrong + reference.slice(at + 1);
        const swapped = reference.slice(0, at) + (reference[at + 1] ?? '') + reference[at] + reference.slice(at + 2);
        return [mistyped, swapped].every((other) => other === reference || !isReference(other));
      }),
    );
  });

  it('is shown in groups of four', () => {
    expect(formatReference('RF32KXQMPTBD')).toBe('RF32 KXQM PTBD');
  });

  it('is found whatever the bank did to the text', () => {
    const [one, two] = [newReference(() => 3), newReference(() => 11)];
    expect(findReferences(`SEPA credit ${formatReference(one).toLowerCase()}, thank you`)).toEqual([one]);
    expect(findReferences(`REF:${one.slice(0, 7)}-${one.slice(7)}/${two}.${one}`)).toEqual([one, two]);
    expect(findReferences('RF00 BBBB BBBB rent November')).toEqual([]);
    expect(findReferences('')).toEqual([]);
  });
});
