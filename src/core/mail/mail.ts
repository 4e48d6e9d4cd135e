/**
 * Builds a mail as plain text and as simple HTML in the style of the pages. Pure. A token may appear only in the link,
 * and everything a person typed is escaped.
 */
import { showName } from '../../base/languages/display.ts';
import { directionOf, htmlLanguageOf, type Language } from '../../base/languages/languages.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Words } from './words.ts';

export type Mail = { subject: string; text: string; html: string };

/** `unsubscribe`: the address that its header names, of a mail that may be switched off. */
export type OutgoingMail = Mail & { recipient: string; unsubscribe?: string };

/** What a mail says; the paragraphs in `after` follow the link. */
type MailParts = {
  subject: string;
  /** Paragraphs. */
  before: readonly string[];
  link?: { label: string; address: string };
  after?: readonly string[];
  /** A table under the first paragraphs: what, and how much. */
  facts?: readonly (readonly [label: string, value: string])[];
};

/** Stands for the service's own origin until a mail is sent or shown: use cases and jobs that write mails don't know it. */
const ownOrigin = 'https://origin.invalid';

type Place = { holderId: bigint; mode: Mode };

/** The address of a screen of the dashboard. @param path below the account's home, such as `payouts`. */
export const dashboardAddress = ({ holderId, mode }: Place, path: string): string =>
  `${ownOrigin}/h/${holderId}/${mode}/${path}`;

export const withOrigin = <Written extends Mail>(mail: Written, origin: string): Written => ({
  ...mail,
  text: mail.text.replaceAll(ownOrigin, origin),
  html: mail.html.replaceAll(ownOrigin, origin),
});

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

export function writeMail(words: Words, parts: MailParts): Mail {
  const facts = (parts.facts ?? []).map(([label, value]) => [label, showName(value, words.language)] as const);
  const whole = { after: [], ...parts, facts, signature: words.t('mail.signature') };
  return { subject: parts.subject, text: asText(whole), html: asHtml(whole, words.language) };
}

type Whole = MailParts & Required<Pick<MailParts, 'facts' | 'after'>> & { signature: string };

function asText({ before, facts, link, after, signature }: Whole): string {
  const table = facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')];
  const middle = link === undefined ? [] : [`${link.label}:\n${link.address}`];
  return `${[...before, ...table, ...middle, ...after, `--\n${signature}`].join('\n\n')}\n`;
}

/** A link under everything else. */
export function withFootLink<Written extends Mail>(mail: Written, label: string, address: string): Written {
  const link = `<p class="quiet" style="${style.small}"><a class="quiet" style="${style.quiet}" href="${escapeHtml(address)}">${escapeHtml(label)}</a></p>`;
  return {
    ...mail,
    text: `${mail.text}\n${label}:\n${address}\n`,
    html: mail.html.replace('</body>', () => `${link}\n</body>`),
  };
}

const style = {
  body: 'margin:0;padding:24px 16px;background:#f4f6f8;color:#0b1f2a;font:16px/24px Inter,system-ui,sans-serif',
  // Everything in it ends with a margin of 16 pixels.
  card: 'max-width:440px;margin:0 auto;padding:24px 24px 8px;background:#ffffff;border:1px solid #d5dde2;border-radius:8px',
  heading: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600',
  // An address in a text may have no place to break.
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere;word-break:break-word',
  button:
    'display:inline-block;padding:12px 20px;background:#0e7c86;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none',
  facts: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  label: 'padding:8px 0;border-top:1px solid #d5dde2;color:#4a5d68;text-align:start;vertical-align:top;font-weight:400',
  // An id has no place to break, and would be wider than a phone.
  value:
    'padding:8px 0;padding-inline-start:16px;border-top:1px solid #d5dde2;text-align:end;vertical-align:top;font-weight:500;overflow-wrap:anywhere;word-break:break-word',
  quiet: 'color:#4a5d68;text-decoration:underline',
  small: 'max-width:440px;margin:16px auto 0;color:#4a5d68;font-size:14px;line-height:20px;text-align:center',
} as const;

/** For readers whose screen is dark. Where a mail program knows no media queries, the mail stays light. */
const darkStyle = `@media (prefers-color-scheme: dark) {
.page { background: #0b1418 !important; color: #e6edf0 !important; }
.card { background: #132027 !important; border-color: #2b3b43 !important; }
.line { border-color: #2b3b43 !important; }
.quiet { color: #a9b9c1 !important; }
.button { background: #35b3bd !important; color: #06181b !important; }
}`;

const head = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
  `<style>${darkStyle}</style>`,
].join('');

function asHtml({ subject, before, facts, link, after, signature }: Whole, language: Language): string {
  const paragraph = (text: string): string => `<p style="${style.paragraph}">${escapeHtml(text)}</p>`;
  const button =
    link === undefined
      ? ''
      : `<p style="${style.paragraph}"><a class="button" style="${style.button}" href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`;
  const row = ([label, value]: readonly [string, string]): string =>
    `<tr><th scope="row" class="line quiet" style="${style.label}">${escapeHtml(label)}</th><td class="line" style="${style.value}">${escapeHtml(value)}</td></tr>`;
  const table = facts.length === 0 ? '' : `<table style="${style.facts}">${facts.map(row).join('')}</table>`;
  return [
    '<!doctype html>',
    `<html lang="${htmlLanguageOf(language)}" dir="${directionOf(language)}"><head>${head}<title>${escapeHtml(subject)}</title></head>`,
    `<body class="page" style="${style.body}">`,
    `<div class="card" style="${style.card}">`,
    `<h1 style="${style.heading}">${escapeHtml(subject)}</h1>`,
    ...before.map(paragraph),
    table,
    button,
    ...after.map(paragraph),
    '</div>',
    `<p class="quiet" style="${style.small}">${escapeHtml(signature)}</p>`,
    '</body></html>\n',
  ].join('\n');
}
