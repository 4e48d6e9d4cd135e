/**
 * Builds a mail as plain text and as simple HTML in the style of the pages. Pure. A token may appear only in the link,
 * and everything a person typed is escaped.
 */

export type Mail = { recipient: string; subject: string; text: string; html: string };

/** `unsubscribe`: the address that its header names, of a mail that may be switched off. */
export type OutgoingMail = Mail & { unsubscribe?: string };

/** The text of a mail; the paragraphs in `after` follow the link. */
export type MailWords = {
  recipient: string;
  subject: string;
  /** Paragraphs. */
  before: readonly string[];
  link?: { label: string; address: string };
  after?: readonly string[];
  /** A table under the first paragraphs: what, and how much. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** Of mails in the reader's language; English otherwise. */
  language?: { tag: string; direction: 'ltr' | 'rtl'; signature: string };
};

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const signature = 'Sluice, the payment service';

const english = { tag: 'en', direction: 'ltr', signature } as const;

export function writeMail(words: MailWords): Mail {
  const { recipient, subject } = words;
  return { recipient, subject, text: asText(words), html: asHtml(words) };
}

function asText({ before, facts = [], link, after = [], language = english }: MailWords): string {
  const table = facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')];
  const middle = link === undefined ? [] : [`${link.label}:\n${link.address}`];
  return `${[...before, ...table, ...middle, ...after, `--\n${language.signature}`].join('\n\n')}\n`;
}

/** A link under everything else. */
export function withFootLink(mail: Mail, label: string, address: string): Mail {
  const link = `<p style="${style.small}"><a style="${style.quiet}" href="${escapeHtml(address)}">${escapeHtml(label)}</a></p>`;
  return {
    ...mail,
    text: `${mail.text}\n${label}:\n${address}\n`,
    html: mail.html.replace('</body>', () => `${link}\n</body>`),
  };
}

const style = {
  body: 'margin:0;padding:24px 16px;background:#f4f6f8;color:#0b1f2a;font:16px/24px Inter,system-ui,sans-serif',
  card: 'max-width:440px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d5dde2;border-radius:8px',
  heading: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600',
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:12px 20px;background:#0e7c86;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none',
  facts: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  label: 'padding:8px 0;border-top:1px solid #d5dde2;color:#4a5d68;text-align:start;font-weight:400',
  value: 'padding:8px 0;border-top:1px solid #d5dde2;text-align:end;font-weight:500',
  quiet: 'color:#4a5d68;text-decoration:underline',
  small: 'max-width:440px;margin:16px auto 0;color:#4a5d68;font-size:14px;line-height:20px;text-align:center',
} as const;

function asHtml({ subject, before, facts = [], link, after = [], language = english }: MailWords): string {
  const paragraph = (text: string): string => `<p style="${style.paragraph}">${escapeHtml(text)}</p>`;
  const button =
    link === undefined
      ? ''
      : `<p style="${style.paragraph}"><a style="${style.button}" href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`;
  const row = ([label, value]: readonly [string, string]): string =>
    `<tr><th scope="row" style="${style.label}">${escapeHtml(label)}</th><td style="${style.value}">${escapeHtml(value)}</td></tr>`;
  const table = facts.length === 0 ? '' : `<table style="${style.facts}">${facts.map(row).join('')}</table>`;
  return [
    '<!doctype html>',
    `<html lang="${language.tag}" dir="${language.direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${style.body}">`,
    `<div style="${style.card}">`,
    `<h1 style="${style.heading}">${escapeHtml(subject)}</h1>`,
    ...before.map(paragraph),
    table,
    button,
    ...after.map(paragraph),
    '</div>',
    `<p style="${style.small}">${escapeHtml(language.signature)}</p>`,
    '</body></html>\n',
  ].join('\n');
}
