/** `sluice reconcile …`: imports statements of banks and acquirers and matches them with the books. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemClock } from '../../base/clock/clock.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { bankReference } from '../../features/bank-files/references.ts';
import { type AcquirerPayout, postAcquirerPayout } from '../../features/reconciliation/acquirer-payout.ts';
import { type BookingKind, bookingKinds } from '../../features/reconciliation/bookings.repository.ts';
import { decideDuplicate, sayDirection } from '../../features/reconciliation/decide-line.ts';
import { sayImport } from '../../features/reconciliation/import-sentences.ts';
import { importStatement, rematch } from '../../features/reconciliation/import-statement.ts';
import { matchByHand, unmatch } from '../../features/reconciliation/match-by-hand.ts';
import { accountOf } from '../../features/reconciliation/own-account.ts';
import { answersOf, readBankFile } from '../../features/reconciliation/read-bank-file.ts';
import { fileBytesMax, type ReadStatement, readStatement } from '../../features/reconciliation/read-statement.ts';
import { returnByLine } from '../../features/reconciliation/receive-returns.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import { cancelReturn, returnLine } from '../../features/reconciliation/return-line.ts';
import { type ColumnRole, columnRoles, type StatementFormat } from '../../features/reconciliation/statement-line.ts';
import { say, sayJson } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

type ImportOptions = Outside & {
  file: string;
  map?: string;
  currency?: string;
  decimal?: 'point' | 'comma';
  delimiter?: string;
  dateFormat?: string;
  encoding: 'utf-8' | 'latin1';
  account: string;
  outgoing: string[];
  incoming: string[];
  signed?: boolean;
  dryRun?: boolean;
  json?: boolean;
};

const accountLengthMax = 100;

export async function importCommand(options: ImportOptions): Promise<void> {
  const { source, mode, account } = options;
  if (account.length > accountLengthMax) throw new Error(`--account must have at most ${accountLengthMax} characters.`);
  const file = await stat(options.file).catch(() => undefined);
  if (!file?.isFile()) throw new Error(`There is no file "${options.file}".`);
  const read = await readFile(options, file.size);
  const result = await withDatabase(async (db) => {
    const outside = { source, mode };
    const statement = {
      ...read,
      account: await accountOf(db, outside, read.account, account),
      fileName: basename(options.file),
    };
    return importStatement(shellActor(), { db, clock: systemClock }, outside, statement, options.dryRun);
  });
  const { shown: _, ...counts } = result;
  if (options.json) return sayJson({ ...counts, importId: options.dryRun ? null : result.importId });
  const sentences = sayImport(read, result, { dryRun: options.dryRun === true, askDirection });
  say(sentences.join('\n'));
}

type ReadFile = ReadStatement & { account: string | undefined; format?: string; pending?: number };

/** As its columns are named, or as what it is. */
async function readFile({ map, ...options }: ImportOptions, bytes: number): Promise<ReadFile> {
  const open = () => createReadStream(options.file);
  const nothing = 'Nothing was imported.';
  if (map === undefined) {
    const read = await readBankFile(open, answersOf(options));
    if (read.ok) return read.statement;
    throw new Error(`${read.problems.map(({ field, message }) => `${message}${hints[field]}`).join('\n')}\n${nothing}`);
  }
  if (bytes > fileBytesMax) throw new Error(`The file is larger than ${fileBytesMax} bytes.`);
  const {
    decimal = 'point',
    dateFormat = 'YYYY-MM-DD',
    encoding,
    currency,
    incoming,
    outgoing,
    signed = false,
  } = options;
  const format: StatementFormat = {
    columns: readMapping(map),
    ...{ decimal, dateFormat, encoding, currency, signed },
    delimiter: options.delimiter ?? (decimal === 'comma' ? ';' : ','),
    words: { incoming, outgoing },
  };
  const read = await readStatement(open, format);
  if (!read.ok) throw new Error(`${read.problems.join('\n')}\n${nothing}`);
  return { ...read.statement, account: undefined };
}

/** How the command line answers what a file leaves open. */
const hints = {
  text: '',
  currency: ' (--currency EUR)',
  decimal: ' (--decimal comma)',
  date_format: ' (--date-format DD/MM/YYYY)',
  columns: ' (--map date=…,amount=…)',
} as const;

const askDirection = 'Import the file again with --map …,sign=<column>, or with --signed if none is it.';

/** `date=Datum,amount=Betrag` */
function readMapping(text: string): Partial<Record<ColumnRole, string>> {
  const columns: Partial<Record<ColumnRole, string>> = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const role = part.slice(0, at).trim() as ColumnRole;
    const column = part.slice(at + 1).trim();
    if (at < 1 || column === '' || !columnRoles.includes(role)) {
      throw new Error(`"${part}" is not a mapping such as date=Datum. Known roles: ${columnRoles.join(', ')}.`);
    }
    if (columns[role] !== undefined) throw new Error(`The mapping names two columns for ${role}.`);
    columns[role] = column;
  }
  return columns;
}

export async function rematchCommand({ source, mode }: Outside): Promise<void> {
  const { matched, ambiguous, booked } = await withDatabase((db) =>
    rematch(shellActor(), { db, clock: systemClock }, { source, mode }),
  );
  const byRules = booked === 0 ? '' : ` Booked by rules: ${booked}.`;
  say(`Matched now: ${matched}. Several possible matches: ${ambiguous}.${byRules}`);
}

const idMax = 2n ** 63n - 1n;

function readId(text: string | undefined, what: string): bigint {
  const id = /^[0-9]{1,19}$/.test(text ?? '') ? BigInt(text as string) : undefined;
  if (id === undefined || id > idMax) throw new Error(`"${text ?? ''}" is not a ${what}.`);
  return id;
}

