/**
 * `sluice verify`: exit code 0 when the books are balanced, 1 when a row breaks a rule or another verification is
 * running.
 */
import { type KeptVerification, runVerification } from '../ledger/run-verification.ts';
import { complain, say, sayJson } from './output.ts';
import { withDatabase } from './with-database.ts';

export async function verifyCommand(options: { full?: boolean; json?: boolean }): Promise<void> {
  const result = await withDatabase((db) => runVerification(db, { full: options.full ?? false }));
  if (result === undefined) complain('Another verification is running. Try again when it has finished.');
  else if (options.json) sayJson(result);
  else show(result);
  if (!result?.ok) process.exitCode = 1;
}

function show(result: KeptVerification): void {
  for (const check of result.checks) {
    say(`${check.count === 0 ? '✓' : '✗'} ${check.name}`);
    for (const offence of check.offences) say(`    ${offence.row}: ${offence.problem}`);
    if (check.count > check.offences.length) say(`    … and ${check.count - check.offences.length} more`);
  }
  if (result.kind === 'incremental') say('Checked what changed since the last verification. --full checks everything.');
  say(result.ok ? 'The books balance.' : 'The books do not balance.');
}
