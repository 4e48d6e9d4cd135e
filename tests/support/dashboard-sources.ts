/** The dashboard's modules as text. Reads files only; no compiler is involved. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../dashboard/src', import.meta.url));

/** `path`: relative to dashboard/src. `code`: the text without comments. Without strings and generated types. */
export const readDashboard = (): { path: string; code: string }[] =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.generated.') && !path.startsWith('strings/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(src, path), 'utf8');
      return { path, code: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '') };
    });
