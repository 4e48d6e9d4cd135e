/**
 * Which column is what, by its name and by what its cells are. Pure. Where names leave two columns possible, or there is
 * no name, that is a question, not a choice.
 */
import type { ColumnFacts } from './column-facts.ts';
import { type CsvAnswers, type CsvColumns, type CsvRole, csvRoles } from './csv-mapping.ts';
import { type HeaderName, type NamedRole, readHeaderName, vagueRank } from './header-words.ts';
import { isSignHeader } from './sign-words.ts';

export type Column = { at: number; name: string; header: HeaderName; facts: ColumnFacts; isRepeated: boolean };

export type Assigned = {
  columns: CsvColumns;
  texts: number[];
  /** Roles that a name or a person gave, or that only one column can have. */
  certain: Partial<Record<CsvRole, boolean>>;
  /** Roles that several columns could have, the likelier first. */
  open: { role: CsvRole; columns: number[] }[];
};

export const columnsOf = (
  width: number,
  names: readonly string[],
  facts: readonly ColumnFacts[],
  repeated: ReadonlySet<number>,
): Column[] =>
  Array.from({ length: width }, (_, at) => ({
    at,
    name: names[at] ?? '',
    header: readHeaderName(names[at] ?? ''),
    facts: facts[at] as ColumnFacts,
    isRepeated: repeated.has(at),
  }));

const half = (count: number, { facts }: Column): boolean => facts.filled > 0 && count * 2 >= facts.filled;

/** Whether the cells allow the role. */
function fits(role: NamedRole, column: Column, rows: number): boolean {
  const { facts } = column;
  const isDate = half(facts.dates, column);
  const isAmount = half(facts.amounts, column) && !isDate;
  switch (role) {
    case 'date':
    case 'value_date':
      return isDate || (rows === 0 && facts.filled === 0);
    case 'time':
      return half(facts.times, column);
    case 'amount':
    case 'balance':
    case 'charges':
      return isAmount || rows === 0;
    case 'credit':
    case 'debit':
      return isAmount || facts.filled === 0;
    case 'currency':
      return half(facts.currencies, column) || (rows === 0 && facts.filled === 0);
    case 'bank_id':
      return facts.filled > 0 && facts.filled === rows && !column.isRepeated;
    case 'sign':
      return facts.values !== undefined && facts.filled > 0 && !isDate && (!isAmount || facts.signs === facts.filled);
    case 'own_account':
    case 'status':
      return facts.values !== undefined && facts.filled > 0 && !isDate && facts.currencies < facts.filled;
    case 'account':
      return !isDate;
    default:
      return !isDate && !(isAmount && facts.fractions * 2 > facts.filled);
  }
}

/** Earlier ones choose first. */
const order: readonly CsvRole[] = [
  ...([
    'date',
    'value_date',
    'currency',
    'time',
    'amount',
    'balance',
    'credit',
    'debit',
    'charges',
    'bank_id',
  ] as const),
  ...(['end_to_end_id', 'own_account', 'account', 'name', 'status', 'code'] as const),
];

/** @param rows how many lines the facts are of. */
export function assignRoles(columns: readonly Column[], rows: number, given: CsvAnswers): Assigned {
  const result: Assigned = { columns: {}, texts: [], certain: {}, open: [] };
  const used = new Set<number>();
  const take = (role: CsvRole, at: number, isCertain: boolean) => {
    result.columns[role] = at;
    result.certain[role] = isCertain;
    used.add(at);
  };
  for (const role of csvRoles) {
    const at = given.columns?.[role];
    if (typeof at === 'number') take(role, at, true);
  }
  const isFree = (role: CsvRole) => result.columns[role] === undefined && given.columns?.[role] !== null;
  const hasNames = columns.some(({ name }) => name !== '');
  const sign = columns.find((one) => !used.has(one.at) && isSignHeader(one.name) && fits('sign', one, rows));
  if (sign !== undefined && isFree('sign')) take('sign', sign.at, true);
  for (const role of order) {
    if (!isFree(role)) continue;
    const named = candidatesOf(role, columns, rows, used);
    const [first, second] = named;
    if (first === undefined) continue;
    if (role === 'own_account' && !isOwn(first.column, rows, columns)) continue;
    take(role, first.column.at, true);
    const isTwice = second !== undefined && second.column.name === first.column.name && first.column.name !== '';
    if (isTwice && second.column.facts.hash !== first.column.facts.hash && asksFor.has(role)) {
      result.certain[role] = false;
      result.open.push({
        role,
        columns: named.filter(({ rank }) => rank === first.rank).map(({ column }) => column.at),
      });
    }
  }
  preferOne(columns, given, result, used);
  assignByContent(columns, rows, hasNames, used, isFree, take, result);
  result.texts = given.texts ?? textsOf(columns, used);
  return result;
}

