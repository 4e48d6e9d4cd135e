/**
 * Reads XML as a stream of small records: elements that a reader names, each with all that is in it. Must never expand an
 * entity, follow a reference to outside, or hold more than one record.
 */
import { SaxesParser } from 'saxes';
import { Unreadable } from './unreadable.ts';

export type XmlRecord = {
  name: string;
  /** The line on which it begins. */
  lineNumber: number;
  /** Without those of namespaces. */
  attributes: Record<string, string>;
  text: string;
  children: XmlRecord[];
};

/** What a reader wants of a document. `path` is of local names, from the root. */
export type XmlHandlers = {
  /**
   * An element begins that is in no record.
   * @returns whether it is a record, a branch to go into, or nothing that matters, with all that is in it.
   */
  open(path: readonly string[], namespace: string, lineNumber: number): 'record' | 'branch' | 'ignored';
  /** A branch or a record ends. */
  close(path: readonly string[], record: XmlRecord | undefined): void;
  /**
   * An element in a record ends. @param ancestors from the record on, as far as they are read.
   * @returns whether the record keeps it.
   */
  keep?(element: XmlRecord, ancestors: readonly XmlRecord[]): boolean;
};

const depthMax = 60;
/** Of one text, tag or comment. */
const tokenCharsMax = 64 * 1_024;
const recordCharsMax = 32 * 1_024 * 1_024;
const pieceChars = 16 * 1_024;

/** Calls the handlers, and stops after each small piece. @throws Unreadable where the XML is broken or out of bounds. */
export async function* readRecords(text: AsyncIterable<string>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = createParser(handlers);
  for await (const chunk of text) {
    for (let start = 0; start < chunk.length; start += pieceChars) {
      parser.write(chunk.slice(start, start + pieceChars));
      yield;
    }
  }
  parser.end();
  yield;
}

const newRecord = (name: string, attributes: { local: string; value: string }[], lineNumber: number): XmlRecord => ({
  name,
  lineNumber,
  attributes: Object.fromEntries(attributes.map(({ local, value }) => [local, value])),
  text: '',
  children: [],
});

const tooDeep = (line: number): Unreadable =>
  new Unreadable(
    `Elements are nested more than ${depthMax} deep, so this is no bank statement. Download the file again.`,
    line,
  );

type Position = { position: number; line: number };

function checkBounds(
  at: Position,
  tokenStart: number,
  record: { start: number; lineNumber: number } | undefined,
): void {
  if (at.position - tokenStart > tokenCharsMax) {
    throw new Unreadable(
      `A text or tag is longer than ${tokenCharsMax} characters, so this is no bank statement. Download the file again.`,
      at.line,
    );
  }
  if (record !== undefined && at.position - record.start > recordCharsMax) {
    throw new Unreadable(
      `One entry is larger than ${recordCharsMax / 1_024 / 1_024} MiB. Ask your bank for a file without the single payments of collective entries.`,
      record.lineNumber,
    );
  }
}

function refuseTricks(parser: SaxesParser<{ xmlns: true }>, isOver: () => boolean): void {
  parser.on('error', () => {
    throw new Unreadable(isOver() ? cutMessage : brokenMessage, parser.line);
  });
  parser.on('doctype', () => {
    throw new Unreadable(
      'The file has a document type definition (DTD), which no bank statement has. Download the file again from your bank.',
      parser.line,
    );
  });
}

function createParser(handlers: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  /** The record and what is open in it. */
  const records: XmlRecord[] = [];
  /** Of the record. Elements of others are what a bank adds for itself. */
  let namespace = '';
  /** How deep the parser is in an element that does not matter. */
  let ignored = 0;
  let tokenStart = 0;
  let recordStart = 0;
  let hasBegun = false;
  let isOver = false;

  const token = () => {
    tokenStart = parser.position;
  };
  const append = (text: string) => {
    token();
    const last = records.at(-1);
    if (ignored === 0 && last !== undefined) last.text += text;
  };
  refuseTricks(parser, () => isOver);
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('comment', token);
  parser.on('processinginstruction', token);
  parser.on('opentag', ({ local, uri, attributes }) => {
    token();
    if (path.length >= depthMax) throw tooDeep(parser.line);
    path.push(local);
    if (ignored > 0 || (records.length > 0 && uri !== namespace)) {
      ignored += 1;
      return;
    }
    const kind = records.length > 0 ? 'record' : handlers.open(path, uri, parser.line);
    if (kind === 'ignored') ignored = 1;
    if (kind !== 'record') return;
    if (records.length === 0) {
      namespace = uri;
      recordStart = parser.position;
    }
    records.push(newRecord(local, Object.values(attributes), parser.line));
  });
  parser.on('closetag', () => {
    token();
    if (ignored > 0) ignored -= 1;
    else if (records.length === 0) handlers.close(path, undefined);
    else {
      const element = records.pop() as XmlRecord;
      if (records.length === 0) handlers.close(path, element);
      else if (handlers.keep?.(element, records) !== false) records.at(-1)?.children.push(element);
    }
    path.pop();
  });
  return {
    write(piece: string) {
      // A declaration must stand at the very beginning, and some banks begin with an empty line.
      const text = hasBegun ? piece : piece.trimStart();
      if (!hasBegun) parser.line += piece.slice(0, piece.length - text.length).split('\n').length - 1;
      hasBegun ||= text !== '';
      if (text !== '') parser.write(text);
      checkBounds(parser, tokenStart, records[0] && { start: recordStart, lineNumber: records[0].lineNumber });
    },
    end() {
      isOver = true;
      parser.close();
    },
  };
}

const cutMessage = 'The file ends before it is complete. Download it again from your bank.';
const brokenMessage =
  'The XML is broken here. Download the file again from your bank, and don’t save it with another program.';

/** The first element at a path of local names, such as `Acct/Id/IBAN`. */
export function find(record: XmlRecord | undefined, path: string): XmlRecord | undefined {
  let found = record;
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name);
  return found;
}

/** Its text without the spaces around it; undefined if there is none. */
export function textOf(record: XmlRecord | undefined, path: string): string | undefined {
  const text = find(record, path)?.text.trim();
  return text === '' ? undefined : text;
}

export const childrenOf = (record: XmlRecord | undefined, name: string): XmlRecord[] =>
  record?.children.filter((child) => child.name === name) ?? [];
