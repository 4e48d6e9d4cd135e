/** Uploaded statement files and profiles in the operator's answers. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { amountThatIs, Count, Currency, Instant, NumericId, nullable, Text } from '../../base/schemas/parts.ts';
import { CsvAnswersBody } from '../bank-files/csv/csv-mapping.ts';
import { Day, GapAnswer, SourceName } from '../reconciliation/statement-schemas.ts';
import { type FileQuestion, type Found, fileStates, keptDays } from './statement-file.ts';
import type { ListedFile } from './statement-files.repository.ts';
import type { StatementProfile } from './statement-profiles.repository.ts';

export const CsvAnswers = Type.Unsafe<Static<typeof CsvAnswersBody>>({
  ...CsvAnswersBody,
  title: 'CsvAnswers',
  description: 'What a person says of a CSV. Columns are counted from 0; null: there is no such column',
  examples: [{ currency: 'EUR' }],
});

const questionKinds = [
  ...(['account', 'currency', 'decimal', 'date_order', 'columns', 'direction', 'sign_words', 'status'] as const),
  'charges',
] as const;

const Question = Type.Object(
  {
    kind: Type.Enum([...questionKinds]),
    required: Type.Boolean({ description: 'Without an answer the file is not imported', examples: [true] }),
    text: Text('Which day is "03/04/2031"?'),
    column: Type.Union([Type.String(), Type.Null()], { description: 'That it is about', examples: [null] }),
    words: Type.Array(Type.String({ examples: ['Af'] }), {
      description: 'Words in the column, each to be explained with `sign_words` or `status_words`',
      examples: [[]],
    }),
    answers: Type.Array(Type.Object({ text: Text('3 April 2031: the day comes first'), change: CsvAnswers }), {
      description:
        'What can be answered: `change` is what to send. None where a currency, an account or words are asked for',
    }),
  },
  { title: 'StatementQuestion' },
);

const Balance = nullable(Type.Object({ on: Day, amount: amountThatIs('Below 0: overdrawn'), currency: Currency }));

const Contents = Type.Object(
  {
    first_day: nullable(Day),
    last_day: nullable(Day),
    entries: Type.Integer({ minimum: 0, description: 'Booked ones, which are imported', examples: [3] }),
    pending: Type.Integer({ minimum: 0, description: 'Not booked yet: not imported', examples: [0] }),
    empty: Type.Integer({ minimum: 0, description: 'Moved no money: not imported', examples: [0] }),
    skipped: Type.Array(Type.String(), { description: 'Files of a zip that are no statements', examples: [[]] }),
    sums: Type.Array(
      Type.Object({
        currency: Currency,
        entries: Count,
        in: amountThatIs('What came in'),
        out: amountThatIs('What went out'),
        undirected: amountThatIs('Of entries whose direction the file does not say'),
      }),
    ),
    opening_balance: Balance,
    closing_balance: Balance,
    first: Type.Array(
      Type.Object({
        line_number: Type.Integer({ minimum: 1, examples: [2] }),
        booked_on: Day,
        amount: amountThatIs('Below 0: it went out'),
        currency: Currency,
        direction: Type.Enum(['read', 'unknown']),
        reference: Text('Invoice 7'),
        counterparty_name: Type.Union([Type.String(), Type.Null()], { examples: ['Erika Beispiel'] }),
      }),
      { description: 'The first three lines as they will be imported' },
    ),
  },
  { title: 'StatementFileContents' },
);

const ImportedCounts = Type.Object(
  {
    statement_id: NumericId,
    lines: Type.Integer({ minimum: 0, description: 'New ones', examples: [3] }),
    open: Type.Integer({ minimum: 0, description: 'New ones that match nothing', examples: [1] }),
    repeated: Type.Integer({ minimum: 0, description: 'Imported with an earlier statement', examples: [0] }),
    completed: Type.Integer({
      minimum: 0,
      description: 'Lines of earlier statements of which the file says more',
      examples: [0],
    }),
    possible_duplicates: Type.Integer({
      minimum: 0,
      description: 'New ones that an earlier statement may have: a person decides',
      examples: [0],
    }),
    undirected: Type.Integer({ minimum: 0, description: 'Whose direction a person has to say', examples: [0] }),
    directed: Type.Integer({
      minimum: 0,
      description: 'Lines of an earlier import of this file that have their direction now',
      examples: [0],
    }),
    empty: Count,
    matched: Type.Integer({ minimum: 0, description: 'Matched now, lines of earlier statements too', examples: [2] }),
    ambiguous: Type.Integer({ minimum: 0, description: 'Open lines that several transfers fit', examples: [0] }),
    returned_payouts: Type.Integer({ minimum: 0, description: 'Failed with it', examples: [0] }),
    top_ups: Type.Integer({ minimum: 0, description: 'Confirmed with it', examples: [0] }),
    gaps: Type.Array(GapAnswer, { description: 'What statements of this account lack between them' }),
  },
  { title: 'ImportedStatementFile' },
);

export const StatementFileAnswer = Type.Object(
  {
    file_id: NumericId,
    source: SourceName,
    file_name: Text('bank.csv'),
    size: Type.Integer({ minimum: 1, description: 'Bytes', examples: [812] }),
    received: Type.Integer({ minimum: 0, description: 'Bytes that have arrived', examples: [812] }),
    state: Type.Enum([...fileStates], {
      description:
        '`uploading`: bytes are missing. `reading`, `importing`: in progress. `refused`: `problems` says why. `asking`: required questions are open. `ready`: can be imported',
    }),
    progress: nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Of what is in progress', examples: [0.4] })),
    created_at: Instant,
    deleted_at: Type.String({ ...Instant, description: `When the file is deleted: after ${keptDays} days` }),
    format: nullable(Type.String({ description: 'What it was read as', examples: ['camt.053'] })),
    account: nullable(
      Type.String({ description: 'Which account it is for; empty: there is only one', examples: [''] }),
    ),
    profile: nullable(Type.Object({ profile_id: NumericId, name: Text('My bank') })),
    problems: Type.Array(
      Type.Object({
        line_number: nullable(Type.Integer({ minimum: 1, examples: [3] })),
        message: Text('There are bytes that are not UTF-8 text. Download the file again, or save it as UTF-8.'),
      }),
      { examples: [[]] },
    ),
    questions: Type.Array(Question),
    contents: nullable(Contents),
    second_factor_required: Type.Boolean({
      description: 'The import confirms top-ups: ask for it again after passing the second factor',
      examples: [false],
    }),
    result: nullable(ImportedCounts),
  },
  { title: 'StatementFile' },
);

const dayMs = 86_400_000;

export function presentFile(file: ListedFile): Static<typeof StatementFileAnswer> {
  const { found, problems, createdAt, profileId, profile, progressDone, progressTotal } = file;
  const isBusy = file.state === 'reading' || file.state === 'importing';
  return {
    ...{ file_id: Number(file.id), source: file.source, file_name: file.fileName, state: file.state },
    ...{ size: Number(file.size), received: Number(file.received) },
    progress: isBusy ? (progressTotal === 0n ? 0 : Number(progressDone) / Number(progressTotal)) : null,
    created_at: createdAt.toISOString(),
    deleted_at: new Date(createdAt.getTime() + keptDays * dayMs).toISOString(),
    format: found?.format ?? null,
    account: found?.account ?? null,
    profile: profileId === null || profile === null ? null : { profile_id: Number(profileId), name: profile },
    problems: problems.map(({ lineNumber, message }) => ({ line_number: lineNumber ?? null, message })),
    questions: file.state === 'asking' || file.state === 'ready' ? (found?.questions ?? []).map(presentQuestion) : [],
    contents: found?.contents ? presentContents(found.contents) : null,
    second_factor_required: file.needsSecondFactor,
    result: presentCounts(file),
  };
}

const presentQuestion = ({
  kind,
  isRequired,
  text,
  column,
  words,
  answers,
}: FileQuestion): Static<typeof Question> => ({
  ...{ kind, required: isRequired, text, column: column ?? null, words, answers },
});

type Contained = NonNullable<Found['contents']>;

const money = (amount: string, currency: string) => jsonDecimal(BigInt(amount), exponentOf(currency));

const presentBalance = (balance: Contained['opening']): Static<typeof Balance> =>
  balance === null ? null : { ...balance, amount: money(balance.amount, balance.currency) };

const presentContents = ({ days, sums, opening, closing, first, ...counts }: Contained): Static<typeof Contents> => ({
  first_day: days?.first ?? null,
  last_day: days?.last ?? null,
  ...counts,
  sums: sums.map(({ currency, entries, ...amounts }) => ({
    ...{ currency, entries, in: money(amounts.in, currency), out: money(amounts.out, currency) },
    undirected: money(amounts.undirected, currency),
  })),
  opening_balance: presentBalance(opening),
  closing_balance: presentBalance(closing),
  first: first.map(({ lineNumber, bookedOn, amount, currency, counterpartyName, ...line }) => ({
    ...{ line_number: lineNumber, booked_on: bookedOn, amount: money(amount, currency), currency, ...line },
    counterparty_name: counterpartyName,
  })),
});

function presentCounts({ result, importId }: ListedFile): Static<typeof ImportedCounts> | null {
  if (result === null || importId === null) return null;
  const { lines, open, repeated, completed, undirected, directed, empty, matched, ambiguous } = result;
  return {
    ...{ statement_id: Number(importId), lines, open, repeated, completed },
    possible_duplicates: result.possible,
    ...{ undirected, directed, empty, matched, ambiguous, returned_payouts: result.returned },
    top_ups: result.received,
    gaps: result.gaps ?? [],
  };
}

export const ProfileAnswer = Type.Object(
  {
    profile_id: NumericId,
    source: SourceName,
    name: Text('My bank'),
    account: Type.String({ description: 'Which account it is for; empty: there is only one', examples: [''] }),
    columns: Type.Array(Type.String({ examples: ['buchungstag'] }), {
      description: 'Of the files that it reads, in lowercase; empty: they have no header',
    }),
    currency: nullable(Currency),
    changed_at: Instant,
  },
  { title: 'StatementProfile', description: "How a bank's CSV is read" },
);

export const presentProfile = (profile: StatementProfile): Static<typeof ProfileAnswer> => ({
  profile_id: Number(profile.id),
  ...{ source: profile.source, name: profile.name, account: profile.account },
  ...{ columns: profile.mapping.header, currency: profile.mapping.currency },
  changed_at: profile.changedAt.toISOString(),
});
