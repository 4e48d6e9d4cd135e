/**
 * Which lines of a new statement may be movements that a statement in another format has brought. Pure. Formats agree in
 * the amount and about the day, and give more or less of the text, so every pair of lines has a degree of agreement. Must
 * never take a line for known by its amount alone (docs/contract/people.md, "Statements").
 */
import { findReferences } from '../wallets/transfer-reference.ts';
import { isNumber, isSameAccount } from './own-account.ts';
import { squeezed } from './text-references.ts';

/** A line of either side. All lines that are compared have one currency and one size of the amount. */
export type ComparedLine = {
  id: bigint;
  /** -1, 1, or 0 where the direction is unknown. */
  sign: number;
  bookedOn: string;
  valueOn: string | null;
  /** Empty where there is none. */
  time: string;
  text: string;
  bankId: string | null;
  endToEndId: string | null;
  counterpartyAccount: string | null;
  /** A reversal or a returned payment, whose parties formats name in different ways. */
  isBack: boolean;
  /** It is of the account, and not of one without a name. */
  isSure: boolean;
};

/**
 * `proved`: by the bank's or the sender's id. `alike`: by the text or the counterparty. `open`: nothing but the amount
 * and the day.
 */
type Agreement = 'proved' | 'alike' | 'open';

export type Pair = {
  file: ComparedLine;
  stored: ComparedLine;
  agreement: Agreement;
  /** One of both lacks the direction or the account, or their days or times differ: a person decides, unless an id proves it. */
  isBlurred: boolean;
};

const msPerDay = 86_400_000;
/** Banks may book a movement anew on another day under its id. */
const provedDaysMax = 7;
/** Between the day of a card payment and its booking. */
const alikeDaysMax = 3;
const textLengthMin = 6;
const idLengthMin = 6;
/** Of the shorter text's letters and digits, in percent: the others are the bank's own words. */
const sharedPercentMin = 60;
/** More pairs than these are not compared one by one. */
const pairsMax = 4_000;

type Prepared = { line: ComparedLine; squeezed: string; words: string[]; references: string[]; endToEnd: string };

const prepare = (line: ComparedLine): Prepared => ({
  line,
  squeezed: squeezed(line.text),
  words: line.text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [],
  references: findReferences(line.text),
  endToEnd: squeezed(line.endToEndId ?? ''),
});

/** Each line is in at most one pair; those that agree best come first. */
export function pairLines(file: readonly ComparedLine[], stored: readonly ComparedLine[]): Pair[] {
  const [fresh, known] = [file.map(prepare), stored.map(prepare)];
  const repeatedIds = idsOfSeveral([fresh, known]);
  const found: (Pair & { score: number; days: number })[] = [];
  const isMany = fresh.length * known.length > pairsMax;
  const byText = isMany ? Map.groupBy(known, ({ squeezed }) => squeezed) : undefined;
  for (const one of fresh) {
    for (const other of byText?.get(one.squeezed) ?? (isMany ? [] : known)) {
      const pair = compare(one, other, repeatedIds);
      if (pair !== undefined) found.push(pair);
    }
  }
  found.sort((a, b) => b.score - a.score || a.days - b.days);
  const [files, storeds] = [new Set<bigint>(), new Set<bigint>()];
  const pairs: Pair[] = [];
  const take = ({ file, stored, agreement, isBlurred }: Pair): void => {
    if (files.has(file.id) || storeds.has(stored.id)) return;
    files.add(file.id);
    storeds.add(stored.id);
    pairs.push({ file, stored, agreement, isBlurred });
  };
  for (const pair of found) take(pair);
  if (isMany)
    for (const pair of pairRest(
      file.filter(({ id }) => !files.has(id)),
      stored.filter(({ id }) => !storeds.has(id)),
    ))
      take(pair);
  return pairs;
}

/** What is left of too many, day by day in their order. */
function pairRest(file: readonly ComparedLine[], stored: readonly ComparedLine[]): Pair[] {
  const keyOf = ({ bookedOn, sign }: ComparedLine) => `${bookedOn} ${sign}`;
  const left = Map.groupBy(stored, keyOf);
  return file.flatMap((line) => {
    const other = left.get(keyOf(line))?.shift();
    return other === undefined ? [] : [{ file: line, stored: other, agreement: 'open' as const, isBlurred: false }];
  });
}

