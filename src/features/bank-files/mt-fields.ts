/**
 * Cuts the text of MT940 and MT942 into fields, one at a time. Must never take a line of a payment's text for a field: text
 * is folded anywhere, so a line may begin with a time such as `:20:45`.
 */
import { Unreadable } from './unreadable.ts';

export type MtField = {
  /** `61`, `86`, `60F`; `end` where a message ends. */
  tag: string;
  lineNumber: number;
  /** Without the tag; the first may be empty. */
  lines: string[];
};

const lineCharsMax = 64 * 1_024;
const fieldCharsMax = 64 * 1_024;

const tagged = /^:(20|21|25P?|28C?|13D?|34F|60[FM]|61|62[FM]|64|65|86|90[DC]|NS):(.*)$/;
/** Fields before the first entry, whose numbers could be minutes or seconds. */
const inHeader = new Set(['20', '21', '25', '25P', '28', '28C', '13', '13D', '34F']);
const afterReference = /^:(21|25P?|28C?|13D?|34F|60[FM]):/;
/** `{1:F01…}{2:O940…}{4:`, and `-}` at the end. */
const envelope = /\{[1-5]:|^-\}/;
const endLine = /^\s*-(XXX)?\s*$/;

type Line = { text: string; number: number };

/** @throws Unreadable at a line or field that is out of bounds. */
export async function* readFields(text: AsyncIterable<string>): AsyncGenerator<MtField> {
  const cutter = createCutter();
  let line: Line | undefined;
  for await (const next of linesOf(text)) {
    if (line !== undefined) yield* cutter.take(line, next.text);
    line = next;
  }
  if (line !== undefined) yield* cutter.take(line, '');
  yield* cutter.end();
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = '';
  let number = 1;
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) {
      yield { text: checked(line, number), number };
      number += 1;
    }
    checked(rest, number);
  }
  if (rest !== '') yield { text: rest, number };
}

function checked(line: string, number: number): string {
  if (line.length > lineCharsMax) {
    throw new Unreadable(`A line is longer than ${lineCharsMax} characters. Download the file again.`, number);
  }
  if (line.includes('\0')) {
    throw new Unreadable('There are characters that are no text. Download the file again as MT940.', number);
  }
  return line;
}

function createCutter() {
  let field: MtField | undefined;
  let chars = 0;
  /** An entry has begun, and the closing balance has not come. */
  let isOpen = false;
  let hasOpening = false;

  function* finish(): Generator<MtField> {
    if (field === undefined) return;
    if (field.lines.length > 1 && endLine.test(field.lines.at(-1) as string)) field.lines.pop();
    yield field;
    field = undefined;
  }
  function* begin(tag: string, rest: string, lineNumber: number): Generator<MtField> {
    yield* finish();
    if (tag === '61') isOpen = true;
    else if (tag === '20' || tag.startsWith('62')) isOpen = false;
    if (tag.startsWith('60')) hasOpening = true;
    else if (tag === '20') hasOpening = false;
    field = { tag, lineNumber, lines: [rest] };
    chars = rest.length;
  }
  const isTag = (tag: string, next: string): boolean =>
    !isOpen || !inHeader.has(tag) || (tag === '20' && afterReference.test(next));
  return {
    *take({ text, number }: Line, next: string): Generator<MtField> {
      if (envelope.test(text)) {
        yield* finish();
        isOpen = false;
        yield { tag: 'end', lineNumber: number, lines: [text] };
        const inside = text.split('{4:')[1] ?? '';
        const [, tag, rest = ''] = tagged.exec(inside) ?? [];
        if (tag !== undefined) yield* begin(tag, rest, number);
        return;
      }
      const [, tag, rest = ''] = tagged.exec(text) ?? [];
      if (tag !== undefined && isTag(tag, next)) {
        yield* begin(tag, rest, number);
        return;
      }
      // A statement without its closing balance has not ended: this is a dash in the text of a payment.
      if (endLine.test(text) && !(isOpen && hasOpening)) {
        yield* finish();
        return;
      }
      if (field === undefined) return;
      field.lines.push(text);
      chars += text.length;
      if (chars > fieldCharsMax) {
        throw new Unreadable(`A field is longer than ${fieldCharsMax} characters. Download the file again.`, number);
      }
    },
    *end(): Generator<MtField> {
      yield* finish();
      yield { tag: 'end', lineNumber: 0, lines: [''] };
    },
  };
}
