/**
 * Reads camt.052, camt.053 and camt.054 of ISO 20022, versions .02 and later: statements, balances and entries. Must never
 * hold more than one entry.
 */
import { type DetailDraft, readDetail, readEntry } from './camt-entry.ts';
import { type CamtStatement, type CamtType, readDayOf } from './camt-values.ts';
import { readAccount, readMoney, shown } from './file-values.ts';
import type { FileBalance, StatementPart, StatementReader } from './statement-file.ts';
import { Unreadable } from './unreadable.ts';
import { childrenOf, find, readRecords, textOf, type XmlHandlers, type XmlRecord } from './xml-records.ts';

/** Its name, and what each statement in it is called. */
const messages: Readonly<Record<string, { type: CamtType; statement: string }>> = {
  BkToCstmrStmt: { type: 'camt.053', statement: 'Stmt' },
  BkToCstmrAcctRpt: { type: 'camt.052', statement: 'Rpt' },
  BkToCstmrDbtCdtNtfctn: { type: 'camt.054', statement: 'Ntfctn' },
};

/** A file without one is read by its elements. */
const namespaces = /^$|(?:^|[:$/])camt\.05[234]\.001\.\d{2}$/;
/** A statement is never deeper in an envelope. */
const envelopeDepthMax = 12;
const balancesMax = 100;
const detailsMax = 20_000;

const inStatement = new Set(['Id', 'ElctrncSeqNb', 'LglSeqNb', 'CreDtTm', 'FrToDt', 'Acct', 'Bal', 'Ntry']);

export const readCamt: StatementReader = async function* (text) {
  const parts: StatementPart[] = [];
  const document = createDocument((part) => parts.push(part));
  for await (const _ of readRecords(text, document.handlers)) yield* parts.splice(0);
  document.end();
};

type Emit = (part: StatementPart) => void;

function createDocument(emit: Emit): { handlers: XmlHandlers; end(): void } {
  let root: string | undefined;
  /** The message that the parser is in, and how deep it is. */
  let message: { type: CamtType; statement: string; depth: number } | undefined;
  let hasMessage = false;
  let statement: ReturnType<typeof createStatement> | undefined;
  const handlers: XmlHandlers = {
    open(path, namespace, lineNumber) {
      const name = path.at(-1) as string;
      root ??= name;
      if (message === undefined) {
        const found = messages[name.replace(/V\d\d$/, '')];
        if (found === undefined) return path.length < envelopeDepthMax ? 'branch' : 'ignored';
        if (!namespaces.test(namespace)) throw new Unreadable(namespaceMessage(namespace, found.type), lineNumber);
        hasMessage = true;
        message = { ...found, depth: path.length };
        return 'branch';
      }
      if (path.length === message.depth + 1) {
        if (name !== message.statement) return 'ignored';
        statement = createStatement(message.type, emit);
        return 'branch';
      }
      return inStatement.has(name) ? 'record' : 'ignored';
    },
    keep: (element, ancestors) => statement?.keep(element, ancestors) ?? false,
    close(path, record) {
      if (record !== undefined) statement?.take(record);
      else if (message !== undefined && path.length === message.depth + 1) {
        statement?.end();
        statement = undefined;
      } else if (path.length === message?.depth) message = undefined;
    },
  };
  const end = () => {
    if (hasMessage) return;
    throw new Unreadable(
      `The file is XML, but no bank statement: it begins with ${shown(root ?? '')}. Download the statement as camt.053.`,
    );
  };
  return { handlers, end };
}

const namespaceMessage = (namespace: string, type: CamtType): string =>
  `The namespace ${shown(namespace.replace(/^.+(?=.{30}$)/, '…'))} is not one of ${type}. Ask your bank for ${type} as ISO 20022 defines it.`;

const tooManyPayments = (entry: number, lineNumber: number): Unreadable =>
  new Unreadable(
    `Entry ${entry} has more than ${detailsMax} payments in it. Ask your bank for a file without the single payments of collective entries.`,
    lineNumber,
  );

const newStatement = (type: CamtType): CamtStatement => ({
  type,
  account: undefined,
  owner: undefined,
  currency: undefined,
  number: undefined,
  createdOn: undefined,
  day: undefined,
});

