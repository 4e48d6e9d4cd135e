/** Presents statements as pages and JSON. Minor units become decimals, and instants local times, here only. */

import { directionOf, htmlLanguageOf } from '../../../base/languages/languages.ts';
import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import type { Mode } from '../../../base/money/mode.ts';
import { formatSubject, subjectIn } from '../../../core/ledger/subject.ts';
import type { Party } from '../present-settlement.ts';
import type { Settlement } from '../settlements.repository.ts';
import type { DayOfMonth } from './account-days.ts';
import { zonedTexts } from './month.ts';
import type { firstMovements, PartyMonth } from './party-statement.ts';
import type { settlementExtract } from './settlement-statement.ts';
import type { PresentedPartyMonth } from './statement-schemas.ts';
import type { AccountMonth } from './statements.repository.ts';
import type { StatementWords } from './words.ts';

const serviceName = 'Sluice';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Taverna`, or a label for a party without a name. */
const nameOf = (party: Party): string =>
  party.name ?? (party.beneficiary_type === 'partner' ? 'Commission' : capitalized(party.beneficiary_type));

/** For lists of both ledgers: marks the parties of shadow orders, who received no money. */
const listedName = ({ party, isShadow }: { party: Party; isShadow: boolean }): string =>
  isShadow ? `${nameOf(party)} (shadow)` : nameOf(party);

const referenceOf = (party: Party): string =>
  party.beneficiary_ref !== null
    ? `${party.beneficiary_type} ${party.beneficiary_ref}`
    : (party.shadow_merchant_ref ?? '');

type Lines = Awaited<ReturnType<typeof settlementExtract>>['lines'];

const states = { running: 'Running', done: 'Done' } as const;

/** The order of a line, with what it is where that is no share. */
function orderOf({ code, partnerOrderRef: ref }: Lines[number]): string {
  if (code === 'order_fee') return `${ref} (fee)`;
  if (code === 'cash_netting') return ref === null ? 'Kept from cash' : `${ref} (kept from cash)`;
  return ref ?? 'Debt recovered';
}

/** What stands around every statement. */
const frameOf = (words: StatementWords, company: string, mode: Mode) => {
  const { t, language } = words;
  // The service's name is set in bold where it stands.
  const signature = t('statement.signature');
  const [before = '', ...after] = signature.split(serviceName);
  return {
    company,
    testMode: mode === 'test',
    language: htmlLanguageOf(language),
    direction: directionOf(language),
    words: {
      mode: t('statement.mode'),
      testMode: t('statement.testMode'),
      noRealMoney: t('statement.noRealMoney'),
      print: t('statement.print'),
      before,
      name: after.length === 0 ? '' : serviceName,
      after: after.join(serviceName),
    },
  };
};

/** The page of a settlement, in English, because only companies read it: at most `limit` parties and lines. */
export function settlementPage(
  settlement: Settlement,
  company: string,
  extract: Awaited<ReturnType<typeof settlementExtract>>,
  limit: number,
  words: StatementWords,
) {
  const { totals, lines, linesTotal } = extract;
  const { decimal } = words;
  const readableText = words.timesIn('UTC');
  const more = (shown: number, all: bigint, what: string) =>
    BigInt(shown) < all ? `The first ${shown} of ${all} ${what}; the CSV statement has them all.` : null;
  const sums = (of: readonly [string, bigint][]) =>
    of.map(([currency, amount]) => ({ currency, amount: decimal(amount, currency) }));
  return {
    ...frameOf(words, company, settlement.mode),
    title: `Settlement ${settlement.id} · ${company}`,
    number: String(settlement.id),
    state: states[settlement.status],
    startedAt: `${readableText(settlement.startedAt)} UTC`,
    finishedAt: settlement.finishedAt === null ? 'not yet' : `${readableText(settlement.finishedAt)} UTC`,
    ordersSettled: String(settlement.ordersSettled),
    currencies: sums(extract.currencies),
    shadowCurrencies: sums(extract.shadowCurrencies),
    totals: totals.slice(0, limit).map(({ party, isShadow, currency, paid, deducted }) => ({
      party: listedName({ party, isShadow }),
      reference: referenceOf(party),
      currency,
      paid: decimal(paid, currency),
      deducted: decimal(-deducted, currency),
      amount: decimal(paid - deducted, currency),
    })),
    totalsNote: more(Math.min(limit, totals.length), BigInt(totals.length), 'payees'),
    lines: lines.map((line, index) => ({
      order: orderOf(line),
      isSameOrder: index > 0 && orderOf(line) === orderOf(lines[index - 1] as Lines[number]),
      party: listedName(line),
      reference: referenceOf(line.party),
      at: readableText(line.createdAt),
      amount: decimal(line.amount, line.currency),
      currency: line.currency,
    })),
    linesNote: more(lines.length, linesTotal, 'lines'),
  };
}

type FirstMovements = Awaited<ReturnType<typeof firstMovements>>;

/** With the days on which the account moved. */
type MovementsByDay = readonly (FirstMovements[number] & { days: readonly DayOfMonth[] })[];

/** With whom: `Settlement, Taverna`. An order settles by several transfers, which nothing else tells apart. */
function whatOf({ what, otherKind, otherName }: FirstMovements[number]['movements'][number]): string {
  const other = otherKind === 'commission' ? 'Commission' : otherName;
  return other === null ? what : `${what}, ${other}`;
}

/** On a screen the days of an account with more movements than this are folded. */
const openMovementsMax = 20n;

/** The page of a party's month: the balances of every account, what moved each day, and the first movements. */
export function partyPage(
  { book, party, month, words }: PartyMonth,
  company: string,
  shown: MovementsByDay,
  reader: 'company' | 'payee' = 'company',
) {
  const { t, decimal } = words;
  const who = party.beneficiary_type === 'partner' ? company : nameOf(party);
  const { beneficiary_type: type, beneficiary_ref: id } = party;
  const timeOf = words.clockIn(month.timeZone);
  const dateOf = zonedTexts(month.timeZone);
  return {
    ...frameOf(words, company, book.mode),
    title: t('statement.title', { party: who, month: words.month(month.month) }),
    isOwn: party.beneficiary_type === 'partner',
    // What is said to a payee names the order.
    hasOrders: reader === 'company',
    t,
    reference: id === null ? '' : t('statement.link', { type, id: String(id) }),
    timeZone: month.timeZone,
    period: words.period(month),
    accounts: shown.map(({ account, movements, days }, index) => ({
      anchor: `account-${index}`,
      name: account.kind === 'earnings' ? t('statement.earnings') : capitalized(account.kind),
      currency: account.currency,
      opening: decimal(account.opening, account.currency),
      credits: decimal(account.credits, account.currency),
      debits: decimal(-account.debits, account.currency),
      closing: decimal(account.closing, account.currency),
      note:
        BigInt(movements.length) < account.movements
          ? t('statement.first', { shown: String(movements.length), all: String(account.movements) })
          : null,
      isOpen: account.movements <= openMovementsMax,
      days: days.map((day) => ({
        name: words.day(day.date),
        credits: day.credits === 0n ? '' : decimal(day.credits, account.currency),
        debits: day.debits === 0n ? '' : decimal(-day.debits, account.currency),
        closing: decimal(day.closing, account.currency),
        movements: movements
          .filter(({ createdAt }) => dateOf(createdAt).startsWith(day.date))
          .map((one) => ({
            at: timeOf(one.createdAt),
            what: reader === 'payee' ? words.said(one.code, one.partnerOrderRef, company) : whatOf(one),
            order: one.partnerOrderRef ?? '',
            amount: decimal(one.amount, account.currency),
            balance: decimal(one.balance, account.currency),
          })),
      })),
    })),
  };
}

export const jsonIn =
  ({ currency }: Pick<AccountMonth, 'currency'>) =>
  (minor: bigint) =>
    jsonDecimal(minor, exponentOf(currency));

/** What an account had, and what moved it in the month. */
export function presentSums(account: AccountMonth) {
  const json = jsonIn(account);
  return {
    account: account.kind,
    currency: account.currency,
    opening_balance: json(account.opening),
    credits: json(account.credits),
    debits: json(-account.debits),
    closing_balance: json(account.closing),
    movements_total: Number(account.movements),
  };
}

export function presentPartyMonth({ book, party, month }: PartyMonth, shown: FirstMovements): PresentedPartyMonth {
  const zonedText = zonedTexts(month.timeZone);
  return {
    month: month.month,
    time_zone: month.timeZone,
    from: zonedText(month.from),
    to: zonedText(month.to),
    mode: book.mode,
    ...party,
    accounts: shown.map(({ account, movements }) => {
      const json = jsonIn(account);
      return {
        ...presentSums(account),
        movements: movements.map((one) => ({
          at: zonedText(one.createdAt),
          what: one.what,
          code: one.code,
          partner_order_ref: one.partnerOrderRef,
          subject: formatSubject(subjectIn(one)),
          amount: json(one.amount),
          balance: json(one.balance),
        })),
      };
    }),
  };
}
