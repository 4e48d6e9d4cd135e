/** What a CSV leaves open, as questions to a person with the file's own examples. Pure. */
import { readAmountText, splitAmount } from '../bank-files/csv/amount-text.ts';
import type { CsvAnswers, CsvRole } from '../bank-files/csv/csv-mapping.ts';
import { readDate } from '../bank-files/csv/date-text.ts';
import type { CsvQuestion, UnderstoodCsv } from '../bank-files/csv/understand-csv.ts';
import { columnName, isOptional } from './understand-bank-file.ts';

export type AskedQuestion = {
  kind: CsvQuestion['kind'];
  /** Without an answer nothing can be imported. Of the direction, lines may be left undecided. */
  isRequired: boolean;
  /** `Which day is "03/04/2031"?` */
  text: string;
  /** The column that it is about. */
  column: string | undefined;
  /** Words of that column, each to be explained. */
  words: string[];
  /** What can be answered; empty where a currency or the meaning of words has to be named. */
  answers: { text: string; change: CsvAnswers }[];
};

/** With what can be answered. */
export function sayQuestion({ text, answers }: Pick<AskedQuestion, 'text' | 'answers'>): string {
  const choices = answers.map((answer) => answer.text);
  return choices.length === 0 ? text : `${text} (${choices.join('; ')})`;
}

type Asked = Pick<AskedQuestion, 'text'> & Partial<AskedQuestion>;

/** @param csv with its questions, and the first lines as examples. */
export const askAboutCsv = (csv: UnderstoodCsv): AskedQuestion[] =>
  csv.questions.map((question) => ({
    kind: question.kind,
    isRequired: !isOptional(question),
    column: undefined,
    words: [],
    answers: [],
    ...ask(question, csv),
  }));

function ask(question: CsvQuestion, csv: UnderstoodCsv): Asked {
  switch (question.kind) {
    case 'currency':
      return { text: 'The file names no currency. Which one is it in?' };
    case 'decimal':
      return {
        text: `How much is "${question.example}"?`,
        answers: question.answers.map(({ decimal, change }) => ({
          text: `${readAmountText(question.example, decimal)?.decimal ?? question.example}: the ${decimal} is the decimal mark`,
          change,
        })),
      };
    case 'date_order':
      return askOrder(question);
    case 'columns':
      return askColumn(question, csv);
    case 'sign_words':
    case 'status': {
      const column = columnName(csv.names, question.column);
      const words = question.words.map(quoted).join(', ');
      const text =
        question.kind === 'status'
          ? `What does ${words} mean in column "${column}"?`
          : `Does ${words} in column "${column}" mean that money came in or went out?`;
      return { text, column, words: question.words };
    }
    case 'charges':
      return {
        text: 'Are the charges in the amount already?',
        answers: question.answers.map(({ charges, change }) => ({
          text: charges === 'included' ? 'Yes, they are in the amount' : 'No, they come off it',
          change,
        })),
      };
    case 'direction':
      return askDirection(question, csv);
  }
}

const quoted = (text: string): string => `"${text}"`;

const orderWords = { DMY: 'the day comes first', MDY: 'the month comes first', YMD: 'the year comes first' };

function askOrder({ example, answers }: Extract<CsvQuestion, { kind: 'date_order' }>): Asked {
  return {
    text: `Which day is "${example}"?`,
    answers: answers.map(({ order, change }) => {
      const day = readDate(example, order)?.day;
      return { text: day === undefined ? orderWords[order] : `${inWords(day)}: ${orderWords[order]}`, change };
    }),
  };
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** `3 April 2031` */
function inWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[(month ?? 1) - 1]} ${year}`;
}

const roleWords: Record<CsvRole, string> = {
  date: 'the booking date',
  value_date: 'the value date',
  time: 'the time',
  amount: 'the amount',
  sign: 'the sign of the amount',
  credit: 'the money in',
  debit: 'the money out',
  currency: 'the currency',
  balance: 'the balance',
  charges: 'the charges',
  bank_id: "the bank's ID of the line",
  end_to_end_id: 'the end-to-end ID',
  name: 'the name of the other side',
  account: 'the account of the other side',
  code: 'the transaction code',
  status: 'the status',
  own_account: 'the account of the statement',
};

/** Of a role that no column is likely to have, every column is an answer. */
function askColumn({ role, answers }: Extract<CsvQuestion, { kind: 'columns' }>, csv: UnderstoodCsv): Asked {
  const width = Math.max(csv.names.length, ...csv.samples.map(({ cells }) => cells.length));
  const all = Array.from({ length: width }, (_, column) => ({ column, change: { columns: { [role]: column } } }));
  return {
    text: `Which column is ${roleWords[role]}?`,
    answers: (answers.length > 0 ? answers : all).map(({ column, change }) => {
      const example = exampleOf(csv, column);
      return { text: `${columnName(csv.names, column)}${example === undefined ? '' : `: ${quoted(example)}`}`, change };
    }),
  };
}

const exampleLengthMax = 40;

/** What the column has in the first line that has something in it. */
function exampleOf({ samples }: UnderstoodCsv, column: number | undefined): string | undefined {
  const cells = samples.map(({ cells: all }) => all[column ?? -1]?.trim() ?? '');
  return cells.find((cell) => cell !== '')?.slice(0, exampleLengthMax);
}

const directionWords: Record<string, { plain: string; negative: string }> = {
  signed: {
    plain: 'It came in: amounts without a minus came in',
    negative: 'It went out: amounts with a minus went out',
  },
  inverted: {
    plain: 'It went out: amounts without a minus went out',
    negative: 'It came in: amounts with a minus came in',
  },
};
const otherWords: Record<string, string> = {
  unmarked_out: 'Amounts without a mark went out',
  debits_positive: 'Money out is above 0 in its column',
  debits_negative: 'Money out is below 0 in its column',
};

function askDirection({ answers }: Extract<CsvQuestion, { kind: 'direction' }>, csv: UnderstoodCsv): Asked {
  const { columns = {} } = csv.known;
  const at = columns.amount ?? columns.debit ?? columns.credit ?? undefined;
  const [sample] = csv.samples;
  const amount = at === undefined ? undefined : sample?.cells[at]?.trim();
  const text =
    amount === undefined || amount === '' || columns.amount === undefined
      ? 'Which amounts went out?'
      : `Did the ${amount} on line ${sample?.lineNumber} come in or go out?`;
  return {
    text,
    answers: answers.map(({ says, change }) => {
      const { sign, debit, credit } = change.columns ?? {};
      if (typeof sign === 'number') {
        const word = exampleOf(csv, sign);
        const says = word === undefined ? '' : `, here ${quoted(word)}`;
        return { text: `Column "${columnName(csv.names, sign)}" says it${says}`, change };
      }
      if (typeof debit === 'number' && typeof credit === 'number') {
        const [out, into] = [columnName(csv.names, debit), columnName(csv.names, credit)];
        return { text: `${out} is money out, ${into} is money in`, change };
      }
      const isNegative = splitAmount(amount ?? '')?.isNegative === true;
      const words = directionWords[says]?.[isNegative ? 'negative' : 'plain'] ?? otherWords[says];
      return { text: words ?? says, change };
    }),
  };
}
