/** What an import did, in sentences: for the command line and for the reports of watched files. Pure. */
import type { ImportResult } from './import-statement.ts';
import { sayGap } from './read-gaps.ts';

const shownMax = 20;
const firstOf = (numbers: readonly number[]): string =>
  `${numbers.slice(0, shownMax).join(', ')}${numbers.length > shownMax ? ', …' : ''}`;

type ReadAs = { format?: string | undefined; account?: string | undefined; pending?: number | undefined };

/** @param askDirection says how to import the file again with the direction of its lines. */
export function sayImport(
  { format, account, pending = 0 }: ReadAs,
  result: ImportResult,
  { dryRun, askDirection = '' }: { dryRun: boolean; askDirection?: string },
): string[] {
  const {
    lines,
    repeated,
    completed,
    empty,
    matched,
    ambiguous,
    received,
    paid,
    returned,
    possible,
    undirected,
    directed,
  } = result;
  const { booked, ruleConflicts } = result;
  const sentences: (string | false)[] = [
    format !== undefined && `Read as ${format}${account === undefined ? '' : `, account ${account}`}.`,
    `${dryRun ? 'Would import' : `Import ${result.importId}:`} ${lines} lines.`,
    repeated.length > 0 &&
      `Already imported with an earlier statement: ${repeated.length} (line ${firstOf(repeated)}).`,
    completed > 0 && `Of these, the file says more than was known, which was added: ${completed}.`,
    empty > 0 && `Moved no money: ${empty}.`,
    pending > 0 && `Not booked yet, and not imported: ${pending}.`,
    possible > 0 && `Possible duplicates of earlier lines, for you to decide: ${possible}.`,
    directed > 0 && `Lines imported before that have their direction now: ${directed}.`,
    undirected > 0 && sayUndirected(result, askDirection),
    ...result.gaps.map(sayGap),
    received > 0 && `Top-ups credited: ${received}.`,
    paid > 0 && `Payments paid: ${paid}.`,
    booked > 0 && `Booked by rules: ${booked}.`,
    ruleConflicts > 0 && `Rules of different kinds fit, and nothing was booked: ${ruleConflicts}.`,
    returned > 0 && `Payouts that the bank returned: ${returned}.`,
    `Matched now: ${matched}. Several possible matches: ${ambiguous}.`,
  ];
  return sentences.filter((one) => one !== false);
}

function sayUndirected({ undirected, signColumns }: ImportResult, askDirection: string): string {
  const waiting = `Lines whose direction the file does not say, for you to decide: ${undirected}. Nothing was credited for them.`;
  if (signColumns.length === 0) return waiting;
  const names = signColumns.map((name) => `"${name}"`).join(', ');
  return `${waiting}\nNo amount has a sign, and a column could be it: ${names}. ${askDirection}`;
}
