/** POST /operator/top-ups/{id}/reverse: takes a credited top-up back, or says what that would take and leave as a debt. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inRepeatableTransaction, type Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { jsonDecimal, parsePartnerAmount } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { amountThatIs, Currency, NumericId, nullable, PublicId } from '../../base/schemas/parts.ts';
import { amountLimit, plainText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findHolder, type HolderRow } from '../../features/holders/holders.repository.ts';
import { takeBackTopUp } from '../../features/reconciliation/take-back.ts';
import { planReversal, type Reversal } from '../../features/wallets/reverse-top-up.ts';
import { findTopUp, type TopUp } from '../../features/wallets/top-ups.repository.ts';
import { operatorFace as face } from '../console/operator-face.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Body = Type.Object({
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: amountLimit,
      description: 'What the bank took back; without it, all that was credited',
      examples: [71],
    }),
  ),
  reason: plainText('The account holder reads it', 'The bank recalled the transfer'),
  line_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The open statement line with which the bank took it. Without it, a line that names the top-up is found',
      examples: [12],
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Returns what would happen; changes nothing' })),
});

const ReversalAnswer = Type.Object(
  {
    dry_run: Type.Boolean(),
    topup_id: PublicId('top'),
    holder: NamedHolder,
    wallet: Type.Enum(['clearing', 'wallet']),
    currency: Currency,
    amount: amountThatIs('What is taken back in all'),
    taken_amount: amountThatIs('Of it, what the balance covers'),
    owed_amount: amountThatIs('Of it, what the service advances and the holder owes'),
    line_id: nullable(NumericId),
  },
  { title: 'TopUpReversal' },
);

export function reverseTopUpRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/reverse',
    schema: {
      ...face.operation('reverseTopUp', 'Take a credited top-up back; or see first what that would take'),
      params: Params,
      body: Body,
      response: face.writeAnswers({ 200: dataOf(ReversalAnswer) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'top_ups.reverse');
      const { id } = request.params;
      const { amount, reason, line_id: line, dry_run: dryRun = false } = request.body;
      const lineId = line === undefined ? undefined : BigInt(line);
      const actor = face.actorOf(request);
      if (dryRun) {
        return inRepeatableTransaction(db, async (tx) => {
          const asked = await readAmount(tx, caller.mode, id, amount);
          const { topUp, reversal } = await planReversal(actor, tx, id, asked);
          return partnerSuccess(await present(tx, topUp, reversal, null, true));
        });
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const asked = await readAmount(tx, caller.mode, id, amount);
        const done = await takeBackTopUp(actor, tx, clock, caller.mode, id, { amount: asked, reason, lineId });
        return { status: 200, body: partnerSuccess(await present(tx, done, done.reversal, done.lineId, false)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

/** Minor units of the top-up's currency; undefined for all of it. The use case answers for what does not exist here. */
async function readAmount(tx: Tx, mode: Mode, id: string, amount: number | undefined): Promise<bigint | undefined> {
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await findTopUp(tx, { holderId, mode }, id);
  const currency = topUp && findCurrency(topUp.currency);
  if (amount === undefined || currency === undefined) return undefined;
  const parsed = parsePartnerAmount(amount, currency, { min: 1n });
  if (parsed.ok) return parsed.minor;
  const message = `is not an amount in ${currency.code}`;
  throw invalidField('amount', message);
}

async function present(
  tx: Tx,
  topUp: TopUp,
  { amount, covered }: Reversal,
  lineId: bigint | null,
  dryRun: boolean,
): Promise<Static<typeof ReversalAnswer>> {
  const { id, name, kind } = (await findHolder(tx, topUp.holderId)) as HolderRow;
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(topUp.currency));
  return {
    dry_run: dryRun,
    topup_id: topUp.id,
    holder: { holder_id: Number(id), name, kind },
    wallet: topUp.accountKind,
    currency: topUp.currency,
    amount: decimal(amount),
    taken_amount: decimal(covered),
    owed_amount: decimal(amount - covered),
    line_id: lineId === null ? null : Number(lineId),
  };
}
