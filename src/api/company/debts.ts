/** What a company's links owe it: recorded as repaid outside, written off, and the list of both. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { BeneficiaryRef } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { DebtSettlementAnswer } from '../../features/debts/debt-schemas.ts';
import { debtSettlementStatuses } from '../../features/debts/debt-settlement.ts';
import {
  findListedSettlement,
  type ListedDebtSettlement,
  listSettlements,
} from '../../features/debts/debt-settlements.repository.ts';
import { debtOfLink } from '../../features/debts/find-debt.ts';
import { presentSettlement } from '../../features/debts/present-debts.ts';
import { settleDebt } from '../../features/debts/settle-debt.ts';
import { readMoney, SettleBody } from '../shared/debt-requests.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';

const Query = Type.Object({
  ...pageQuery(),
  beneficiary_ref: Type.Optional(BeneficiaryRef),
  status: Type.Optional(Type.Enum([...debtSettlementStatuses])),
});
const Body = Type.Object({ beneficiary_ref: BeneficiaryRef, ...SettleBody.properties });

const acts = [
  {
    url: '/debts/repaid',
    operationId: 'recordDebtRepaid',
    summary: 'Record that a beneficiary repaid a debt outside the service',
    kind: 'repaid',
    action: 'link_debts.record_repaid',
  },
  {
    url: '/debts/write-offs',
    operationId: 'writeOffDebt',
    summary: 'Write off what a beneficiary owes, or request it where it takes two people',
    kind: 'written_off',
    action: 'link_debts.write_off',
  },
] as const;

export function companyDebtRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  { db, clock }: { db: Database; clock: Clock },
): void {
  typed(app).route({
    method: 'GET',
    url: '/debts/settlements',
    schema: {
      ...audience.operation('listDebtSettlements', 'wallets', 'Debts of beneficiaries repaid outside or written off'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(DebtSettlementAnswer) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const { holderId, mode } = audience.callerOf(request, 'link_debts.read');
      const { status, beneficiary_ref: ref } = request.query;
      const linkId = ref === undefined ? undefined : BigInt(ref);
      const filter = { mode, holderId, linkId, status, to: 'company' } as const;
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listSettlements(db, filter, page),
      );
      return reply.send(partnerPage(rows.map(presentSettlement), next));
    },
  });

  for (const { url, operationId, summary, kind, action } of acts) {
    typed(app).route({
      method: 'POST',
      url,
      schema: {
        ...audience.operation(operationId, 'wallets', summary),
        body: Body,
        response: audience.writeAnswers({ 201: dataOf(DebtSettlementAnswer) }, ['not_found', 'invalid_state']),
      },
      preValidation: requireBody,
      handler: async (request, reply) => {
        const caller = audience.callerOf(request, action);
        const { amount, currency } = readMoney(request.body);
        const { beneficiary_ref: ref, reason } = request.body;
        const answer = await answerOnce(db, caller, request, async (tx) => {
          const debt = await debtOfLink(tx, caller, BigInt(ref), currency);
          const { id } = await settleDebt(audience.actorOf(request), tx, clock, debt, { kind, amount, reason });
          const listed = (await findListedSettlement(tx, caller.holderId, id)) as ListedDebtSettlement;
          return { status: 201, body: partnerSuccess(presentSettlement(listed)) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
