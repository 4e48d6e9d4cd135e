/**
 * Finds the number literals of a JSON text that its parser would round, in one pass over the bytes. A body may hold tens
 * of thousands of literals, so all but the longest and the most extreme are decided by counting digits. Must not judge
 * the JSON: whatever is malformed stays so.
 */

/** Doubles tell any two decimals of so many significant digits apart, in the range of `isPlainPower`. */
const exactDigitsMax = 15;
/**
 * The most significant digits that any double needs to be told from its neighbors. A decimal fraction of so many is taken
 * for its double, whose shortest decimal may have fewer (`19.989999999999998` for 19.99), because some serializers write
 * every double with 17 digits. A whole number is not: it may be an id.
 */
const doubleDigitsMax = 17;
/** Powers of ten at which a double has its full precision. Below, it loses digits; above, it overflows. */
const isPlainPower = (power: number): boolean => power >= -307 && power <= 307;
/** Every decimal smaller than 10 to this power is read as 0. */
const vanishingPower = -325;
/** Larger than any power that matters and than any body is long, so that the sums below stay exact. */
const exponentMax = 1e9;

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, minus, plus, point] = [code('"'), code('\\'), code('-'), code('+'), code('.')];
const [zero, nine, lowerE, upperE] = [code('0'), code('9'), code('e'), code('E')];
const space = code(' ');

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

/** The shortest literal that a double cannot hold. No literal that has to be replaced is shorter. */
const tooLarge = Buffer.from('1e999');

type MarkedNumbers = {
  /** As long as the input, and identical where nothing was replaced. */
  text: Buffer;
  /** Whether any literal is infinite for the parser: each stands for a number that would have been rounded. */
  hasInexact: boolean;
};

/**
 * Replaces each literal that would be rounded by one that the parser reads as infinite, and `-0` by `0`.
 * @param body UTF-8.
 */
export function markInexactNumbers(body: Buffer): MarkedNumbers {
  let text = body;
  let hasInexact = false;
  const literal = newLiteral();
  for (let at = 0; at < body.length; ) {
    const byte = body[at] as number;
    if (byte === quote) at = endOfText(body, at);
    else if (byte !== minus && !isDigit(byte)) at += 1;
    else {
      readLiteral(body, at, literal);
      if (literal.digits === 0) {
        if (byte === minus && literal.isWhole) {
          if (text === body) text = Buffer.from(body);
          text[at] = space;
        }
      } else if (literal.isWhole && !isFaithful(body, at, literal)) {
        hasInexact = true;
        if (text === body) text = Buffer.from(body);
        // The sign stays: without it, digits right before a malformed literal would become part of this one.
        const start = byte === minus ? at + 1 : at;
        text.fill(space, start, literal.end);
        tooLarge.copy(text, start);
      }
      at = literal.end;
    }
  }
  return { text, hasInexact };
}

/** Where the text that starts at `start` ends: behind its closing quote, or at the end of the body. */
function endOfText(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length) {
    const byte = body[at];
    if (byte === quote) return at + 1;
    at += byte === backslash ? 2 : 1;
  }
  return body.length;
}

/** A literal as digits × 10^power, with one digit before the point. */
type Literal = {
  /** How many significant digits it has, without outer zeros. */
  digits: number;
  power: number;
  end: number;
  /** Digits stand wherever JSON requires them. */
  isWhole: boolean;
};

/** One object for all literals of a body. */
const newLiteral = (): Literal => ({ digits: 0, power: 0, end: 0, isWhole: false });

function readLiteral(body: Buffer, start: number, literal: Literal): void {
  let at = body[start] === minus ? start + 1 : start;
  const first = at;
  let seen = 0;
  let digits = 0;
  let power = -1;
  for (; isDigit(body[at]); at += 1) {
    if (seen > 0 || body[at] !== zero) {
      seen += 1;
      power += 1;
      if (body[at] !== zero) digits = seen;
    }
  }
  let isWhole = at > first && (body[first] !== zero || at === first + 1);
  if (body[at] === point) {
    const fraction = at + 1;
    for (at = fraction; isDigit(body[at]); at += 1) {
      if (seen > 0 || body[at] !== zero) {
        seen += 1;
        if (body[at] !== zero) digits = seen;
      } else power -= 1;
    }
    isWhole &&= at > fraction;
  }
  if (body[at] === lowerE || body[at] === upperE) {
    at += 1;
    const isNegative = body[at] === minus;
    if (isNegative || body[at] === plus) at += 1;
    const exponentStart = at;
    let exponent = 0;
    for (; isDigit(body[at]); at += 1) {
      exponent = Math.min(exponent * 10 + (body[at] as number) - zero, exponentMax);
    }
    power += isNegative ? -exponent : exponent;
    isWhole &&= at > exponentStart;
  }
  literal.digits = digits;
  literal.power = power;
  literal.end = at;
  literal.isWhole = isWhole;
}

/** Whether the parser's double stands for what was written. The literal is not zero. */
function isFaithful(body: Buffer, start: number, { digits, power, end }: Literal): boolean {
  if (digits > doubleDigitsMax || power < vanishingPower) return false;
  const isWholeNumber = power >= digits - 1;
  if (isPlainPower(power) && digits <= (isWholeNumber ? exactDigitsMax : doubleDigitsMax)) return true;
  const source = body.toString('latin1', start, end);
  const value = Number(source);
  if (value === 0 || !Number.isFinite(value)) return false;
  return !isWholeNumber || isShortest(source, value);
}

/** Whether the literal is the shortest decimal of its double, however it is spelled. */
function isShortest(source: string, value: number): boolean {
  const shortest = String(value);
  return source === shortest || normalize(source) === normalize(shortest);
}

/** A canonical form of a decimal. */
function normalize(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal) ?? [];
  const digits = whole + fraction;
  // Loops instead of /0+$/, which takes quadratic time on a very long literal.
  let start = 0;
  while (digits[start] === '0') start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
