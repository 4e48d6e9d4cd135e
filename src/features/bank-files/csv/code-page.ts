/**
 * Which code page a CSV is in that is not UTF-8, by its column names: a byte is another letter in each. Pure. Without a
 * name that only one of them explains it is Windows-1252.
 */
import { readHeaderName } from './header-words.ts';

/** Western, Central European, Baltic, Turkish, Greek and Cyrillic; of those that explain as many names the first counts. */
const codePages = [
  ...['windows-1252', 'windows-1250', 'iso-8859-2', 'windows-1257', 'windows-1254', 'windows-1253', 'windows-1251'],
] as const;
const linesMax = 100;

/** @param head the first bytes of the file. */
export function codePageOf(head: Buffer): string {
  let found: { label: string; known: number } = { label: codePages[0], known: 0 };
  for (const label of codePages) {
    const known = knownNames(new TextDecoder(label).decode(head));
    if (known > found.known) found = { label, known };
  }
  return found.label;
}

/** How many cells of the first lines are the name of a column. */
function knownNames(text: string): number {
  const cells = text.split(/\r\n?|\n/, linesMax).flatMap((line) => line.split(/[;,\t|]/));
  return cells.filter((cell) => readHeaderName(cell.replace(/^"(.*)"$/, '$1')).roles.length > 0).length;
}
