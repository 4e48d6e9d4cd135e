/**
 * Opens what a bank gave: a statement in camt or MT940, text such as CSV, or a zip of one of them. What it is comes from
 * its content alone. Knows no database, and never holds more than a piece of the file.
 */
import { readCamt } from './camt.ts';
import { decodeText } from './decode-text.ts';
import { detect, headBytes, type Kind, type StatementFormat } from './detect.ts';
import { shown } from './file-values.ts';
import { readMt940 } from './mt940.ts';
import type { FileProblem, StatementPart, StatementReader } from './statement-file.ts';
import { Unreadable } from './unreadable.ts';
import { unzip, type ZipPiece } from './unzip.ts';

/** Unpacked. 200,000 entries of camt.053 with all their details take about half of it. */
const unpackedBytesMax = 512 * 1_024 * 1_024;
const problemsMax = 10;
const namesShownMax = 5;

/** Opens the file at its beginning, each time it is called. */
type Open = () => AsyncIterable<Uint8Array>;

type OpenedFile =
  | {
      is: 'statement';
      format: StatementFormat;
      /** `utf-8`, `windows-1252`. */
      encoding: string;
      /** In the order of the file. The last may be a problem that ended it; there are at most ten of them. */
      parts(): AsyncGenerator<StatementPart>;
    }
  /** @throws Unreadable from the text, where its bytes have no meaning. */
  | { is: 'text'; encoding: string; text(): AsyncGenerator<string> }
  | { is: 'refused'; problem: FileProblem };

/** What has been found to be readable. */
type Readable = Exclude<Kind, { is: 'refused' } | { is: 'zip' }>;

/** A file, alone or in a zip. */
type Member = { name: string; kind: Kind; bytes: AsyncIterable<Uint8Array> };

/** @param bytesMax lowered by tests. */
export async function openStatementFile(open: Open, bytesMax: number = unpackedBytesMax): Promise<OpenedFile> {
  try {
    const { head, close } = await peek(bounded(open(), bytesMax, ({ length }) => length));
    await close();
    const kind = detect(head);
    if (kind.is === 'refused') return refuse(kind.reason);
    const members = kind.is === 'zip' ? () => inZip(open, bytesMax) : () => alone(open, bytesMax, kind);
    const chosen = kind.is === 'zip' ? await choose(members()) : kind;
    return 'reason' in chosen ? refuse(chosen.reason) : opened(chosen, members);
  } catch (error) {
    if (error instanceof Unreadable) return refuse(error.message);
    throw error;
  }
}

const refuse = (message: string): OpenedFile => ({ is: 'refused', problem: { lineNumber: undefined, message } });

function opened(chosen: Readable, members: () => AsyncGenerator<Member>): OpenedFile {
  const encoding = chosen.encoding.label;
  if (chosen.is === 'text') {
    const text = async function* () {
      for await (const { kind, bytes } of members()) if (kind.is === 'text') yield* decodeText(bytes, kind.encoding);
    };
    return { is: 'text', encoding, text };
  }
  const { format } = chosen;
  const reader = format.startsWith('camt') ? readCamt : readMt940;
  return { is: 'statement', format, encoding, parts: () => withoutFlood(partsOf(members(), format, reader)) };
}

async function* partsOf(
  members: AsyncIterable<Member>,
  format: StatementFormat,
  reader: StatementReader,
): AsyncGenerator<StatementPart> {
  for await (const { name, kind, bytes } of members) {
    // The same statement may be in it twice, in two formats.
    if (kind.is === 'statement' && kind.format === format) yield* reader(decodeText(bytes, kind.encoding));
    else yield { kind: 'skipped', name };
  }
}