const asksFor: ReadonlySet<CsvRole> = new Set(['date', 'amount', 'credit', 'debit']);

function candidatesOf(role: CsvRole, columns: readonly Column[], rows: number, used: ReadonlySet<number>) {
  return (
    columns
      .flatMap((column) => {
        const rank = column.header.roles.find(([one]) => one === role)?.[1];
        return rank === undefined || used.has(column.at) || !fits(role, column, rows) ? [] : [{ column, rank }];
      })
      // An empty column of the better name says less than a filled one.
      .sort(
        (one, other) =>
          Number(other.column.facts.filled > 0) - Number(one.column.facts.filled > 0) || one.rank - other.rank,
      )
  );
}

/** A name such as `IBAN` may be of either account: the own one is on every line, and mostly the same. */
function isOwn(column: Column, rows: number, columns: readonly Column[]): boolean {
  const { facts, header } = column;
  const isAccountLike = [...(facts.values?.keys() ?? [])].every((value) => (value.match(/[0-9]/g)?.length ?? 0) >= 4);
  if (facts.filled < rows || !isAccountLike) return false;
  const varies = (facts.values?.size ?? 0) > 1;
  const isClear = header.roles.some(([role, rank]) => role === 'own_account' && rank < vagueRank);
  if (!varies || isClear) return true;
  return (
    header.roles[0]?.[0] === 'own_account' &&
    columns.some((one) => one !== column && one.header.roles.some(([role]) => role === 'account'))
  );
}

type Take = (role: CsvRole, at: number, isCertain: boolean) => void;

/** An amount with a sign beside the same money in two columns: one of both is enough. */
function preferOne(
  columns: readonly Column[],
  given: CsvAnswers,
  { columns: assigned }: Assigned,
  used: Set<number>,
): void {
  const { amount, credit, debit } = assigned;
  if (amount === undefined || (credit === undefined && debit === undefined)) return;
  const filled = (at: number | undefined) => (at === undefined ? 0 : (columns[at]?.facts.filled ?? 0));
  const single = columns[amount]?.facts;
  const isSplitBetter = credit !== undefined && debit !== undefined && filled(credit) + filled(debit) >= filled(amount);
  const isUnsigned = single?.negatives === 0 && single.marks.in + single.marks.out === 0;
  if (typeof given.columns?.amount !== 'number' && isSplitBetter && isUnsigned && assigned.sign === undefined) {
    delete assigned.amount;
    used.delete(amount);
    return;
  }
  for (const role of ['credit', 'debit'] as const) {
    const at = assigned[role];
    if (at !== undefined) used.delete(at);
    delete assigned[role];
  }
}

