/**
 * What a file is, by its first bytes alone: names of files say nothing. Pure. Must never take a file for a statement that
 * is something else: each kind that people upload by mistake has a sentence of its own.
 */
import { codePageOf } from './csv/code-page.ts';
import { type Encoding, findEncoding } from './decode-text.ts';

export type StatementFormat = 'camt.052' | 'camt.053' | 'camt.054' | 'MT940' | 'MT942';

export type Kind =
  | { is: 'statement'; format: StatementFormat; encoding: Encoding }
  /** Lines of text, such as CSV. */
  | { is: 'text'; encoding: Encoding }
  | { is: 'zip' }
  /** `reason`: a sentence that says what it is and what to do. */
  | { is: 'refused'; reason: string };

/** How many bytes are enough to know. */
export const headBytes = 64 * 1_024;

const instead = 'Download the statement as camt.053, MT940 or CSV.';
const refused = (reason: string): Kind => ({ is: 'refused', reason });

const bytesOf: readonly [name: string, at: number, bytes: string][] = [
  ['a PDF', 0, '%PDF-'],
  ['an Excel workbook', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['a PNG image', 0, '\x89PNG'],
  ['a JPEG image', 0, '\xff\xd8\xff'],
  ['a GIF image', 0, 'GIF8'],
  ['a TIFF image', 0, 'II*\0'],
  ['a TIFF image', 0, 'MM\0*'],
  ['a WebP image', 8, 'WEBP'],
  ['a HEIC image', 4, 'ftyphei'],
  ['an RTF document', 0, '{\\rtf'],
];
const archives: readonly [name: string, bytes: string][] = [
  ['gzip', '\x1f\x8b'],
  ['7-Zip', '7z\xbc\xaf\x27\x1c'],
  ['RAR', 'Rar!'],
];

/** @param head the first `headBytes` of the file, or all of it. */
export function detect(head: Buffer): Kind {
  const raw = head.toString('latin1');
  if (head.length === 0) return refused('The file is empty.');
  if (raw.startsWith('PK\x03\x04')) return inZip(raw);
  if (raw.startsWith('PK\x05\x06')) return refused('The zip is empty.');
  const [name] = bytesOf.find(([, at, bytes]) => raw.startsWith(bytes, at)) ?? [];
  if (name !== undefined) return refused(`The file is ${name}. ${instead}`);
  const [archive] = archives.find(([, bytes]) => raw.startsWith(bytes)) ?? [];
  if (archive !== undefined) return refused(`The file is packed with ${archive}. Unpack it first, or use zip.`);
  const encoding = findEncoding(head);
  if (encoding === undefined)
    return refused('The file says that it is in an encoding that is not known. Save it as UTF-8.');
  const kind = inText(new TextDecoder(encoding.label).decode(head).replaceAll(/\r\n?/g, '\n'), encoding);
  if (kind.is !== 'text' || encoding.label !== 'windows-1252') return kind;
  return { is: 'text', encoding: { ...encoding, label: codePageOf(head) } };
}

/** Workbooks and documents are zips too, which begin with a file of a known name. */
function inZip(raw: string): Kind {
  const name = raw.slice(30, 30 + raw.charCodeAt(26));
  if (/^(?:\[Content_Types\]\.xml|(?:_rels|docProps|xl|word|ppt)\/)/.test(name)) {
    return refused(`The file is an Excel workbook or another Office document. ${instead}`);
  }
  if (name === 'mimetype') return refused(`The file is an OpenDocument file. ${instead}`);
  // Bit 0 of the first file's flags.
  return (raw.charCodeAt(6) & 1) === 1
    ? refused('The zip is protected with a password. Unpack it first.')
    : { is: 'zip' };
}

const controls = /(?![\t\n\f])\p{Cc}/gu;
/** Of a statement that goes through SWIFT's own programs there are two in each message. */
const controlsShareMax = 0.01;

function inText(head: string, encoding: Encoding): Kind {
  const text = head.trimStart();
  if (text === '') return refused('The file is empty.');
  if ((text.match(controls)?.length ?? 0) > text.length * controlsShareMax) {
    return refused(`The file is neither text nor a zip. ${instead}`);
  }
  if (text.startsWith('<') || /^\S{0,3}<\?xml/.test(text)) return inXml(text, encoding);
  const message = formatOfMessage(text);
  if (message !== undefined) return { is: 'statement', format: message, encoding };
  if (/^OFXHEADER|^DATA:OFXSGML/.test(text)) return refused(`The file is OFX. ${instead}`);
  if (/^!(?:Type|Account|Option):?/i.test(text)) return refused(`The file is QIF. ${instead}`);
  if (/^[[{]\s*(?:["{[\]}]|$)/.test(text)) return refused(`The file is JSON. ${instead}`);
  if (/^\{1:|^:20:/.test(text)) {
    const type = /\{2:[IO](\d{3})/.exec(text)?.[1];
    const what = type === undefined ? 'a SWIFT message without entries of an account' : `MT${type}`;
    return refused(`The file is ${what}. Download the statement as MT940.`);
  }
  if (/^:\d\d[A-Z]?:/.test(text)) {
    return refused(
      'The file begins in the middle of an MT940 statement, without its account (:25:). Download all of it.',
    );
  }
  return { is: 'text', encoding };
}

/** A statement names its account and then has a balance, an entry, or what only MT942 has. */
function formatOfMessage(text: string): StatementFormat | undefined {
  const type = /\{2:[IO](\d{3})/.exec(text)?.[1];
  if (type !== undefined && !['940', '941', '942', '950'].includes(type)) return undefined;
  if (!/^:25P?:/m.test(text) || !/^:(?:60[FM]|61|62[FM]|34F|13D?):/m.test(text)) return undefined;
  const isInterim = type === '942' || (!/^:6[02][FM]:/m.test(text) && /^:(?:34F|13D?|90[DC]):/m.test(text));
  return isInterim ? 'MT942' : 'MT940';
}

const ofMessage: Readonly<Record<string, StatementFormat>> = {
  BkToCstmrStmt: 'camt.053',
  BkToCstmrAcctRpt: 'camt.052',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
};

/** Messages that are often taken for statements. */
const otherMessages: readonly [element: RegExp, what: string][] = [
  [/^CstmrCdtTrfInitn/, 'a payment order (pain.001)'],
  [/^CstmrPmtStsRpt/, 'a status report of payments (pain.002)'],
  [/^CstmrDrctDbtInitn/, 'a direct debit order (pain.008)'],
  [/^FIToFI|^PmtRtr/, 'a message between banks (pacs)'],
  [/^OFX$/, 'OFX'],
];

function inXml(text: string, encoding: Encoding): Kind {
  if (/^<!doctype\s+html|^<html|^(?:<!--[\s\S]*?-->\s*)?<(?:head|body)\b/i.test(text) || /<html[\s>]/i.test(text)) {
    return refused(`The file is a web page, perhaps your bank's sign-in page. Sign in again. ${instead}`);
  }
  // Elements only, whatever their prefix; a comment or a declaration is no element.
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '');
  const names = [...plain.matchAll(/<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/g)].map(([, name]) => name as string);
  const format = names.map((name) => ofMessage[name.replace(/V\d\d$/, '')]).find((one) => one !== undefined);
  if (format !== undefined) return { is: 'statement', format, encoding };
  for (const [element, what] of otherMessages) {
    if (names.some((name) => element.test(name))) return refused(`The file is ${what}, no statement. ${instead}`);
  }
  const [root] = names;
  return refused(
    `The file is XML${root === undefined ? '' : ` that begins with "${root.slice(0, 40)}"`}, no statement. ${instead}`,
  );
}
