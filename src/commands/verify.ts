/**
 * `sluice verify`: exit code 0 when the books are balanced, 1 when a row breaks a rule or another verification is
 * running.
 */
import { type KeptVerification, runVerification } from '../ledger/run-verification.ts';
import { complain, say, sayJson } from './output.ts';
import { withDatabase } from './with-database.ts';

export async function verifyCommand(options: { full?: boolean; json?: boolean }): Promise<void> {
  const result = await withDatabase((db) => runVerification(db, { full: options.full ?? false }));
  if (result === undefined) complain('Another verification is under way. Try again when it has ended.');
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
  if (result.kind === 'incremental')
    say('Looked at what changed since the last verification; --full looks at everything.');
  say(result.ok ? 'The books balance.' : 'The books do not balance.');
}
