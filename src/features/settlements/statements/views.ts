/**
 * Renders statements as self-contained documents: the style and the one script, of the button that prints, are inline and
 * allowed by their hashes in the content security policy; no external address. Values are escaped. Templates are read on
 * first use.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const directory = fileURLToPath(new URL('./views', import.meta.url));
const fontDirectory = fileURLToPath(new URL('../../../core/pages/fonts', import.meta.url));

let eta: Eta | undefined;
let style: { text: string; headers: Readonly<Record<string, string>> } | undefined;

/** The dashboard's font, inside the document: a statement that was saved looks as the one that was opened. */
const fonts = {
  'inter-latin':
    'U+20-7E, U+A0-FF, U+131, U+152-153, U+2009, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+2039-203A, U+20AC, U+2212',
  'inter-latin-ext': 'U+11E-11F, U+130, U+15E-15F, U+20BA',
  'inter-greek': 'U+384-3CE',
};

const fontFaces = (): string =>
  Object.entries(fonts)
    .map(([name, range]) => {
      const font = readFileSync(`${fontDirectory}/${name}.woff2`).toString('base64');
      return `@font-face{font-family:Inter;font-weight:400 700;src:url(data:font/woff2;base64,${font}) format("woff2");unicode-range:${range}}`;
    })
    .join('\n');

const script = "document.querySelector('.print').addEventListener('click', () => window.print());";

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function documentStyle() {
  if (style !== undefined) return style;
  const text = `${fontFaces()}\n${readFileSync(`${directory}/statement.css`, 'utf8')}`;
  const headers = Object.freeze({
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${hashOf(text)}'`,
      `script-src 'sha256-${hashOf(script)}'`,
      'font-src data:',
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  });
  style = { text, headers };
  return style;
}

/** The HTTP headers of a statement page. */
export const documentHeaders = (): Readonly<Record<string, string>> => documentStyle().headers;

type StatementFrame = { title: string; testMode: boolean; company: string; language: string; direction: string };

export function renderStatement<Data extends StatementFrame>(view: 'settlement' | 'party', data: Data): string {
  eta ??= new Eta({ views: directory, cache: true, autoEscape: true });
  return eta.render(`./${view}`, { ...data, style: documentStyle().text, script });
}
