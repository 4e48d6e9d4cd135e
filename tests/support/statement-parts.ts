/** What a reader of bank files makes of a file, each part on a line that a test can compare. */
import { openStatementFile } from '../../src/features/bank-files/open-statement-file.ts';
import type { EntryFacts, FileEntry, StatementPart } from '../../src/features/bank-files/statement-file.ts';

/** @param pieceBytes how the file is cut into pieces. */
export const opening = (file: string | Uint8Array, pieceBytes = Number.MAX_SAFE_INTEGER) => {
  const bytes = Buffer.from(file as string);
  return async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
};

/** The parts of a statement; a file that is refused or text is one line. */
export async function readLines(file: string | Uint8Array, pieceBytes?: number, bytesMax?: number): Promise<string[]> {
  const opened = await openStatementFile(opening(file, pieceBytes), bytesMax);
  if (opened.is === 'refused') return [`refused: ${opened.problem.message}`];
  if (opened.is === 'text') {
    let text = '';
    for await (const piece of opened.text()) text += piece;
    return [`text in ${opened.encoding}: ${text}`];
  }
  const lines: string[] = [];
  for await (const part of opened.parts()) lines.push(...shown(part));
  return lines;
}

/** `2031-03-02/2031-03-01 -12.50 EUR NTRF`, who, references, texts; of what is usual nothing. */
export function shown(part: StatementPart): string[] {
  switch (part.kind) {
    case 'statement':
      return [`statement ${part.statement.account} ${part.statement.currency} ${part.statement.number}`];
    case 'balance':
      return [`${part.balance.which} ${part.balance.on} ${decimal(part.balance.amount)} ${part.balance.currency}`];
    case 'skipped':
      return [`skipped ${part.name}`];
    case 'problem':
      return [`problem ${part.problem.lineNumber}: ${part.problem.message}`];
    case 'entry': {
      const { entry } = part;
      const time = entry.bookedTime === undefined ? '' : `T${entry.bookedTime}`;
      const money = `${decimal(entry.amount)} ${entry.currency}`;
      const head = [`${entry.bookedOn}${time}/${entry.valueOn ?? ''} ${money} ${entry.code ?? ''}`.trim()];
      if (entry.status !== 'booked') head.push(`[${entry.status}]`);
      if (entry.direction !== 'read') head.push(`[${entry.direction}]`);
      if (entry.reverses) head.push('[reverses]');
      if (entry.bankId !== undefined) head.push(`id=${entry.bankId}`);
      return [
        [...head, ...factsOf(entry)].join(' '),
        ...entry.details.map((one) =>
          [`  ${one.amount === undefined ? '?' : decimal(one.amount)}`, ...factsOf(one)].join(' '),
        ),
      ];
    }
  }
}

const decimal = (minor: bigint): string =>
  `${minor < 0n ? '-' : ''}${String(minor < 0n ? -minor : minor)
    .padStart(3, '0')
    .replace(/(..)$/, '.$1')}`;

function factsOf(facts: EntryFacts): string[] {
  const { endToEndId, texts, counterpartyName, counterpartyAccount, charges, returned } = facts;
  return [
    ...(endToEndId === undefined ? [] : [`e2e=${endToEndId}`]),
    ...(counterpartyName === undefined ? [] : [`by ${counterpartyName}`]),
    ...(counterpartyAccount === undefined ? [] : [`(${counterpartyAccount})`]),
    ...(charges === undefined ? [] : [`charges=${decimal(charges)}`]),
    ...(returned === undefined ? [] : [`returned=${returned.endToEndId}:${returned.reason}`]),
    ...(texts.length === 0 ? [] : [`| ${texts.join(' | ')}`]),
  ];
}

const silent = {
  ...{ endToEndId: undefined, texts: [], counterpartyName: undefined, counterpartyAccount: undefined },
  ...{ charges: undefined, returned: undefined, valueOn: undefined, bookedTime: undefined, bankId: undefined },
  ...{ code: undefined, reverses: false, details: [] },
};

/**
 * `|` begins a statement, `| DE89` one of this account, `o 1 0` is its opening balance of 0 on 1 March, `c 3 10` the closing one,
 * and `e 2 -10` an entry; behind them the currency, if it is not EUR, and what is not usual of an entry.
 */
export function partOf(text: string, lineNumber = 1): StatementPart {
  const [kind, day = '', amount = '0', ...more] = text.split(' ');
  if (kind === '|') {
    return { kind: 'statement', statement: { account: day || undefined, currency: undefined, number: undefined } };
  }
  const currency = more.find((one) => /^[A-Z]{3}$/.test(one)) ?? 'EUR';
  const money = { currency, amount: BigInt(amount), lineNumber };
  const on = `2031-03-${day.padStart(2, '0')}`;
  if (kind !== 'e') return { kind: 'balance', balance: { ...money, on, which: kind === 'o' ? 'opening' : 'closing' } };
  const status = (['pending', 'information'] as const).find((one) => more.includes(one)) ?? 'booked';
  const direction: FileEntry['direction'] = more.includes('unknown') ? 'unknown' : 'read';
  return { kind: 'entry', entry: { ...silent, ...money, bookedOn: on, status, direction } };
}
