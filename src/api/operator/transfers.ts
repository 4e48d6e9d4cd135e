/** Bank transfers that came in and match nothing, for the operator: what each seems to be for, crediting it, sending it back. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import {
  Amount,
  amountThatIs,
  BeneficiaryRef,
  Currency,
  Instant,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { plainText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { arrivedOf, type PaymentTransfer } from '../../features/bank-transfers/payment-transfer.ts';
import { findHolder, findHolderNames, type HolderRow } from '../../features/holders/holders.repository.ts';
import { type JudgedLine, judgeAndPropose } from '../../features/reconciliation/find-proposals.ts';
import { findRecorded, type Recorded as RecordedTopUp } from '../../features/reconciliation/find-recorded.ts';
import { findings } from '../../features/reconciliation/judge-transfer.ts';
import type { Proposal as Proposed } from '../../features/reconciliation/propose-top-ups.ts';
import { creditTransfer, returnTransfer } from '../../features/reconciliation/settle-transfer.ts';
import { NamedTransferAnswer, presentTransfer } from '../../features/reconciliation/statement-schemas.ts';
import { listIncomingLines } from '../../features/reconciliation/transfers.repository.ts';
import { presentTopUp } from '../../features/wallets/present-wallets.ts';
import type { TopUp } from '../../features/wallets/top-ups.repository.ts';
import { TopUpAnswer } from '../../features/wallets/wallet-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const Query = Type.Object({
  ...pageQuery(),
  status: Type.Optional(Type.Enum(['open', 'returned'], { default: 'open' })),
  line_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'This one alone', examples: [] }),
  ),
});
const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) });
const CreditBody = Type.Object({
  holder_id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The account to credit',
    examples: [3],
  }),
  holder_name: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Its name as it was shown: if it is another, nothing is credited',
    examples: ['Taverna'],
  }),
  finding: Type.Enum([...findings], { description: 'Of the transfer as it was shown, likewise' }),
  beneficiary_ref: Type.Optional({
    ...BeneficiaryRef,
    description: 'If the money is cash that a payee of the company hands over: the payee',
  }),
  top_up_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The pending top-up of the account that is confirmed with it. Of a transfer whose finding is `unknown`; currency and amount are the same',
      examples: [],
    }),
  ),
});
const CreditedAnswer = Type.Object(
  {
    ...TopUpAnswer.properties,
    holder: NamedHolder,
    wallet: Type.Enum(['clearing', 'wallet'], { description: 'What was credited' }),
  },
  { title: 'CreditedTransfer', description: 'The top-up that it became, and whose it is' },
);
const ReturnBody = Type.Object({ reason: plainText('Visible to the sender of the money', 'Sent by another person') });

const Beneficiary = Type.Object(
  { beneficiary_ref: BeneficiaryRef, name: Text('Nikos Courier') },
  { description: 'The payee whose cash it hands over' },
);

const NamedPayment = Type.Object(
  {
    payment_id: PublicId('pay'),
    amount: Amount,
    currency: Currency,
    arrived: amountThatIs('What is set aside for it'),
  },
  { description: 'The payment at the checkout that it names; it can only be sent back' },
);

const Proposal = Type.Object(
  {
    topup_id: PublicId('top'),
    reference: NullableText,
    amount: Amount,
    currency: Currency,
    created_at: { ...Instant, description: 'When it was announced' },
    holder: NamedHolder,
    names_holder: Type.Boolean({ description: "Whether the bank's text or the sender has the account's name" }),
  },
  { title: 'ProposedTopUp', description: 'An announced top-up of the same amount' },
);

const Recorded = Type.Object(
  {
    transfer: NamedTransferAnswer,
    names_holder: Type.Boolean({ description: "Whether the bank's text or the sender has the account's name" }),
  },
  {
    title: 'RecordedTopUp',
    description:
      'A top-up of the same amount that is credited already and on no statement: match it, don’t credit it again',
  },
);

const IncomingTransfer = Type.Object(
  {
    line_id: NumericId,
    booked_on: Text('2031-03-01'),
    amount: Amount,
    currency: Currency,
    text: Text('RF61 KXQM PTBD', 'As on the statement'),
    sender: { ...NullableText, description: 'Who sent it, as the bank names them' },
    account: Text('DE89 3704', 'The operator’s account that the statement was imported for'),
    finding: Type.Enum([...findings], { description: 'What the reference in the text says' }),
    top_up: nullable(TopUpAnswer),
    holder: nullable(NamedHolder),
    beneficiary: nullable(Beneficiary),
    payment: nullable(NamedPayment),
    proposals: Type.Array(Proposal, {
      description: 'Of a transfer without a reference: the top-up that it may be, if only one can be meant',
    }),
    recorded: nullable(Recorded),
    returned: NullableText,
  },
  { title: 'IncomingTransfer', description: 'A bank line with unmatched incoming money' },
);

export function operatorTransferRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/transfers',
    schema: {
      ...audience.operation('listTransfers', 'Incoming bank transfers that match nothing, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(IncomingTransfer) }),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read', 'top_ups.read');
      const returned = request.query.status === 'returned';
      const lineId = request.query.line_id === undefined ? undefined : BigInt(request.query.line_id);
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listIncomingLines(db, mode, { ...page, returned, lineId }),
      );
      const judged = await judgeAndPropose(db, mode, rows);
      return reply.send(partnerPage(await present(db, judged, await findRecorded(db, mode, judged)), next));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/transfers/:id/credit',
    schema: {
      ...audience.operation('creditTransfer', 'Credit what arrived to a wallet'),
      params: Params,
      body: CreditBody,
      response: audience.writeAnswers({ 200: dataOf(CreditedAnswer) }, ['not_found', 'invalid_state', 'balance_limit']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'top_ups.confirm');
      const { holder_id: holderId, holder_name: holderName, finding, beneficiary_ref: ref } = request.body;
      const linkId = ref === undefined ? undefined : BigInt(ref);
      const seen = { holderId: BigInt(holderId), holderName, finding, linkId, topUpId: request.body.top_up_id };
      const lineId = BigInt(request.params.id);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const topUp = await creditTransfer(audience.actorOf(request), tx, clock, caller.mode, lineId, seen);
        return { status: 200, body: partnerSuccess(await presentCredited(tx, topUp)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/transfers/:id/return',
    schema: {
      ...audience.operation('returnTransfer', 'Mark a transfer as sent back to its sender'),
      params: Params,
      body: ReturnBody,
      response: audience.writeAnswers({ 200: dataOf(Type.Object({ returned: Text('Sent by another person') })) }, [
        'not_found',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'transfers.return');
      const { reason } = request.body;
      const lineId = BigInt(request.params.id);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        await returnTransfer(audience.actorOf(request), tx, clock, caller.mode, lineId, reason);
        return { status: 200, body: partnerSuccess({ returned: reason }) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

async function presentCredited(tx: Tx, topUp: TopUp): Promise<Static<typeof CreditedAnswer>> {
  const { id, name, kind } = (await findHolder(tx, topUp.holderId)) as HolderRow;
  return { ...presentTopUp(topUp), holder: { holder_id: Number(id), name, kind }, wallet: topUp.accountKind };
}

async function present(
  db: Database,
  lines: readonly JudgedLine[],
  recorded: ReadonlyMap<bigint, RecordedTopUp>,
): Promise<Static<typeof IncomingTransfer>[]> {
  const names = await findHolderNames(db, [
    ...new Set(lines.flatMap(({ topUp, cash, payment }) => (topUp ?? cash ?? payment)?.holderId ?? [])),
  ]);
  return lines.map(({ topUp, cash, payment, ...line }) => {
    const holder = names.get((topUp ?? cash ?? payment)?.holderId ?? 0n);
    return {
      line_id: Number(line.id),
      booked_on: line.bookedOn,
      amount: jsonDecimal(line.amount, exponentOf(line.currency)),
      currency: line.currency,
      text: line.reference,
      sender: line.counterpartyName,
      account: line.account,
      finding: line.finding,
      top_up: topUp === undefined ? null : presentTopUp(topUp),
      holder: holder === undefined ? null : { holder_id: Number(holder.id), name: holder.name, kind: holder.kind },
      beneficiary: cash === undefined ? null : { beneficiary_ref: Number(cash.linkId), name: cash.linkName },
      payment: payment === undefined ? null : presentNamed(payment),
      proposals: line.proposals.map(presentProposal),
      recorded: presentRecorded(recorded.get(line.id)),
      returned: line.returned,
    };
  });
}

const presentProposal = ({ topUp, isNamed }: Proposed): Static<typeof Proposal> => ({
  topup_id: topUp.id,
  reference: topUp.reference,
  amount: jsonDecimal(topUp.amount, exponentOf(topUp.currency)),
  currency: topUp.currency,
  created_at: topUp.createdAt.toISOString(),
  holder: { holder_id: Number(topUp.holderId), name: topUp.holderName, kind: topUp.holderKind },
  names_holder: isNamed,
});

const presentRecorded = (one: RecordedTopUp | undefined): Static<typeof Recorded> | null =>
  one === undefined ? null : { transfer: presentTransfer(one.transfer), names_holder: one.isNamed };

const presentNamed = (payment: PaymentTransfer): Static<typeof NamedPayment> => ({
  payment_id: payment.paymentId,
  amount: jsonDecimal(payment.amount, exponentOf(payment.currency)),
  currency: payment.currency,
  arrived: jsonDecimal(arrivedOf(payment), exponentOf(payment.currency)),
});
