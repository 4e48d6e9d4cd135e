/**
 * The job that reads an uploaded file as it would be imported, and stores what it found: its sums and first lines, what it
 * leaves open, or what is wrong with it. Imports nothing.
 */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { hashBytes } from '../bank-files/hash-bytes.ts';
import { type AskedQuestion, askAboutCsv } from '../reconciliation/ask-about-csv.ts';
import { accountOf } from '../reconciliation/own-account.ts';
import { surveyBankFile } from '../reconciliation/survey-bank-file.ts';
import type { ReadableFile } from '../reconciliation/understand-bank-file.ts';
import { createProgress, type JobKey, runFile } from './run-statement-file.ts';
import { contentsOf, type FileQuestion, type Found } from './statement-file.ts';
import { type FileWork, saveRead } from './statement-files.repository.ts';
import { understandWithProfile } from './statement-profiles.ts';
import { storedBytes } from './stored-bytes.ts';

/** For its hash, and to read it; to see what a CSV's columns hold takes one or two times more. */
const passes = 3n;

type Deps = Parameters<typeof understandWithProfile>[0];

export const readStatementFile = (deps: Deps, key: JobKey): Promise<void> =>
  runFile(deps.db, key, 'reading', (file, actor) => read(deps, key, file, actor));

async function read(deps: Deps, key: JobKey, file: FileWork, actor: PersonActor): Promise<void> {
  const { db } = deps;
  authorize(actor, 'reconciliation.import', { holderId: serviceHolderId, mode: file.mode });
  const progress = createProgress(db, key, file.size * passes);
  const open = () => storedBytes(db, file, progress.add);
  const sha256 = await hashBytes(open());
  const { understood, profile } = await understandWithProfile(deps, file, open);
  if (understood.is === 'refused') {
    const { problems } = understood;
    return saveRead(db, key, { state: 'refused', sha256, problems, found: null, mapping: null, profileId: null });
  }
  const csv = understood.is === 'csv' ? understood.csv : undefined;
  const questions: FileQuestion[] = csv === undefined ? [] : askAboutCsv(csv);
  const { problems, contents, named } = await survey(understood.file, csv?.account);
  const said = file.account === '' ? (profile?.account ?? '') : file.account;
  const account = problems.length > 0 ? said : await askAccount(db, file, named, said, questions);
  const found: Found = {
    ...{ format: understood.file?.format ?? 'CSV', named: named ?? null, account, questions, contents },
    ...{ fingerprint: csv?.fingerprint ?? null, signColumns: understood.file?.signColumns ?? [] },
    layout: understood.file?.layout ?? '',
  };
  const isOpen = questions.some(({ isRequired }) => isRequired);
  const state = problems.length > 0 ? 'refused' : isOpen ? 'asking' : 'ready';
  const mapping = csv?.mapping ?? null;
  await saveRead(db, key, { ...{ state, sha256, found, mapping, problems }, profileId: profile?.id ?? null });
}

/** @param account of a CSV, from the lines before its header. */
async function survey(file: ReadableFile | undefined, account: string | undefined) {
  if (file === undefined) return { problems: [], contents: null, named: account };
  const facts = await surveyBankFile(file);
  return { problems: facts.problems, contents: contentsOf(facts), named: facts.account ?? account };
}

/** Asks for the account that the file names when it is none of ours. @returns what the file is imported for. */
async function askAccount(
  db: Database,
  file: FileWork,
  named: string | undefined,
  said: string,
  questions: FileQuestion[],
): Promise<string> {
  try {
    return await accountOf(db, file, named, said);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    const nothing: Pick<AskedQuestion, 'column' | 'words' | 'answers'> = { column: undefined, words: [], answers: [] };
    questions.push({ kind: 'account', isRequired: true, text: error.message, ...nothing });
    return said;
  }
}
