/** A document with code to paste, as a newcomer follows it: its blocks in their order, in one shell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/command.ts';

export type Block = {
  /** Line in the document. */
  line: number;
  /** The heading that it stands under. */
  heading: string;
  language: string;
  text: string;
};

/** @param path within the repository. */
export function readBlocks(path: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let open: Block | undefined;
  for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence !== null && open === undefined) {
      open = { line: index + 1, heading, language: fence[1] as string, text: '' };
    } else if (fence !== null && open !== undefined) {
      blocks.push(open);
      open = undefined;
    } else if (open !== undefined) open.text += `${line}\n`;
    else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, '');
  }
  return blocks;
}

/**
 * What an answer lacks of the one that the document prints. Ids, dates, amounts and text may differ; fields, kinds and
 * words of the interface (`succeeded`) may not. The document may leave fields out.
 */
export function differences(printed: unknown, actual: unknown, path = ''): string[] {
  if (printed === null) return actual === undefined ? [`${path} is missing`] : [];
  if (Array.isArray(printed)) {
    if (!Array.isArray(actual)) return [`${path} is no list`];
    if (printed.length > 0 && actual.length === 0) return [`${path} is empty`];
    return printed.length === 0 ? [] : differences(printed[0], actual[0], `${path}[0]`);
  }
  if (typeof printed === 'object') {
    if (typeof actual !== 'object' || actual === null) return [`${path} is no object`];
    return Object.entries(printed as object).flatMap(([key, value]) =>
      key in actual
        ? differences(value, (actual as Record<string, unknown>)[key], `${path}.${key}`)
        : [`${path}.${key} is missing`],
    );
  }
  if (typeof printed !== typeof actual) return [`${path} is ${JSON.stringify(actual)}`];
  const isWord = typeof printed === 'boolean' || (typeof printed === 'string' && /^[a-z]+(_[a-z]+)*$/.test(printed));
  return isWord && printed !== actual ? [`${path} is ${JSON.stringify(actual)}`] : [];
}

/** The JSON values that a text consists of, one after the other; text that is none is passed over. */
export function jsonValues(text: string): unknown[] {
  const values: unknown[] = [];
  let from = text.indexOf('{');
  while (from >= 0) {
    const to = endOfObject(text, from);
    values.push(JSON.parse(text.slice(from, to)));
    from = text.indexOf('{', to);
  }
  return values;
}

function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
