/** The dashboard's modules as text. Reads files only; no compiler is involved. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modulesAmong, namesImportedBy } from './source-files.ts';

const src = fileURLToPath(new URL('../../dashboard/src', import.meta.url));

/** `path` and `imports`: relative to dashboard/src. `code`: the text without comments. Without texts and generated types. */
export const readDashboard = (): { path: string; code: string; imports: string[] }[] =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.generated.') && !path.startsWith('strings/en/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(src, path), 'utf8');
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
      return { path, code, imports: modulesAmong(namesImportedBy(code), path) };
    });
