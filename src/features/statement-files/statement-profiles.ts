/**
 * Profiles: how a bank's CSV is read, as a person confirmed it. The next file of the same layout and account is read by
 * its profile, and still asked about what is new in it.
 */

import { violatedConstraint } from '../../base/database/database-error.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { answersOfMapping, type CsvAnswers, type CsvMapping, joinAnswers } from '../bank-files/csv/csv-mapping.ts';
import type { NamedColumns } from '../bank-files/csv/named-columns.ts';
import { plainAccount } from '../reconciliation/own-account.ts';
import { type ReportingProvider, readReport } from '../reconciliation/provider-statement.ts';
import type { Outside } from '../reconciliation/reconciliation.repository.ts';
import { type OpenBytes, type UnderstoodFile, understandBankFile } from '../reconciliation/understand-bank-file.ts';
import {
  deleteProfile,
  findProfileNamed,
  listProfilesOf,
  lockProfile,
  renameProfile,
  type StatementProfile,
  saveProfile,
} from './statement-profiles.repository.ts';

const nameLengthMax = 100;

/** @throws AppError `validation_failed`. */
function requireName(name: string): void {
  if (name.trim() !== '' && name.length <= nameLengthMax) return;
  throw invalidField('name', `must have 1 to ${nameLengthMax} characters`);
}

/** @param accounts as the file names it and as a person does; empty where nobody does. */
type Layout = Outside & { fingerprint: string; accounts: readonly string[] };

/** The profile of the file's account. A file whose account nobody names has the only one of its layout. */
async function findProfile(db: Database, { fingerprint, ...file }: Layout): Promise<StatementProfile | undefined> {
  const profiles = await listProfilesOf(db, file, fingerprint);
  const accounts = file.accounts.map(plainAccount).filter((account) => account !== '');
  const same = profiles.find(({ account }) => accounts.includes(plainAccount(account)));
  if (same !== undefined) return same;
  if (accounts.length === 0) return profiles.length === 1 ? profiles[0] : undefined;
  return profiles.find(({ account }) => account === '');
}

export type Confirmed = { name: string; fingerprint: string; account: string; mapping: CsvMapping };

/**
 * `columns`: the only ones that are read; a file whose columns are named needs no profile. `withoutProfile`: what neither the
 * file nor `answers` says is asked about, also of a provider's report.
 */
type ToUnderstand = Outside & {
  account: string;
  answers: CsvAnswers;
  columns?: NamedColumns | undefined;
  withoutProfile: boolean;
};
type Understood = {
  understood: UnderstoodFile;
  profile: StatementProfile | undefined;
  /** The provider whose report it is, and whose package said how to read it. */
  provider?: string;
  /** Those of the profile or the package, and what a person says of this file, which counts more. */
  answers: CsvAnswers;
};

type Deps = { db: Database; liveProviders: () => readonly ReportingProvider[] };

/**
 * By the profile that a person confirmed, or else by what the provider's package says of its report.
 * @param name of the profile to read it by; without it, that of its layout and account.
 * @throws AppError `not_found` where no profile has the name.
 */
export async function understandWithProfile(
  { db, liveProviders }: Deps,
  file: ToUnderstand,
  open: OpenBytes,
  name?: string,
): Promise<Understood> {
  const alone = await understandBankFile(open, file.answers, file.columns);
  if (alone.is !== 'csv' || file.withoutProfile || file.columns !== undefined)
    return { understood: alone, profile: undefined, answers: file.answers };
  const { fingerprint, names, account = '' } = alone.csv;
  const profile =
    name === undefined
      ? await findProfile(db, { ...file, fingerprint, accounts: [account, file.account] })
      : await findProfileNamed(db, file, name);
  if (profile === undefined) {
    if (name !== undefined) throw new AppError('not_found', { message: `No profile is called "${name}".` });
    const report = readReport(liveProviders(), file, names);
    if (report === undefined) return { understood: alone, profile, answers: file.answers };
    const answers = joinAnswers(report.answers, file.answers);
    return { understood: await understandBankFile(open, answers), profile, provider: report.title, answers };
  }
  const answers = joinAnswers(answersOfMapping(profile.mapping), file.answers);
  return { understood: await understandBankFile(open, answers), profile, answers };
}

/** In the transaction of the import. A name that another profile has by now gets a number. */
export async function keepProfile(
  actor: Actor,
  tx: Tx,
  { mode, source }: Outside,
  confirmed: Confirmed,
  at: Date,
): Promise<void> {
  authorize(actor, 'reconciliation.change_profile', { holderId: serviceHolderId, mode });
  const { fingerprint, account } = confirmed;
  requireName(confirmed.name);
  let name = confirmed.name;
  for (let number = 2; ; number += 1) {
    const known = await findProfileNamed(tx, { mode, source }, name);
    if (known === undefined || (known.fingerprint === fingerprint && known.account === account)) break;
    name = `${confirmed.name.slice(0, 90)} (${number})`;
  }

  const { id } = await saveProfile(tx, { ...confirmed, name, mode, source, changedAt: at });
  await record(actor, tx, { id, mode }, { after: { name, account } });
}

/** @throws AppError `not_found`; `forbidden`; `validation_failed` of a name that another profile has. */
export async function changeProfileName(
  actor: Actor,
  db: Database,
  mode: Mode,
  id: bigint,
  name: string,
): Promise<StatementProfile> {
  return inTransaction(db, async (tx) => {
    const profile = await lockedProfile(actor, tx, mode, id);
    requireName(name);
    if (profile.name === name) return profile;

    await renameProfile(tx, id, name);
    await record(actor, tx, profile, { before: { name: profile.name }, after: { name } });
    return { ...profile, name };
  }).catch((error) => {
    if (violatedConstraint(error) !== 'statement_profiles_name') throw error;
    throw invalidField('name', 'is the name of another profile');
  });
}

/** Files of its layout are asked about again. @throws AppError `not_found`; `forbidden`. */
export function dropProfile(actor: Actor, db: Database, mode: Mode, id: bigint): Promise<void> {
  return inTransaction(db, async (tx) => {
    const profile = await lockedProfile(actor, tx, mode, id);

    await deleteProfile(tx, id);
    await record(actor, tx, profile, { before: { name: profile.name, account: profile.account }, after: null });
  });
}

async function lockedProfile(actor: Actor, tx: Tx, mode: Mode, id: bigint): Promise<StatementProfile> {
  authorize(actor, 'reconciliation.change_profile', { holderId: serviceHolderId, mode });
  const profile = await lockProfile(tx, mode, id);
  if (profile === undefined) throw new AppError('not_found', { message: 'No profile has this ID.' });
  return profile;
}

type Facts = { name: string; account?: string };

const record = (
  actor: Actor,
  tx: Tx,
  { id, mode }: { id: bigint; mode: Mode },
  change: { before?: Facts; after: Facts | null },
): Promise<void> =>
  appendAudit(actor, tx, {
    action: 'reconciliation.change_profile',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement_profile', id: String(id) },
    ...change,
  });