function createStatement(type: CamtType, emit: Emit) {
  const statement = newStatement(type);
  let isAnnounced = false;
  let balances: XmlRecord[] = [];
  let details: DetailDraft[] = [];
  let entries = 0;
  let saysDays = false;
  const complain = (lineNumber: number, message: string) =>
    emit({ kind: 'problem', problem: { lineNumber, message: `${message}.` } });
  const announce = () => {
    if (isAnnounced) return;
    isAnnounced = true;
    const { account, currency, number } = statement;
    emit({ kind: 'statement', statement: { account, currency, number } });
  };
  /** The account may be in one currency only, which the first amount gives if nothing else does. */
  const inCurrency = (subject: string, currency: string, lineNumber: number): boolean => {
    statement.currency ??= currency;
    if (statement.currency === currency) return true;
    complain(lineNumber, `${subject} is in ${currency}, but the account is in ${statement.currency}`);
    return false;
  };
  const announceBalances = (entry?: XmlRecord) => {
    const chosen = chooseBalances(balances, type);
    if (!saysDays && chosen.length > 0) statement.day = dayBetween(chosen, type);
    balances = [];
    const currency = find(chosen[0]?.[1] ?? entry, 'Amt')?.attributes.Ccy ?? '';
    if (/^[A-Z]{3}$/.test(currency)) statement.currency ??= currency;
    announce();
    for (const [which, record] of chosen) {
      const read = readBalance(which, record, type);
      if (read === undefined) continue;
      if ('problem' in read) complain(record.lineNumber, read.problem);
      else if (inCurrency(`The ${which} balance`, read.currency, read.lineNumber)) {
        emit({ kind: 'balance', balance: read });
      }
    }
  };
  const takeEntry = (record: XmlRecord) => {
    announceBalances(record);
    entries += 1;
    const subject = `Entry ${entries}`;
    const read = readEntry(record, details, statement);
    details = [];
    if (!read.ok) for (const problem of read.problems) complain(record.lineNumber, `${subject} ${problem}`);
    else if (inCurrency(subject, read.entry.currency, record.lineNumber)) emit({ kind: 'entry', entry: read.entry });
  };
  return {
    keep(element: XmlRecord, ancestors: readonly XmlRecord[]): boolean {
      const [record] = ancestors;
      if (element.name !== 'TxDtls' || record?.name !== 'Ntry' || ancestors.length !== 2) return true;
      if (details.length >= detailsMax) {
        throw tooManyPayments(entries + 1, record.lineNumber);
      }
      details.push(readDetail(element, record, statement));
      return false;
    },
    take(record: XmlRecord) {
      if (record.name === 'Ntry') takeEntry(record);
      else if (record.name === 'Bal') {
        if (balances.length < balancesMax) balances.push(record);
      } else {
        saysDays ||= record.name === 'FrToDt';
        takeHead(record, statement);
      }
    },
    end: () => announceBalances(),
  };
}

function takeHead(record: XmlRecord, statement: CamtStatement): void {
  const text = record.text.trim();
  if (record.name === 'Id') statement.number = text;
  else if (record.name === 'CreDtTm') statement.createdOn = text;
  else if (record.name === 'FrToDt') statement.day = sameDay(textOf(record, 'FrDtTm'), textOf(record, 'ToDtTm'));
  else if (record.name === 'Acct') {
    statement.account = readAccount(
      textOf(record, 'Id/IBAN') ?? textOf(record, 'Id/Othr/Id') ?? textOf(record, 'Id/PrtryAcct/Id'),
    );
    statement.currency = textOf(record, 'Ccy');
    statement.owner = textOf(record, 'Ownr/Nm');
  } else statement.number ??= text;
}

/**
 * What the booked entries stand between. A page of a statement has the interim balance (`ITBD`) in place of what is on
 * another page; that of a report during the day (camt.052) is of some moment and proves nothing.
 */
function chooseBalances(balances: readonly XmlRecord[], type: CamtType): [FileBalance['which'], XmlRecord][] {
  const of = (code: string): XmlRecord[] => balances.filter((one) => codeOf(one) === code);
  const interim = type === 'camt.053' ? of('ITBD') : [];
  const closingGiven = of('CLBD')[0];
  const openingGiven = of('OPBD')[0] ?? of('PRCD')[0];
  const opening = openingGiven ?? (closingGiven !== undefined || interim.length > 1 ? interim[0] : undefined);
  const closing = closingGiven ?? (opening === undefined ? undefined : interim.filter((one) => one !== opening).at(-1));
  const chosen: [FileBalance['which'], XmlRecord][] = [];
  if (opening !== undefined) chosen.push(['opening', opening]);
  if (closing !== undefined) chosen.push(['closing', closing]);
  return chosen;
}

const sameDay = (first: string | undefined, last: string | undefined): string | undefined =>
  first !== undefined && first.slice(0, 10) === last?.slice(0, 10) ? first.slice(0, 10) : undefined;

const dateOf = (balance: XmlRecord): string | undefined => textOf(balance, 'Dt/Dt') ?? textOf(balance, 'Dt/DtTm');

/** The day of both balances: central banks give their entries no other. */
function dayBetween(chosen: readonly [FileBalance['which'], XmlRecord][], type: CamtType): string | undefined {
  const [opening, closing] = chosen.map(([, record]) => dateOf(record));
  return type === 'camt.053' ? sameDay(opening, closing) : undefined;
}

const codeOf = (balance: XmlRecord): string | undefined =>
  textOf(balance, 'Tp/CdOrPrtry/Cd') ?? textOf(balance, 'Tp/Cd');

/** Undefined when it has no date or no sign, or proves nothing: it can't be compared with another statement's. */
function readBalance(
  which: FileBalance['which'],
  record: XmlRecord,
  type: CamtType,
): FileBalance | { problem: string } | undefined {
  const [amountElement] = childrenOf(record, 'Amt');
  const currency = amountElement?.attributes.Ccy ?? '';
  const amount = readMoney(amountElement?.text ?? '', '.', currency);
  const day = readDayOf(dateOf(record));
  const indicator = textOf(record, 'CdtDbtInd');
  if (!amount.ok) return type === 'camt.053' ? { problem: `The ${which} balance ${amount.problem}` } : undefined;
  if (day === undefined || indicator === undefined) return undefined;
  if (!day.ok) return { problem: `The ${which} balance ${day.problem}` };
  if (indicator !== 'CRDT' && indicator !== 'DBIT') {
    return { problem: `The ${which} balance does not say whether it is a credit or a debit (CdtDbtInd)` };
  }
  return {
    lineNumber: record.lineNumber,
    which,
    on: day.value.on,
    currency,
    amount: indicator === 'DBIT' ? -amount.value : amount.value,
  };
}
