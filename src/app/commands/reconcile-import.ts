/**
 * `sluice reconcile import`: reads a file as it is, asks on a terminal about what it leaves open, or says which option answers
 * it, and imports it.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemClock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type CsvAnswers, joinAnswers } from '../../features/bank-files/csv/csv-mapping.ts';
import { type ColumnRole, columnRoles, type NamedColumns } from '../../features/bank-files/csv/named-columns.ts';
import { askAboutCsv } from '../../features/reconciliation/ask-about-csv.ts';
import { sayImport } from '../../features/reconciliation/import-sentences.ts';
import { type ImportResult, importStatement } from '../../features/reconciliation/import-statement.ts';
import { accountOf } from '../../features/reconciliation/own-account.ts';
import { answersOf, type BankStatement, readBankFile } from '../../features/reconciliation/read-bank-file.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import {
  type Confirmed,
  keepProfile,
  understandWithProfile,
} from '../../features/statement-files/statement-profiles.ts';
import { askQuestions, askWhether, isTerminal } from './ask-questions.ts';
import { liveProviders } from './live-providers.ts';
import { complain, say, sayJson } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

type ImportOptions = Outside & {
  file: string;
  map?: string;
  currency?: string;
  decimal?: 'point' | 'comma';
  delimiter?: string;
  dateFormat?: string;
  account: string;
  outgoing: string[];
  incoming: string[];
  signed?: boolean;
  profile?: string | false;
  saveProfile?: string;
  dryRun?: boolean;
  json?: boolean;
};

const accountLengthMax = 100;

export async function importCommand(options: ImportOptions): Promise<void> {
  const { account } = options;
  if (account.length > accountLengthMax) throw new Error(`--account must have at most ${accountLengthMax} characters.`);
  const file = await stat(options.file).catch(() => undefined);
  if (!file?.isFile()) throw new Error(`There is no file "${options.file}".`);
  const { read, result } = await withDatabase((db) => importFile(db, options));
  const { shown: _, ...counts } = result;
  if (options.json) return sayJson({ ...counts, importId: options.dryRun ? null : result.importId });
  const sentences = sayImport(read, result, { dryRun: options.dryRun === true, askDirection });
  say(sentences.join('\n'));
}

/** `confirmed`: how a CSV was read, if it is to be kept. */
type Read = { read: BankStatement; said: string; confirmed?: Omit<Confirmed, 'account'> | undefined };

async function importFile(
  db: Database,
  options: ImportOptions,
): Promise<{ read: BankStatement; result: ImportResult }> {
  const { source, mode, dryRun } = options;
  const { read, said, confirmed } = await readFile(db, options);
  const actor = shellActor();
  const account = await accountOf(db, { source, mode }, read.account, said);
  const statement = {
    ...read,
    account,
    fileName: basename(options.file),
    onImported: async (tx: Tx) => {
      if (confirmed === undefined) return;
      await keepProfile(actor, tx, { source, mode }, { ...confirmed, account }, systemClock.now(serviceHolderId, mode));
    },
  };
  const result = await importStatement(actor, { db, clock: systemClock }, { source, mode }, statement, dryRun);
  return { read, result };
}

const nothing = 'Nothing was imported.';

async function readFile(db: Database, options: ImportOptions): Promise<Read> {
  const { source, mode, account, profile: named, saveProfile } = options;
  const columns = options.map === undefined ? undefined : readMapping(options.map);
  const open = () => createReadStream(options.file);
  const isAsked = options.json !== true && isTerminal();
  let answers = answersOf(options);
  let name = saveProfile;
  for (;;) {
    const file = { source, mode, account, answers, columns, withoutProfile: named === false };
    const found = await understandWithProfile({ db, liveProviders }, file, open, named === false ? undefined : named);
    const { understood, profile, provider } = found;
    if (profile !== undefined) complain(`Read as "${profile.name}".`);
    if (provider !== undefined) complain(`Read as a report of ${provider}.`);
    const said = account === '' ? (profile?.account ?? '') : account;
    const csv = understood.is === 'csv' ? understood.csv : undefined;
    const asked = csv === undefined ? [] : askAboutCsv(csv).filter(({ isRequired }) => isRequired || isAsked);
    if (asked.length > 0 && isAsked) {
      const more: CsvAnswers = await askQuestions(asked);
      const isOpen = asked.every(({ isRequired }) => !isRequired) && Object.keys(more).length === 0;
      if (!isOpen) {
        answers = joinAnswers(answers, more);
        name ??= await askWhether('Remember how this file is read as (a name; empty: no): ');
        continue;
      }
    }
    const read = await readBankFile(open, found.answers, columns);
    if (!read.ok) {
      const problems = read.problems.map(({ field, message }) => `${message}${hints[field]}`);
      throw new Error(`${problems.join('\n')}\n${nothing}`);
    }
    const { mapping, fingerprint } = csv ?? {};
    const isKept = name !== undefined && name !== '' && mapping !== undefined && fingerprint !== undefined;
    const confirmed = isKept ? { name: name as string, mapping, fingerprint } : undefined;
    return { read: read.statement, said, confirmed };
  }
}

/** How the command line answers what a file leaves open. */
const hints = {
  text: '',
  currency: ' (--currency EUR)',
  decimal: ' (--decimal comma)',
  date_format: ' (--date-format DD/MM/YYYY)',
  columns: ' (--map date=…,amount=…; for words --incoming and --outgoing; or a --profile)',
} as const;

const askDirection = 'Import the file again with --map …,sign=<column>, or with --signed if none is it.';

/** `date=Datum,amount=Betrag` */
function readMapping(text: string): NamedColumns {
  const columns: NamedColumns = {};
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
