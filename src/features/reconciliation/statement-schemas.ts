/** Statements, their lines and what they could be, in the operator's answers. */

import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import {
  Amount,
  amountThatIs,
  Count,
  Currency,
  Instant,
  NullableInstant,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { outsideSourcePattern } from '../../core/ledger/accounts.ts';
import { subjectKinds } from '../../core/ledger/subject.ts';
import { TransferCodeName } from '../../core/ledger/transfer-code.ts';
import { reasonInWords } from '../bank-files/reason-codes.ts';
import { bankReference } from '../bank-files/references.ts';
import type { ImportResult } from './import-statement.ts';
import type { ListedImport } from './imports.repository.ts';
import { returnFindings } from './judge-return.ts';
import type { LineReturn } from './line-returns.repository.ts';
import { type NamedTransfer, nameOfKey } from './named-transfers.repository.ts';
import type { AccountGap } from './read-gaps.ts';
import { type FullLine, isOpenLine, type MatchedLine } from './read-lines.ts';
import type { LineDetails, LinePayment } from './statement-line.ts';
import { presentTakenBack, TakenBackPayment, TakenBackTopUp } from './taken-back-schemas.ts';

export const SourceName = Type.String({
  pattern: outsideSourcePattern,
  description: 'Whose statement: `bank`, or a provider (`GET /operator/statement-sources`)',
  examples: ['bank'],
});
export const Day = Type.String({ pattern: '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$', examples: ['2031-03-01'] });

export const NamedTransferAnswer = Type.Object(
  {
    transfer_id: NumericId,
    holder: NamedHolder,
    owner: Type.Object(
      { holder_id: NumericId, name: Text('Taverna') },
      { description: 'Whose money it is: the payout of a payee leaves the book of its company' },
    ),
    code: TransferCodeName('What kind of transfer it is'),
    subject: Type.Object({ kind: Type.Enum([...subjectKinds]), id: Text('top_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd') }),
    created_at: Instant,
  },
  { title: 'NamedTransfer', description: 'A transfer to or from the bank or acquirer, in the book of this holder' },
);
/** One that no line explains. */
export const OpenTransferAnswer = Type.Object(
  {
    ...NamedTransferAnswer.properties,
    amount: Amount,
    currency: Currency,
    open_amount: amountThatIs('What of it is on no statement'),
  },
  { title: 'OpenTransfer' },
);
const MatchAnswer = Type.Object(
  {
    ...NamedTransferAnswer.properties,
    amount: amountThatIs('What of the line and of the transfer is the same'),
    matched_at: Instant,
    matched_by_hand: Type.Boolean(),
    rule: nullable(
      Type.Object(
        { rule_id: NumericId, text: Text('KONTOFÜHRUNG') },
        { description: 'The booking rule that booked it' },
      ),
    ),
  },
  { title: 'StatementMatch' },
);
type PresentedTransfer = Static<typeof NamedTransferAnswer>;

export const presentTransfer = (transfer: NamedTransfer): PresentedTransfer => ({
  transfer_id: Number(transfer.id),
  holder: { holder_id: Number(transfer.holderId), name: transfer.holderName, kind: transfer.holderKind },
  owner: { holder_id: Number(transfer.ownerId), name: transfer.ownerName },
  code: transfer.code,
  subject: { kind: transfer.subjectKind, id: transfer.subjectId },
  created_at: transfer.createdAt.toISOString(),
});

const OptionalText = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const EndToEndId = OptionalText("The sender's own id of the payment", 'INV-2031-7');
const CounterpartyName = OptionalText('Who paid or was paid', 'Erika Beispiel');
const CounterpartyAccount = OptionalText('An IBAN or another number, without spaces', 'DE02120300000000202051');

/** What the bank's file says beside the text; null where it does not. */
const facts = {
  value_on: nullable(Day),
  end_to_end_id: EndToEndId,
  counterparty_name: CounterpartyName,
  counterparty_account: CounterpartyAccount,
  bank_code: OptionalText('The bank transaction code as written', 'PMNT/RCDT/ESCT'),
  reverses: Type.Boolean({ description: 'It takes back an earlier line', examples: [false] }),
  charges: nullable(amountThatIs('What the bank kept: already off the amount')),
  return_reason: OptionalText('Why a payment came back, in words', 'The account is closed (AC04)'),
};

const PaymentOfLine = Type.Object(
  {
    amount: nullable(Amount),
    end_to_end_id: EndToEndId,
    counterparty_name: CounterpartyName,
    counterparty_account: CounterpartyAccount,
    reference: Text('Invoice 7'),
  },
  { title: 'StatementPayment' },
);

const SentBack = Type.Object(
  {
    return_id: PublicId('lr'),
    status: Type.Enum(['ordered', 'sent'], { description: '`ordered`: the bank has not sent it yet' }),
    amount: Amount,
    reason: Text('Sent by another person'),
    reference: Text('lr12QmZxW1Jc9TbVh3RdfGk4s', 'What the payment has to name, so that its line is matched by itself'),
    name: OptionalText('Whom the bank is to pay; null: it was sent by hand', 'Erika Beispiel'),
    account: OptionalText('The IBAN', 'DE02120300000000202051'),
    created_at: Instant,
    sent_at: NullableInstant,
  },
  { title: 'LineReturn', description: 'Money of the line that goes back to its sender' },
);

const RejectedReturn = Type.Object(
  {
    return_id: PublicId('lr'),
    reason: Text('The account is closed (AC04)', 'The bank’s, in words'),
    rejected_at: Instant,
  },
  { title: 'RejectedReturn', description: 'The bank did not send the money of the line back' },
);

const line = {
  line_number: Type.Integer({ minimum: 1, description: 'Of the file', examples: [2] }),
  booked_on: Day,
  amount: Amount,
  currency: Currency,
  direction: Type.Enum(['read', 'unknown', 'in', 'out'], {
    description:
      '`read`: the statement says it. `unknown`: it does not, and `amount` has no sign until a person says it: `in`, `out`',
  }),
  duplicate: nullable(
    Type.Enum(['possible', 'same', 'other'], {
      description:
        '`possible`: an earlier statement may have this line. A person said: it is the `same`, or an `other`',
    }),
  ),
  reference: Text('PAYOUT po_14fGk2Qm7Z'),
  matches: Type.Array(MatchAnswer, { description: 'The transfers that it is, and how much of each' }),
  open_amount: amountThatIs('What of it no transfer explains'),
  ...facts,
};

export const LineAnswer = Type.Object(
  {
    line_id: NumericId,
    statement: Type.Object({ statement_id: NumericId, file_name: Text('bank.csv') }),
    source: SourceName,
    ...line,
    status: Type.Enum(['open', 'matched', 'duplicate']),
    twins: Type.Array(
      Type.Object({
        line_id: NumericId,
        file_name: Text('bank.csv'),
        line_number: Type.Integer({ minimum: 1, examples: [2] }),
      }),
      { description: 'Of a line with `duplicate`: up to three lines of earlier statements that it may be' },
    ),
    rules_off: Type.Boolean({
      description: 'It can only be matched manually, because someone undid an automatic match',
    }),
    note: NullableText,
    payments: nullable(
      Type.Object(
        { count: Count, first: Type.Array(PaymentOfLine, { description: 'Up to 500 of them' }) },
        { description: 'Of a collective line: the payments that the bank booked with it' },
      ),
    ),
    candidates: Type.Object(
      {
        by: Type.Enum(['reference', 'amount'], { description: 'What they have in common; always the amount' }),
        transfers: Type.Array(NamedTransferAnswer),
      },
      { description: 'Of an open line: up to five transfers that could be its other side' },
    ),
    sent_back: nullable(SentBack),
    return_rejected: nullable(RejectedReturn),
    returns: Type.Union([Type.String(), Type.Null()], {
      description: 'Of an open line that came in: the payout that it names, which the bank may have returned',
      examples: [null],
    }),
    returns_finding: nullable(
      Type.Enum([...returnFindings], {
        description:
          '`proven`: what was sent came back, less charges that the file states. `other_amount`: its amount is another. `returned_before`: another line is the return of the payout. `not_sent`: the payout never left',
      }),
    ),
    takes_back: nullable(TakenBackTopUp),
    takes_back_payment: nullable(TakenBackPayment),
  },
  { title: 'StatementLine' },
);

const presentReturn = (one: LineReturn): Static<typeof SentBack> => ({
  return_id: one.id,
  status: one.status === 'sent' ? 'sent' : 'ordered',
  amount: jsonDecimal(one.amount, exponentOf(one.currency)),
  reason: one.reason,
  reference: bankReference(one.id),
  name: one.creditorName,
  account: one.creditorAccount,
  created_at: one.createdAt.toISOString(),
  sent_at: one.sentAt?.toISOString() ?? null,
});

const presentRejected = (one: LineReturn): Static<typeof RejectedReturn> => ({
  return_id: one.id,
  reason: one.bankReason ?? '',
  rejected_at: (one.cancelledAt ?? one.createdAt).toISOString(),
});

type Named = ReadonlyMap<string, NamedTransfer>;

const presentMatches = ({ matches, currency }: MatchedLine, named: Named): Static<typeof MatchAnswer>[] =>
  matches.flatMap((match) => {
    const transfer = named.get(nameOfKey(match));
    if (transfer === undefined) return [];
    const amount = jsonDecimal(match.amount, exponentOf(currency));
    const { matchedAt, byHand } = match;
    const { ruleId, ruleText } = transfer;
    const rule = ruleId === null || ruleText === null ? null : { rule_id: Number(ruleId), text: ruleText };
    return [
      { ...presentTransfer(transfer), amount, matched_at: matchedAt.toISOString(), matched_by_hand: byHand, rule },
    ];
  });

const presentPayment = ({ currency, direction }: FullLine, payment: LinePayment): Static<typeof PaymentOfLine> => {
  const read = payment.amount === null ? null : BigInt(payment.amount);
  // Read without a sign, before a person said that the line went out.
  const amount = read !== null && direction === 'out' ? -read : read;
  return {
    amount: amount === null ? null : jsonDecimal(amount, exponentOf(currency)),
    end_to_end_id: payment.endToEndId,
    counterparty_name: payment.name,
    counterparty_account: payment.account,
    reference: payment.text,
  };
};

const presentPayments = (one: FullLine, { count, payments }: LineDetails) => ({
  count,
  first: payments.map((payment) => presentPayment(one, payment)),
});

const presentFacts = (one: MatchedLine, named: Named) => ({
  line_number: one.lineNumber,
  booked_on: one.bookedOn,
  amount: jsonDecimal(one.amount, exponentOf(one.currency)),
  currency: one.currency,
  direction: one.direction,
  duplicate: one.duplicate,
  reference: one.reference,
  matches: presentMatches(one, named),
  open_amount: jsonDecimal(one.amount - one.matchedAmount, exponentOf(one.currency)),
  value_on: one.valueOn,
  end_to_end_id: one.endToEndId,
  counterparty_name: one.counterpartyName,
  counterparty_account: one.counterpartyAccount,
  bank_code: one.bankCode,
  reverses: one.reverses,
  charges: one.charges === null ? null : jsonDecimal(one.charges, exponentOf(one.currency)),
  return_reason: one.returnReason === null ? null : reasonInWords(one.returnReason),
});

export const presentLine = (one: FullLine, named: Named): Static<typeof LineAnswer> => ({
  line_id: Number(one.id),
  statement: { statement_id: Number(one.importId), file_name: one.fileName },
  source: one.source,
  ...presentFacts(one, named),
  status: one.duplicate === 'same' ? 'duplicate' : isOpenLine(one) ? 'open' : 'matched',
  twins: one.twins.map(({ id, fileName, lineNumber }) => ({
    line_id: Number(id),
    file_name: fileName,
    line_number: lineNumber,
  })),
  rules_off: one.rulesOff,
  note: one.note,
  payments: one.details === null ? null : presentPayments(one, one.details),
  candidates: {
    by: one.named ? 'reference' : 'amount',
    transfers: one.candidates.flatMap((key) => {
      const transfer = named.get(nameOfKey(key));
      return transfer === undefined ? [] : [presentTransfer(transfer)];
    }),
  },
  sent_back: one.sentBack === undefined ? null : presentReturn(one.sentBack),
  return_rejected: one.rejected === undefined ? null : presentRejected(one.rejected),
  returns: one.returns?.payout.id ?? null,
  returns_finding: one.returns?.finding ?? null,
  ...presentTakenBack(one.takesBack),
});

export const StatementAnswer = Type.Object(
  {
    statement_id: NumericId,
    source: SourceName,
    account: Type.String({
      description: 'Which account it is for, if there are several; empty: there is only one',
      examples: [''],
    }),
    file_name: Text('bank.csv'),
    format: nullable(
      Type.String({
        description: 'What the file was read as; null: as its columns were named, or not recorded',
        examples: ['camt.053'],
      }),
    ),
    imported_at: Instant,
    lines: Count,
    open: Type.Integer({ minimum: 0, description: 'Lines that match nothing', examples: [0] }),
    from: { ...nullable(Day), description: 'The day of its first line' },
    to: { ...nullable(Day), description: 'The day of its last line' },
    sums: Type.Array(
      Type.Object({
        currency: Currency,
        in: amountThatIs('Money that came in'),
        out: amountThatIs('Money that went out'),
      }),
      { description: 'Without lines of which nobody has said which way their money went' },
    ),
  },
  { title: 'Statement' },
);

export const presentImport = (one: ListedImport): Static<typeof StatementAnswer> => ({
  statement_id: Number(one.id),
  source: one.source,
  account: one.account,
  file_name: one.fileName,
  format: one.format,
  imported_at: one.importedAt.toISOString(),
  lines: Number(one.lines),
  open: Number(one.open),
  from: one.firstOn,
  to: one.lastOn,
  sums: one.moved.map(({ currency, incoming, outgoing }) => ({
    currency,
    in: jsonDecimal(incoming, exponentOf(currency)),
    out: jsonDecimal(outgoing, exponentOf(currency)),
  })),
});

export const GapAnswer = Type.Object(
  {
    account: Type.String({ description: 'Empty: no statement names it', examples: ['DE89370400440532013000'] }),
    currency: Currency,
    after: Day,
    before: Day,
    amount: amountThatIs('What moved between the statements: above 0 came in'),
  },
  {
    title: 'StatementGap',
    description: 'A statement that begins on `before` does not begin with what the one until `after` ends with',
  },
);

export const presentGap = ({ amount, ...gap }: AccountGap): Static<typeof GapAnswer> => ({
  ...gap,
  amount: jsonDecimal(amount, exponentOf(gap.currency)),
});

export const ImportAnswer = Type.Object(
  {
    statement_id: nullable(NumericId),
    dry_run: Type.Boolean(),
    format: nullable(
      Type.String({
        description: 'What the file was read as; null: as its columns were named',
        examples: ['camt.053'],
      }),
    ),
    account: Type.String({ description: 'Which account it is for; empty: there is only one', examples: [''] }),
    pending: Type.Integer({ minimum: 0, description: 'Entries that are not booked yet: not imported', examples: [0] }),
    lines: Type.Integer({ minimum: 0, description: 'New ones', examples: [3] }),
    open: Type.Integer({ minimum: 0, description: 'New ones that match nothing', examples: [1] }),
    repeated: Type.Integer({ minimum: 0, description: 'Imported with an earlier statement', examples: [0] }),
    completed: Type.Integer({
      minimum: 0,
      description:
        'Of the repeated: lines of which this file says more than the earlier statements did, which is added',
      examples: [0],
    }),
    possible_duplicates: Type.Integer({
      minimum: 0,
      description: 'New ones that an earlier statement may have: a person decides, and nothing is credited before',
      examples: [0],
    }),
    undirected: Type.Integer({
      minimum: 0,
      description: 'Lines whose direction the file does not say: a person says it, and nothing is credited before',
      examples: [0],
    }),
    directed: Type.Integer({
      minimum: 0,
      description: 'Lines of an earlier import of this file that have their direction now',
      examples: [0],
    }),
    sign_columns: Type.Array(Type.String({ examples: ['Af Bij'] }), {
      description:
        'Where amounts have no sign: columns that could say which lines went out. Map one as `sign`, or say with `signed` that none is it',
      examples: [[]],
    }),
    empty: Type.Integer({ minimum: 0, description: 'Moved no money', examples: [0] }),
    matched: Type.Integer({ minimum: 0, description: 'Matched now, lines of earlier statements too', examples: [2] }),
    returned_payouts: Type.Integer({
      minimum: 0,
      description: 'Of them, payouts that the bank returned: they failed with it, and their money is back',
      examples: [0],
    }),
    payments: Type.Integer({
      minimum: 0,
      description: 'Of them, payments at the checkout that were paid with it',
      examples: [0],
    }),
    booked: Type.Integer({ minimum: 0, description: 'New ones that booking rules booked', examples: [0] }),
    rule_conflicts: Type.Integer({
      minimum: 0,
      description: 'New ones that rules of different kinds fit: nothing was booked',
      examples: [0],
    }),
    ambiguous: Type.Integer({
      minimum: 0,
      description: 'Open lines whose reference matches several transfers',
      examples: [0],
    }),
    gaps: Type.Array(GapAnswer, { description: 'What statements of this account lack between them' }),
    first: Type.Array(Type.Object(line), {
      description: 'The first new lines, unmatched ones first',
    }),
  },
  { title: 'StatementImport', description: 'What an import did; of a dry run, what it would do' },
);

/** What was found of the file before its lines. */
type ReadAs = { format?: string | undefined; account: string; pending?: number };

export const presentResult = (
  result: ImportResult,
  read: ReadAs,
  dryRun: boolean,
  named: Named,
): Static<typeof ImportAnswer> => ({
  statement_id: dryRun ? null : Number(result.importId),
  dry_run: dryRun,
  format: read.format ?? null,
  account: read.account,
  pending: read.pending ?? 0,
  lines: result.lines,
  open: result.open,
  repeated: result.repeated.length,
  completed: result.completed,
  possible_duplicates: result.possible,
  undirected: result.undirected,
  directed: result.directed,
  sign_columns: result.signColumns,
  empty: result.empty,
  matched: result.matched,
  returned_payouts: result.returned,
  payments: result.paid,
  booked: result.booked,
  rule_conflicts: result.ruleConflicts,
  ambiguous: result.ambiguous,
  gaps: result.gaps.map(presentGap),
  first: result.shown.map((one) => presentFacts(one, named)),
});
