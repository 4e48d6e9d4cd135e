/** Where hand-written statements stand in the code: their text between the parameters, which names each. Pure. */

export type Place = {
  /** The text of the statement, … where a parameter or a part stands. */
  place: string;
  /** What stands behind the closing backtick, to see what is done with it. */
  after: string;
};

export const placeOf = (raw: readonly string[]): string => raw.join('…');

/** The statements that are declared: `query(…)` or `command` with a template. */
export const findPlaces = (code: string): Place[] => [
  ...findTemplates(code, /(?<![.\w])query\(/g, true),
  ...findTemplates(code, /(?<![.\w])command(?=`)/g, false),
];

/** Templates tagged `sql`: parts of statements. */
export const findParts = (code: string): Place[] => findTemplates(code, /(?<![.\w])sql(?=`)/g, false);

function findTemplates(code: string, tag: RegExp, called: boolean): Place[] {
  return [...code.matchAll(tag)].flatMap((match) => {
    const behind = match.index + match[0].length;
    const start = called ? skipCode(code, behind, ')') : behind;
    if (code[start] !== '`') return [];
    const { raw, end } = readTemplate(code, start);
    return [{ place: placeOf(raw), after: code.slice(end, end + 40) }];
  });
}

/** @param start where the opening backtick stands. */
function readTemplate(code: string, start: number): { raw: string[]; end: number } {
  const raw: string[] = [];
  let from = start + 1;
  let at = from;
  while (code[at] !== '`') {
    if (at >= code.length) throw new Error('A template without an end.');
    if (code[at] === '\\') at += 2;
    else if (code.startsWith('${', at)) {
      raw.push(code.slice(from, at));
      at = skipCode(code, at + 2, '}');
      from = at;
    } else at += 1;
  }
  return { raw: [...raw, code.slice(from, at)], end: at + 1 };
}

const closing: Record<string, string> = { '(': ')', '{': '}', '[': ']' };

/** @returns the place behind the bracket that closes what is open at `at`. */
function skipCode(code: string, at: number, close: string): number {
  let next = at;
  while (code[next] !== close) {
    const sign = code[next];
    if (sign === undefined) throw new Error(`Code without its ${close}.`);
    const own = closing[sign];
    if (own !== undefined) next = skipCode(code, next + 1, own);
    else if (sign === '`') next = readTemplate(code, next).end;
    else if (sign === "'" || sign === '"') next = skipText(code, next);
    else next += 1;
  }
  return next + 1;
}

function skipText(code: string, start: number): number {
  let at = start + 1;
  while (code[at] !== code[start]) at += code[at] === '\\' ? 2 : 1;
  return at + 1;
}
