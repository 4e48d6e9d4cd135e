/**
 * `sluice verify`: exit code 0 when the books are balanced, 1 when a row breaks a rule or another verification is
 * running. With `--sealed`, compares the past with a head that was kept: what was sealed up to it.
 */
import { readFile } from 'node:fs/promises';
import { inLongSnapshot } from '../../base/database/transaction.ts';
import { type KeptVerification, runVerification } from '../../core/ledger/run-verification.ts';
import { checkHead, type SealsCheck } from '../../core/seals/check-seals.ts';
import { type Head, readHead } from '../../core/seals/head.ts';
import { readConfig } from '../config.ts';
import { complain, say, sayJson } from './output.ts';
import { findSealKeys } from './seal-key.ts';
import { withDatabase } from './with-database.ts';

type Options = { full?: boolean; json?: boolean; sealed?: string };

export async function verifyCommand({ full = false, json = false, sealed }: Options): Promise<void> {
  const known = (await findSealKeys(readConfig(process.env)))?.known ?? [];
  if (sealed !== undefined) return verifySealed(sealed, known, json);
  const result = await withDatabase((db) => runVerification(db, { full, sealKeys: known }));
  if (result === undefined) complain('Another verification is running. Try again when it has finished.');
  else if (json) sayJson(result);
  else show(result);
  if (!result?.ok) process.exitCode = 1;
}

function show(result: KeptVerification): void {
  for (const check of result.checks) {
    say(`${check.count === 0 ? '✓' : '✗'} ${check.name}`);
    showOffences(check);
  }
  if (result.kind === 'incremental') say('Checked what changed since the last verification. --full checks everything.');
  say(result.ok ? 'The books balance.' : 'The books do not balance.');
}

export function showOffences({ offences, count }: Pick<SealsCheck, 'offences' | 'count'>): void {
  for (const offence of offences) say(`    ${offence.row}: ${offence.problem}`);
  if (count > offences.length) say(`    … and ${count - offences.length} more`);
}

async function verifySealed(sealed: string, known: readonly Buffer[], json: boolean): Promise<void> {
  const kept = await findHeadIn(sealed);
  const { head: _, ...result } = await withDatabase((db) => inLongSnapshot(db, (tx) => checkHead(tx, kept, known)));
  const ok = result.count === 0;
  if (json) sayJson({ ok, number: kept.number, sealedAt: kept.sealedAt, ...result });
  else {
    say(`${ok ? '✓' : '✗'} what was sealed up to seal ${kept.number}, ${kept.sealedAt.toISOString()}, is unchanged`);
    showOffences(result);
    say(`Compared ${result.rows} rows of ${result.seals} seals; ${result.purged} were deleted because they were old.`);
    if (kept.publicKey === null) say('This head has no signature: the service had no key to sign it.');
    else if (known.length === 0)
      say('No key is configured here to check the signature: keep the public key of the head apart from the database.');
  }
  if (!ok) process.exitCode = 1;
}

/** The head itself, or the last one in a file, such as a log or a mail. @throws Error when there is none. */
export async function findHeadIn(sealed: string): Promise<Head> {
  const head = readHead(sealed);
  if (head !== undefined) return head;
  const text = await readFile(sealed, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new Error('--sealed takes a head, which begins with sluice-seal/, or the name of a file with one.');
  const found = [...text.matchAll(/sluice-seal\/[\w/.:-]+/g)].flatMap(([one]) => readHead(one) ?? []).at(-1);
  if (found === undefined) throw new Error(`There is no head in ${sealed}. One begins with sluice-seal/1/.`);
  return found;
}
