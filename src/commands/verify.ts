/** `sluice verify`: exit code 0 when the books hold, 1 when a row offends. */
import { verifyLedger } from '../ledger/verify.ts';
import { say, sayJson } from './output.ts';
import { withDatabase } from './with-database.ts';

export async function verifyCommand(options: { json?: boolean }): Promise<void> {
  const result = await withDatabase(verifyLedger);
  if (options.json) sayJson(result);
  else {
    for (const check of result.checks) {
      say(`${check.count === 0 ? '✓' : '✗'} ${check.name}`);
      for (const offence of check.offences) say(`    ${offence.row}: ${offence.problem}`);
      if (check.count > check.offences.length) say(`    … and ${check.count - check.offences.length} more`);
    }
    say(result.ok ? 'The books hold.' : 'The books do not hold.');
  }
  if (!result.ok) process.exitCode = 1;
}
