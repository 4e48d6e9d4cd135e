/**
 * Renders statements as self-contained documents: the style is inline, allowed by its hash in the content security
 * policy; no script, no external address. Values are escaped. Templates are read on first use.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const directory = fileURLToPath(new URL('./views', import.meta.url));

let eta: Eta | undefined;
let style: { text: string; headers: Readonly<Record<string, string>> } | undefined;

function documentStyle() {
  if (style !== undefined) return style;
  const text = readFileSync(`${directory}/statement.css`, 'utf8');
  const hash = createHash('sha256').update(text).digest('base64');
  const headers = Object.freeze({
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
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
  return eta.render(`./${view}`, { ...data, style: documentStyle().text });
}