export async function matchCommand(line: string, named: string[], { inPart }: { inPart?: boolean }): Promise<void> {
  const lineId = readId(line, 'line');
  const transfers = named.map(readTransfer);
  const difference = inPart ? ('open' as const) : undefined;
  await withDatabase((db) => matchByHand(shellActor(), { db, clock: systemClock }, lineId, { transfers, difference }));
  say(`Line ${lineId} is matched with ${named.length === 1 ? 'transfer' : 'transfers'} ${named.join(', ')}.`);
}

function readTransfer(text: string): { holderId: bigint; id: bigint } {
  const [holder, id, ...rest] = text.split('/');
  if (rest.length > 0) throw new Error(`"${text}" is not a transfer such as 12/345.`);
  return { holderId: readId(holder, 'transfer such as 12/345'), id: readId(id, 'transfer such as 12/345') };
}

/** Books what is left of a line. */
export async function bookCommand(line: string, kind: string, { reason = null }: { reason?: string | null }) {
  const lineId = readId(line, 'line');
  const known = readKind(kind);
  const difference = { kind: known, reason };
  await withDatabase((db) =>
    matchByHand(shellActor(), { db, clock: systemClock }, lineId, { transfers: [], difference }),
  );
  say(`Line ${lineId} is booked as ${known.replace('_', ' ')}.`);
}

function readKind(text: string): BookingKind {
  const kind = bookingKinds.find((one) => one === text.replaceAll('-', '_'));
  if (kind === undefined) throw new Error(`"${text}" is none of ${bookingKinds.join(', ').replaceAll('_', '-')}.`);
  return kind;
}

type ReturnOptions = { reason?: string; difference?: string };

export async function returnPayoutCommand(line: string, payoutId: string, { reason, difference }: ReturnOptions) {
  const lineId = readId(line, 'line');
  const booking = difference === undefined ? undefined : { kind: readKind(difference), reason: reason ?? null };
  await withDatabase((db) =>
    returnByLine(shellActor(), { db, clock: systemClock }, lineId, { payoutId, reason, booking }),
  );
  say(`${payoutId} failed, and its money is back. Line ${lineId} is matched with its return.`);
}

type SendBackOptions = { reason: string; name?: string; account?: string; sent?: boolean };

export async function returnCommand(line: string, { reason, name, account, sent }: SendBackOptions): Promise<void> {
  const lineId = readId(line, 'line');
  const to = sent ? null : { name, account };
  const { id } = await withDatabase((db) =>
    inTransaction(db, (tx) => returnLine(shellActor(), tx, systemClock, lineId, { reason, to })),
  );
  say(
    sent
      ? `Line ${lineId} was sent back.`
      : `Line ${lineId} is to be sent back. Name ${bankReference(id)} in the payment, so that its line is matched by itself.`,
  );
}

export async function cancelReturnCommand(line: string): Promise<void> {
  const lineId = readId(line, 'line');
  await withDatabase((db) => inTransaction(db, (tx) => cancelReturn(shellActor(), tx, systemClock, lineId)));
  say(`Line ${lineId} is not sent back. Its money is still set aside; unmatch opens the line again.`);
}

export async function unmatchCommand(line: string): Promise<void> {
  const lineId = readId(line, 'line');
  await withDatabase((db) => unmatch(shellActor(), { db, clock: systemClock }, lineId));
  say(`Line ${lineId} is no longer matched.`);
}

export async function directionCommand(line: string, direction: string): Promise<void> {
  const lineId = readId(line, 'line');
  if (direction !== 'in' && direction !== 'out') throw new Error(`"${direction}" is neither "in" nor "out".`);
  await withDatabase((db) => sayDirection(shellActor(), { db }, lineId, direction));
  say(`The money of line ${lineId} ${direction === 'in' ? 'came in' : 'went out'}.`);
}

export async function duplicateCommand(line: string, answer: string): Promise<void> {
  const lineId = readId(line, 'line');
  if (answer !== 'same' && answer !== 'other') throw new Error(`"${answer}" is neither "same" nor "other".`);
  await withDatabase((db) => decideDuplicate(shellActor(), { db }, lineId, answer === 'same'));
  say(answer === 'same' ? `Line ${lineId} is in an earlier statement.` : `Line ${lineId} is a line of its own.`);
}

type PayoutOptions = {
  source: 'card' | 'onlinewallet';
  mode: Mode;
  currency: string;
  amount: string;
  fee: string;
  reference: string;
  json?: boolean;
};

export async function acquirerPayoutCommand(options: PayoutOptions): Promise<void> {
  const { source, mode, reference } = options;
  const currency = findCurrency(options.currency);
  if (currency === undefined) throw new Error(`"${options.currency}" is not a currency (uppercase ISO 4217).`);
  const minorOf = (text: string): bigint => {
    const minor = toMinorUnits(text, currency.exponent);
    if (minor === undefined) throw new Error(`"${text}" is not an amount in ${currency.code}.`);
    return minor;
  };
  const payout: AcquirerPayout = {
    source,
    mode,
    reference,
    currency: currency.code,
    amount: minorOf(options.amount),
    fee: minorOf(options.fee),
  };
  const { posted } = await withDatabase((db) => postAcquirerPayout(shellActor(), { db, clock: systemClock }, payout));
  if (options.json) return sayJson({ ...payout, posted });
  const net = formatDecimal(payout.amount - payout.fee, exponentOf(payout.currency));
  say(posted ? `Posted: ${net} ${payout.currency} from ${source} to the bank.` : 'This reference was already posted.');
}