/** What names leave open. Under a header of unknown names nothing that decides is certain. */
function assignByContent(
  columns: readonly Column[],
  rows: number,
  hasNames: boolean,
  used: ReadonlySet<number>,
  isFree: (role: CsvRole) => boolean,
  take: Take,
  result: Assigned,
): void {
  if (rows === 0) return;
  const free = (test: (column: Column) => boolean) => columns.filter((one) => !used.has(one.at) && test(one));
  const mostly = (count: number, column: Column) => column.facts.filled > 0 && count >= column.facts.filled * 0.8;
  if (isFree('date')) {
    if (result.columns.value_date !== undefined) {
      take('date', result.columns.value_date, true);
      delete result.columns.value_date;
    } else {
      const dates = free(
        (one) => mostly(one.facts.dates, one) && one.facts.filled * 2 >= rows && !isMostlyAmounts(one),
      );
      const differ = new Set(dates.map(({ facts }) => facts.hash)).size > 1;
      const [first] = dates;
      if (first !== undefined) take('date', first.at, !differ);
      if (first !== undefined && differ) result.open.push({ role: 'date', columns: dates.map(({ at }) => at) });
    }
  }
  if (isFree('amount') && result.columns.credit === undefined && result.columns.debit === undefined) {
    assignMoney(
      free((one) => mostly(one.facts.amounts, one) && !half(one.facts.dates, one) && !one.header.isForeign),
      rows,
      hasNames,
      take,
      result,
    );
  }
  if (isFree('currency')) {
    const [code] = free(
      (one) => mostly(one.facts.currencies, one) && one.facts.filled === rows && !one.header.isForeign,
    );
    if (code !== undefined && !hasNames) take('currency', code.at, true);
  }
  const ibans = free((one) => mostly(one.facts.ibans, one));
  const isConstant = (one: Column) => one.facts.values?.size === 1 && one.facts.filled === rows && rows > 1;
  const own = ibans.find(isConstant);
  if (own !== undefined && isFree('own_account')) take('own_account', own.at, false);
  const other = ibans.find((one) => !isConstant(one) && rows > 1);
  if (other !== undefined && isFree('account')) take('account', other.at, false);
}

const isMostlyAmounts = ({ facts }: Column): boolean => facts.fractions > facts.dates;

/** One column with decimals is the amount. Two that take turns are money in and out. Others are for a person to name. */
function assignMoney(all: readonly Column[], rows: number, hasNames: boolean, take: Take, result: Assigned): void {
  const withFractions = all.filter(({ facts }) => facts.fractions > 0);
  const amounts = withFractions.length > 0 ? withFractions : all;
  const moves = ({ facts }: Column) => facts.positives + facts.negatives;
  const isFull = ({ facts }: Column) => facts.filled >= rows * 0.9;
  // However rarely one of them is used: each line has its amount in one of the two.
  const pairs = amounts.flatMap((one, at) =>
    amounts
      .slice(at + 1)
      .flatMap((two) =>
        moves(one) > 0 && moves(two) > 0 && moves(one) + moves(two) === rows ? [[one, two] as const] : [],
      ),
  );
  const [pair] = pairs;
  if (!hasNames && pair !== undefined && pairs.length === 1) {
    const [one, two] = pair;
    take('debit', one.at, false);
    take('credit', two.at, false);
    const [balance, another] = amounts.filter((column) => isFull(column) && column !== one && column !== two);
    if (balance !== undefined && another === undefined) take('balance', balance.at, false);
    return;
  }
  const full = amounts.filter(isFull);
  const candidates = full.length > 0 ? full : amounts;
  const [first] = candidates;
  if (first === undefined) return;
  const isOnly = amounts.length === 1 && withFractions.length > 0 && !hasNames;
  take('amount', first.at, isOnly);
  if (!isOnly) result.open.push({ role: 'amount', columns: candidates.map(({ at }) => at) });
}

/** The named ones in the order of the file; without any, all that have words and no other role. */
function textsOf(columns: readonly Column[], used: ReadonlySet<number>): number[] {
  const free = columns.filter(({ at }) => !used.has(at));
  const named = free.filter((one) => one.header.roles.some(([role]) => role === 'text') && fits('text', one, 1));
  const others = free.filter(
    (one) => half(one.facts.texts, one) && !half(one.facts.dates, one) && !half(one.facts.currencies, one),
  );
  // What could have been the bank's own id, or a counterparty, is still worth a look.
  const spare = free.filter((one) =>
    one.header.roles.some(
      ([role, rank]) => (role === 'bank_id' || role === 'name' || role === 'end_to_end_id') && rank < vagueRank,
    ),
  );
  const texts = named.length > 0 ? [...named, ...spare] : others;
  return [...new Set(texts.map(({ at }) => at))].sort((one, other) => one - other);
}
