/**
 * The strings that a translation must have: all that visitors, customers, restaurants and shops, and couriers can meet.
 * What only companies, operators and developers see stays in English (`README.md`, "Languages").
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { namedIn, textsOf } from './named-strings.ts';
import type { en } from './src/strings/en/index.ts';

const sources = join(import.meta.dirname, 'src');

/** What these open is for others, who read English. */
const forOthers =
  /^strings\/|^routes\/operator-screens\.ts|^app\/search\/company-acts\.ts|^app\/waiting-in-mode\.tsx|^screens\/audit\/english-sentence\.tsx|^screens\/(explore\/(operator|overview)|operator|orders|settlements|links|payee|wallets|shadow|developers|webhooks|requests|limits|margins|wording|reconciliation|providers|desk\/(waiting-elsewhere|fix-dialog|decline-dialog|payout-of-row)|home\/company)/;

/** The modules that these readers load, by their path in `src`. */
export function translatedModules(): string[] {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path) || !existsSync(join(sources, path))) return;
    found.add(path);
    if (!/\.tsx?$/.test(path)) return;
    const code = readFileSync(join(sources, path), 'utf8');
    for (const [, target = ''] of code.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const imported = relative(sources, resolve(dirname(join(sources, path)), target));
      if (!forOthers.test(imported)) add(imported);
    }
  };
  add('main.tsx');
  return [...found].filter((path) => /\.tsx?$/.test(path)).sort();
}

/** Their keys, in the order of the English ones. */
export function translatedStrings(): (keyof typeof en)[] {
  const keys = new Set(
    translatedModules().flatMap((path) => namedIn(textsOf(path, readFileSync(join(sources, path), 'utf8')))),
  );
  return [...keys];
}
