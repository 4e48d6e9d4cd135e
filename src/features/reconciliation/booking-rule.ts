/**
 * Rules that people write for lines that come again: a line whose text has these words is a bank charge, interest or a rounding
 * difference. Pure. A rule books in the service's own book only; it never moves money of a holder.
 */
import { absolute } from '../../base/money/compare.ts';
import type { StatementSource } from './statement-line.ts';
import { squeezed } from './text-references.ts';

/** What a rule may book. Money is set aside by people alone. */
export const ruleKinds = ['bank_charge', 'bank_interest', 'rounding'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** What a rule asks of a line. */
export type RuleTerms = {
  source: StatementSource;
  /** In the line's text, in any case, however it is spaced. */
  text: string;
  currency: string;
  /** Null: both. */
  direction: 'in' | 'out' | null;
  /** Minor units, above 0: a larger amount is left to a person. */
  amountMax: bigint;
  /** Of the statement, as it was named at the import; null: any. */
  account: string | null;
  kind: RuleKind;
};

export type BookingRule = RuleTerms & { id: bigint };

export type RuledLine = {
  id: bigint;
  currency: string;
  /** What is open of it. */
  amount: bigint;
  text: string;
  /** Of its statement. */
  account: string;
};

/** Letters and digits that a rule's text needs: fewer are in every other text. */
export const lettersMin = 4;

/** Whether a text has enough in it to be a rule's. */
export const isDistinct = (text: string): boolean => squeezed(text).length >= lettersMin;

type Verdict =
  | { line: RuledLine; rule: BookingRule }
  /** Rules of different kinds fit: nothing is done, and a person sees both. */
  | { line: RuledLine; conflict: BookingRule[] };

/** The oldest rule that fits counts. @returns undefined where none does. */
export function decideByRules(line: RuledLine, rules: readonly BookingRule[]): Verdict | undefined {
  const text = squeezed(line.text);
  const fitting = rules.filter((rule) => isFitting(rule, line, text));
  const [first] = fitting;
  if (first === undefined) return undefined;
  return fitting.every(({ kind }) => kind === first.kind) ? { line, rule: first } : { line, conflict: fitting };
}

const isFitting = (rule: BookingRule, line: RuledLine, text: string): boolean =>
  rule.currency === line.currency &&
  (rule.direction === null || (rule.direction === 'in') === line.amount > 0n) &&
  absolute(line.amount) <= rule.amountMax &&
  (rule.account === null || rule.account === line.account) &&
  text.includes(squeezed(rule.text));

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * The longest run of words that two texts have in common, as the first has it, for a rule that is suggested. Words with digits
 * change from line to line and are left out. @returns undefined where it says too little.
 */
export function sharedText(one: string, other: string): string | undefined {
  const theirs = wordsOf(other).map((word) => word.toLowerCase());
  const ours = wordsOf(one);
  let best: string[] = [];
  for (let first = 0; first < ours.length; first += 1) {
    for (let at = 0; at < theirs.length; at += 1) {
      let length = 0;
      while (isShared(ours[first + length], theirs[at + length])) length += 1;
      const run = ours.slice(first, first + length);
      if (run.join(' ').length > best.join(' ').length) best = run;
    }
  }
  const text = best.join(' ').slice(0, textLengthMax).trim();
  return isDistinct(text) ? text : undefined;
}

const isShared = (our: string | undefined, their: string | undefined): boolean =>
  our !== undefined && their !== undefined && !/\d/.test(our) && our.toLowerCase() === their;

export const textLengthMax = 100;
