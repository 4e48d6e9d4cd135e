/** GET /wallets, POST /wallets/topups and POST /wallets/transfers. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { amountLimit } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listAccounts } from '../../core/ledger/ledger.repository.ts';
import { listReserved } from '../../core/ledger/reserved-clearing.repository.ts';
import { findLinks } from '../../features/links/links.repository.ts';
import { presentCommissionTransfer, presentTopUp, presentWallets } from '../../features/wallets/present-wallets.ts';
import { requestTopUp } from '../../features/wallets/top-up.ts';
import { transferCommission } from '../../features/wallets/transfer-commission.ts';
import { CommissionTransferAnswer, TopUpAnswer, WalletAnswer } from '../../features/wallets/wallet-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { readMoney } from '../shared/read-money.ts';
import type { CompanyAudience } from './audience.ts';

const MoneyBody = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit, examples: [500] }),
  currency: Type.String({ description: 'Uppercase ISO 4217 code', examples: ['EUR'] }),
});

export function walletRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: { db: Database; clock: Clock },
): void {
  listWalletsRoute(app, audience, deps);
  moveMoneyRoutes(app, audience, deps);
}

function listWalletsRoute(app: FastifyInstance, audience: CompanyAudience, deps: { db: Database; clock: Clock }): void {
  const { db } = deps;

  typed(app).route({
    method: 'GET',
    url: '/wallets',
    schema: {
      ...audience.operation('listWallets', 'wallets', 'Balances per currency'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(WalletAnswer)) }),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'wallets.read');
      const [accounts, links, reserved] = await Promise.all([
        listAccounts(db, caller),
        findLinks(db, caller.holderId, undefined),
        listReserved(db, caller),
      ]);
      const linksById = new Map(links.map((link) => [link.id, link]));
      return reply.send(partnerSuccess(presentWallets(accounts, linksById, reserved)));
    },
  });
}

function moveMoneyRoutes(app: FastifyInstance, audience: CompanyAudience, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;

  typed(app).route({
    method: 'POST',
    url: '/wallets/topups',
    schema: {
      ...audience.operation('createTopUp', 'wallets', 'Top up clearing (with test keys: immediately)'),
      body: MoneyBody,
      response: audience.writeAnswers({ 201: dataOf(TopUpAnswer) }, ['balance_limit', 'rate_limited']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'wallets.top_up');
      const { amount, currency } = readMoney(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const topUp = await requestTopUp(audience.actorOf(request), tx, clock, caller, {
          amount,
          currency,
          accountKind: 'clearing',
          source: 'bank',
        });
        return { status: 201, body: partnerSuccess(presentTopUp(topUp)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/wallets/transfers',
    schema: {
      ...audience.operation('transferCommission', 'wallets', 'Transfer commission to clearing'),
      body: MoneyBody,
      response: audience.writeAnswers({ 201: dataOf(CommissionTransferAnswer) }, [
        'insufficient_funds',
        'balance_limit',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'wallets.transfer');
      const money = readMoney(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const transfer = await transferCommission(audience.actorOf(request), tx, clock, caller, money);
        return { status: 201, body: partnerSuccess(presentCommissionTransfer(transfer)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
