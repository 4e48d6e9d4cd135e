/**
 * Builds a mail as plain text and as simple HTML in the style of the pages. Pure. A token may appear only in the link,
 * and everything a person typed is escaped.
 */

export type Mail = { recipient: string; subject: string; text: string; html: string };

/** The text of a mail; the paragraphs in `after` follow the link. */
export type MailWords = {
  recipient: string;
  subject: string;
  /** Paragraphs. */
  before: readonly string[];
  link?: { label: string; address: string };
  after?: readonly string[];
};

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const signature = 'Sluice, the payment service';

export function writeMail({ recipient, subject, before, link, after = [] }: MailWords): Mail {
  return { recipient, subject, text: asText(before, link, after), html: asHtml(subject, before, link, after) };
}

type Parts = [before: readonly string[], link: MailWords['link'], after: readonly string[]];

function asText(...[before, link, after]: Parts): string {
  const middle = link === undefined ? [] : [`${link.label}:\n${link.address}`];
  return `${[...before, ...middle, ...after, `--\n${signature}`].join('\n\n')}\n`;
}

const style = {
  body: 'margin:0;padding:24px 16px;background:#f4f6f8;color:#0b1f2a;font:16px/24px Inter,system-ui,sans-serif',
  card: 'max-width:440px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d5dde2;border-radius:8px',
  heading: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600',
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:12px 20px;background:#0e7c86;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none',
  small: 'max-width:440px;margin:16px auto 0;color:#4a5d68;font-size:14px;line-height:20px;text-align:center',
} as const;

function asHtml(subject: string, ...[before, link, after]: Parts): string {
  const paragraph = (text: string): string => `<p style="${style.paragraph}">${escapeHtml(text)}</p>`;
  const button =
    link === undefined
      ? ''
      : `<p style="${style.paragraph}"><a style="${style.button}" href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`;
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${style.body}">`,
    `<div style="${style.card}">`,
    `<h1 style="${style.heading}">${escapeHtml(subject)}</h1>`,
    ...before.map(paragraph),
    button,
    ...after.map(paragraph),
    '</div>',
    `<p style="${style.small}">${signature}</p>`,
    '</body></html>\n',
  ].join('\n');
}