/** End-to-end ids that several lines of one side have: a sender may use one twice, so they prove nothing. */
function idsOfSeveral(sides: readonly (readonly Prepared[])[]): Set<string> {
  const several = new Set<string>();
  for (const side of sides) {
    const seen = new Set<string>();
    for (const { endToEnd } of side) {
      if (seen.has(endToEnd)) several.add(endToEnd);
      seen.add(endToEnd);
    }
  }
  return several;
}

function compare(one: Prepared, other: Prepared, repeatedIds: ReadonlySet<string>) {
  const [file, stored] = [one.line, other.line];
  if (file.sign * stored.sign < 0) return undefined;
  const days = daysBetween(file, stored);
  const isBlurred =
    file.sign === 0 ||
    stored.sign === 0 ||
    !stored.isSure ||
    days > 0 ||
    (file.time !== '' && stored.time !== '' && file.time !== stored.time);
  const pair = (agreement: Agreement, score: number) => ({ file, stored, agreement, isBlurred, days, score });
  if (file.bankId !== null && file.bankId === stored.bankId) {
    return days <= provedDaysMax ? pair('proved', 1_000) : undefined;
  }
  if (contradict(one, other)) return undefined;
  const isNamed = hasId(one, other) || hasId(other, one);
  const isUnique = !repeatedIds.has(one.endToEnd === '' ? other.endToEnd : one.endToEnd);
  if (isNamed && isUnique && days <= provedDaysMax) return pair('proved', 500);
  const shared = Math.max(sharedPercent(one, other), sharedPercent(other, one));
  const isSameParty =
    file.counterpartyAccount !== null &&
    stored.counterpartyAccount !== null &&
    isSameAccount(file.counterpartyAccount, stored.counterpartyAccount);
  const isSecond = file.time !== '' && file.time === stored.time;
  if (shared >= sharedPercentMin || isSameParty || isSecond || isNamed) {
    return days <= alikeDaysMax
      ? pair('alike', 100 + shared + (isSameParty ? 50 : 0) + (isSecond ? 100 : 0))
      : undefined;
  }
  return days === 0 ? pair('open', shared) : undefined;
}

/** Some formats give the booking day, some the value day, some both. */
function daysBetween(one: ComparedLine, other: ComparedLine): number {
  const of = (line: ComparedLine) => [line.bookedOn, line.valueOn ?? line.bookedOn].map((day) => Date.parse(day));
  let least = Number.POSITIVE_INFINITY;
  for (const a of of(one)) for (const b of of(other)) least = Math.min(least, Math.abs(a - b) / msPerDay);
  return least;
}

/** The sender's id of one is that of the other, or in its text. */
function hasId({ endToEnd }: Prepared, other: Prepared): boolean {
  if (endToEnd.length < idLengthMin || !/\d/.test(endToEnd)) return false;
  return other.endToEnd === '' ? other.squeezed.includes(endToEnd) : other.endToEnd === endToEnd;
}

/** They say of the same thing something else. A part of an id is no other id: some formats cut them. */
function contradict(one: Prepared, other: Prepared): boolean {
  const [a, b] = [one.endToEnd, other.endToEnd];
  if (a !== '' && b !== '' && !a.includes(b) && !b.includes(a)) return true;
  const named = [one.references, other.references];
  if (named.every(({ length }) => length > 0) && !one.references.some((ref) => other.references.includes(ref))) {
    return true;
  }
  if (one.line.isBack || other.line.isBack) return false;
  const accounts = [one.line.counterpartyAccount ?? '', other.line.counterpartyAccount ?? ''] as const;
  return accounts.every(isWhole) && !isSameAccount(...accounts);
}

/** Not masked, as `XXXX1234` is. */
const isWhole = (account: string): boolean => isNumber(account) && !/[*•]|X{3}/i.test(account);

/** How much of a text is in the other one. A short one must be in it word by word. */
function sharedPercent({ words, squeezed: own }: Prepared, { words: others, squeezed }: Prepared): number {
  if (own === squeezed) return own === '' ? 0 : 100;
  let [all, shared] = [0, 0];
  for (const word of words) {
    all += word.length;
    if (squeezed.includes(word)) shared += word.length;
  }
  if (shared >= textLengthMin) return Math.floor((shared * 100) / all);
  return words.length > 0 && words.every((word) => others.includes(word)) ? 100 : 0;
}
