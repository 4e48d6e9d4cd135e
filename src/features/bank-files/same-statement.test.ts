/** One statement, written as camt.053 in two versions and as MT940, is read as the same entries. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asCamt053, asMt940, type Movement } from '../../../tests/fixtures/bank-statements.ts';
import { openStatementFile } from './open-statement-file.ts';
import type { StatementPart } from './statement-file.ts';

async function read(text: string): Promise<StatementPart[]> {
  const opened = await openStatementFile(async function* () {
    yield Buffer.from(text);
  });
  if (opened.is !== 'statement') throw new Error(JSON.stringify(opened));
  const parts: StatementPart[] = [];
  for await (const part of opened.parts()) parts.push(part);
  return parts;
}

/** What the file's format does not change. */
const core = (part: StatementPart) => {
  if (part.kind === 'entry') {
    const { lineNumber: _, code: __, texts, details, bankId, charges, returned, ...rest } = part.entry;
    return { ...rest, extra: { details, bankId, charges, returned }, text: texts.find((one) => one !== 'GUTSCHRIFT') };
  }
  return part.kind === 'balance' ? { ...part.balance, lineNumber: 0 } : part;
};

const word = fc.stringMatching(/^[A-Z][A-Z0-9]{0,11}$/);
const words = (most: number, charsMax: number) =>
  fc.array(word, { minLength: 1, maxLength: most }).map((all) => all.join(' ').slice(0, charsMax).trim());
const day = (around: number) => (offset: number) => new Date(around + offset * 86_400_000).toISOString().slice(0, 10);
const account = fc.stringMatching(/^DE[0-9]{20}$/);
const movement: fc.Arbitrary<Movement> = fc
  .record({
    amount: fc.tuple(fc.bigInt(1n, 10n ** 14n), fc.boolean()).map(([size, isOut]) => (isOut ? -size : size)),
    around: fc.date({ min: new Date('1995-01-01'), max: new Date('2085-12-31'), noInvalidDate: true }),
    offset: fc.integer({ min: -100, max: 100 }),
    reverses: fc.boolean(),
    endToEndId: fc.stringMatching(/^[A-Z0-9]{1,22}$/),
    name: words(5, 50),
    account,
    text: words(20, 140),
  })
  .map(({ around, offset, ...rest }) => ({
    ...rest,
    bookedOn: day(around.getTime())(0),
    valueOn: day(around.getTime())(offset),
  }));

it('in every format', async () => {
  const statement = fc.record({
    account: fc.stringMatching(/^FR[0-9]{25}$/),
    number: fc.stringMatching(/^[1-9][0-9]{0,4}$/),
    opening: fc.bigInt(-(10n ** 12n), 10n ** 12n),
    on: fc.constant('2031-03-01'),
    movements: fc.array(movement, { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(statement, async (written) => {
      const all = [asCamt053(written, '02'), asCamt053(written, '08'), asMt940(written)];
      const [second, eighth, mt940] = (await Promise.all(all.map(read))).map((parts) => parts.map(core));
      const expected = written.movements.map(({ text, ...rest }) => ({
        ...rest,
        currency: 'EUR',
        status: 'booked',
        direction: 'read',
        bookedTime: undefined,
        counterpartyName: rest.name,
        counterpartyAccount: rest.account,
        text,
      }));
      expect(second?.slice(3)).toMatchObject(expected.map(({ name: _, account: __, ...rest }) => rest));
      expect(eighth).toEqual(second);
      expect(mt940).toHaveLength(second?.length ?? 0);
      // The balances of MT940 stand before and after the entries.
      const sorted = (parts: typeof second) =>
        parts?.toSorted((a, b) => Number('bookedOn' in a) - Number('bookedOn' in b));
      expect(sorted(mt940)).toEqual(sorted(second));
    }),
    { numRuns: 60 },
  );
});
