/**
 * The bytes of a bank's file as text: which encoding it is in, and small pieces with `\n` as the only line end. Must
 * never pass a byte that has no meaning in the encoding: a name or a reference would be another one.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { Unreadable } from './unreadable.ts';

/** `detected`: UTF-8, or Windows-1252 if the first byte beyond ASCII is not UTF-8. */
export type Encoding = { label: string; isDetected: boolean };

/** A few milliseconds' work for any reader. */
const pieceBytes = 16 * 1_024;

const byteOrderMarks: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** @param head the first bytes of the file. @returns undefined when an XML declaration names an unknown encoding. */
export function findEncoding(head: Buffer): Encoding | undefined {
  const [marked] = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => head[at] === byte)) ?? [];
  const label = marked ?? findUtf16(head);
  if (label !== undefined) return { label, isDetected: false };
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']{1,40})["']/.exec(head.toString('latin1', 0, 400))?.[1];
  if (declared === undefined) return findUndeclared(head);
  try {
    const { encoding } = new TextDecoder(declared);
    // A declaration that could be read as bytes is not of UTF-16, whatever it says.
    return { label: encoding.startsWith('utf-16') ? 'utf-8' : encoding, isDetected: false };
  } catch {
    return undefined;
  }
}

/** What is hardly UTF-8 is Windows-1252: two of its letters may be one in UTF-8, but not most of them. */
function findUndeclared(head: Buffer): Encoding {
  const text = head.subarray(0, head.length - unfinished(head, 'utf-8').length).toString('utf8');
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = (text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0) + 1;
  return wrong * 10 > right ? { label: 'windows-1252', isDetected: false } : { label: 'utf-8', isDetected: true };
}

/** Text in UTF-16 without a byte order mark has a zero in almost every other byte. */
function findUtf16(head: Buffer): string | undefined {
  const pairs = Math.floor(Math.min(head.length, 1_024) / 2);
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1;
  const [even = 0, odd = 0] = zeros;
  if (pairs === 0 || Math.max(even, odd) < pairs * 0.7 || Math.min(even, odd) > pairs * 0.1) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Decodes the whole, and gives others their turn after each piece. @throws Unreadable at bytes without a meaning. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  let carried = '';
  for await (const piece of inPieces(chunks)) {
    const text = carried + decoder.decode(piece);
    // A CRLF may be split between two pieces.
    carried = text.endsWith('\r') ? '\r' : '';
    const ready = withLineEnds(text.slice(0, text.length - carried.length));
    if (ready !== '') yield ready;
    await turnOfOthers();
  }
  const rest = withLineEnds(carried + decoder.end());
  if (rest !== '') yield rest;
}

const withLineEnds = (text: string): string => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) yield chunk.subarray(start, start + pieceBytes);
  }
}

type Decoder = { decode(piece: Uint8Array): string; end(): string };

function createDecoder(encoding: Encoding): Decoder {
  let decoder = new TextDecoder(encoding.label, { fatal: true });
  let mayChange = encoding.isDetected;
  let lines = 1;
  let isAfterReturn = false;
  /** The end of the piece before, which may be the beginning of a character. */
  let before: Uint8Array = new Uint8Array();

  const count = (text: string): string => {
    lines += lineEndsIn(text, isAfterReturn);
    if (text !== '') isAfterReturn = text.endsWith('\r');
    return text;
  };
  const fail = (bytes: Uint8Array): string => {
    const { text, at } = validPart(bytes, encoding.label);
    if (!mayChange || /\P{ASCII}/u.test(text)) {
      const name = decoder.encoding.toUpperCase();
      throw new Unreadable(
        `There are bytes that are not ${name} text. Download the file again, or save it as UTF-8.`,
        lines + lineEndsIn(text, isAfterReturn),
      );
    }
    decoder = new TextDecoder('windows-1252', { fatal: true });
    mayChange = false;
    return text + decoder.decode(bytes.subarray(at), { stream: true });
  };
  return {
    decode(piece) {
      const carried = before;
      before = unfinished(piece.length < 4 ? Buffer.concat([carried, piece]) : piece, encoding.label);
      try {
        const text = decoder.decode(piece, { stream: true });
        if (mayChange && /\P{ASCII}/u.test(text)) mayChange = false;
        return count(text);
      } catch {
        return count(fail(Buffer.concat([carried, piece])));
      }
    },
    end() {
      try {
        return count(decoder.decode());
      } catch {
        const rest = fail(before);
        return count(rest + decoder.decode());
      }
    },
  };
}

function lineEndsIn(text: string, isAfterReturn: boolean): number {
  const ends = text.match(/\r\n?|\n/g)?.length ?? 0;
  return isAfterReturn && text.startsWith('\n') ? ends - 1 : ends;
}

/** The bytes at the end of a piece that are a character's first ones. */
function unfinished(piece: Uint8Array, label: string): Uint8Array {
  if (label !== 'utf-8') return new Uint8Array();
  for (let back = 1; back <= Math.min(3, piece.length); back += 1) {
    const byte = piece[piece.length - back] as number;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? piece.slice(piece.length - back) : new Uint8Array();
  }
  return new Uint8Array();
}

/** The text up to the first byte without a meaning, and where that is. */
function validPart(bytes: Uint8Array, label: string): { text: string; at: number } {
  const read = (end: number): string | undefined => {
    try {
      return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end), { stream: true });
    } catch {
      return undefined;
    }
  };
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (read(middle) === undefined) high = middle - 1;
    else low = middle;
  }
  const text = read(low) ?? '';
  // What the decoder holds back belongs to the bytes without a meaning.
  const at = label === 'utf-8' ? Buffer.byteLength(text) : low;
  return { text, at };
}
