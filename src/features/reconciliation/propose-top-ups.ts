/**
 * Which announced top-up a transfer without a reference may be: one that waits for exactly its money. A proposal for a person, never a
 * decision. Pure.
 */
import { bankText } from '../bank-files/bank-text.ts';
import type { AwaitedTopUp } from '../wallets/top-ups.repository.ts';
import type { Finding } from './judge-transfer.ts';

/** `amount` in minor units. */
type ProposedTo = {
  currency: string;
  amount: bigint;
  /** All that the statement says of it in words. */
  reference: string;
  counterpartyName: string | null;
  finding: Finding;
};

/** `isNamed`: the line has the holder's name. */
export type Proposal = { topUp: AwaitedTopUp; isNamed: boolean };

/** @param awaited of the line's book, among them all that wait for its amount. */
export function proposeTopUps(line: ProposedTo, awaited: readonly AwaitedTopUp[]): Proposal[] {
  if (line.finding !== 'unknown') return [];
  const fitting = awaited.filter(({ currency, amount }) => currency === line.currency && amount === line.amount);
  const likely = likeliest(line, fitting, ({ holderName }) => holderName);
  return likely === undefined ? [] : [{ topUp: likely.of, isNamed: likely.isNamed }];
}

/**
 * Those whose holder the line names come before all others, and only one that is alone there may be meant: between two of them nothing
 * of the line decides.
 */
export function likeliest<Of>(
  line: Pick<ProposedTo, 'reference' | 'counterpartyName'>,
  fitting: readonly Of[],
  nameOf: (one: Of) => string,
): { of: Of; isNamed: boolean } | undefined {
  const named = fitting.filter((one) => namesHolder(line, nameOf(one)));
  const [of, ...others] = named.length > 0 ? named : fitting;
  return of === undefined || others.length > 0 ? undefined : { of, isNamed: named.length > 0 };
}

/** A shorter name is found by accident in many a text. */
const nameLettersMin = 4;
/** Of a name or a text, in characters. */
const textMax = 2_000;

/** Whether all words of a name are in the text or the counterparty's name, in any order, however the bank wrote their letters. */
export function namesHolder(
  { reference, counterpartyName }: Pick<ProposedTo, 'reference' | 'counterpartyName'>,
  holderName: string,
): boolean {
  return spellings.some((wordsOf) => {
    const name = wordsOf(holderName);
    if (name.join('').length < nameLettersMin) {
      return name.length > 0 && wordsOf(counterpartyName ?? '').join(' ') === name.join(' ');
    }
    return [counterpartyName ?? '', reference].some((text) => {
      const words = new Set(wordsOf(text));
      return name.every((word) => words.has(word));
    });
  });
}

const plainWords = (text: string): string[] =>
  bankText(text.replaceAll(/['’`´.]/g, ''), textMax)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** How banks write letters that they can't: `ü` as `u`, or as `ue`. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const spellings = [
  plainWords,
  (text: string): string[] =>
    plainWords(
      text
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[äöüøå]/g, (letter) => twoLetters[letter] ?? letter),
    ),
] as const;