/** At most ten problems, the one that ends the reading among them. */
async function* withoutFlood(parts: AsyncGenerator<StatementPart>): AsyncGenerator<StatementPart> {
  let problems = 0;
  try {
    for await (const part of parts) {
      yield part;
      if (part.kind === 'problem') problems += 1;
      if (problems === problemsMax) {
        yield { kind: 'problem', problem: { lineNumber: undefined, message: 'There may be more.' } };
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield { kind: 'problem', problem: { lineNumber: error.lineNumber, message: error.message }, isEnd: true };
  }
}

async function* alone(open: Open, bytesMax: number, kind: Kind): AsyncGenerator<Member> {
  yield { name: '', kind, bytes: bounded(open(), bytesMax, ({ length }) => length) };
}

/** Without folders and what operating systems put beside the files. */
async function* inZip(open: Open, bytesMax: number): AsyncGenerator<Member> {
  const pieces = bounded(
    unzip(bounded(open(), bytesMax, ({ length }) => length)),
    bytesMax,
    ({ bytes }) => bytes.length,
  );
  for await (const { name, bytes } of filesOf(pieces)) {
    if (/\/$|(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)/.test(name)) continue;
    const { head, all } = await peek(bytes);
    const kind = detect(head);
    if (kind.is === 'zip') {
      throw new Unreadable(`The zip has another zip in it, ${shown(name)}. Unpack it and import its files.`);
    }
    yield { name, kind, bytes: all };
  }
}

/** Statements come before text, and text must be one file: nobody can say which is meant. */
async function choose(members: AsyncIterable<Member>): Promise<Readable | { reason: string }> {
  const texts: Readable[] = [];
  const names: string[] = [];
  for await (const { name, kind } of members) {
    if (kind.is === 'statement') return kind;
    if (kind.is === 'text') texts.push(kind);
    if (names.length < namesShownMax) names.push(shown(name));
  }
  const [text] = texts;
  if (texts.length === 1 && text !== undefined) return text;
  if (names.length === 0) return { reason: 'The zip has no files in it.' };
  return {
    reason:
      texts.length === 0
        ? `The zip has no statement in it, only ${names.join(', ')}.`
        : `The zip has several files that may be CSV: ${names.join(', ')}. Unpack it and import them one by one.`,
  };
}

type File = { name: string; bytes: AsyncIterable<Uint8Array> };

/** What of a file is not read is passed over when the next one is asked for. */
async function* filesOf(pieces: AsyncGenerator<ZipPiece>): AsyncGenerator<File> {
  try {
    for (let begun = await pieces.next(); !begun.done; begun = await pieces.next()) {
      const rest = restOf(begun.value, pieces);
      yield { name: begun.value.name, bytes: rest };
      for await (const _ of rest);
    }
  } finally {
    await pieces.return(undefined);
  }
}

/** An iterator that may be left and taken up again. */
function restOf(first: ZipPiece, pieces: AsyncGenerator<ZipPiece>): AsyncIterableIterator<Uint8Array> {
  let piece: ZipPiece | undefined = first;
  return {
    async next() {
      if (piece === undefined) return { done: true, value: undefined };
      const { bytes, isLast } = piece;
      const following = isLast ? undefined : await pieces.next();
      piece = following?.done === false ? following.value : undefined;
      return { done: false, value: bytes };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

type Peeked = { head: Buffer; all: AsyncIterable<Uint8Array>; close(): Promise<unknown> };

/** The first bytes, and all of them with these. */
async function peek(bytes: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const rest = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < headBytes) {
    const next = await rest.next();
    if (next.done) break;
    // The next piece may be written over this one.
    first.push(next.value.slice());
    length += next.value.length;
  }
  const close = async () => rest.return?.();
  const all = async function* () {
    try {
      yield* first;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await close();
    }
  };
  return { head: Buffer.concat(first).subarray(0, headBytes), all: all(), close };
}

async function* bounded<Piece>(
  pieces: AsyncIterable<Piece>,
  bytesMax: number,
  sizeOf: (piece: Piece) => number,
): AsyncGenerator<Piece> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += sizeOf(piece);
    if (bytes > bytesMax) {
      const most = bytesMax / 1_024 / 1_024;
      throw new Unreadable(`The file has more than ${most} MiB when it is unpacked. Download a shorter period.`);
    }
    yield piece;
  }
}
