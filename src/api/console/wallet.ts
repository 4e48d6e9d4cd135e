/**
 * GET /wallet, /wallet/movements, /wallet/payments and /wallet/payments/{id} of the people's API: a customer's or a
 * merchant's own wallet.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { decodeCursor, encodeCursor } from '../../core/http/cursor.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findHolderName } from '../../features/holders/holders.repository.ts';
import { findReceipt, publishPayments, withOthers } from '../../features/wallets/customer/movements.ts';
import { presentMovement, presentPayment, presentReceipt } from '../../features/wallets/customer/present-wallet.ts';
import {
  listPaid,
  listWalletBalances,
  listWalletMovements,
  type Movement,
} from '../../features/wallets/customer/wallet.repository.ts';
import {
  BalanceAnswer,
  ReceiptAnswer,
  WalletMovementAnswer,
  WalletPaymentAnswer,
} from '../../features/wallets/customer/wallet-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

const limitDefault = 25;
const limitMax = 100;

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
});
/** The id of the movement that paid. */
const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) });
const MovementQuery = Type.Object({
  ...Query.properties,
  currency: Type.Optional(Type.String({ maxLength: 3, description: 'Only of this currency' })),
});

export function consoleWalletRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/wallet',
    schema: {
      ...audience.operation('getWallet', 'wallet', 'Balances of the wallet, by currency'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(BalanceAnswer)) }),
    },
    handler: async (request, reply) => {
      const balances = await listWalletBalances(db, audience.callerOf(request, 'wallets.read'));
      return reply.send(
        partnerSuccess(
          balances.map(({ currency, balance }) => ({ currency, balance: jsonDecimal(balance, exponentOf(currency)) })),
        ),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/wallet/movements',
    schema: {
      ...audience.operation('listWalletMovements', 'wallet', 'What came into and went out of the wallet, newest first'),
      querystring: MovementQuery,
      response: audience.readAnswers({ 200: pageOf(WalletMovementAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'wallets.read');
      const { limit = limitDefault, cursor, currency } = request.query;
      const found = await listWalletMovements(db, book, { currency, before: decodeCursor(cursor), limit: limit + 1 });
      const shown = await withOthers(db, found.slice(0, limit));
      return reply.send(partnerPage(shown.map(presentMovement), nextOf(found, limit)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/wallet/payments',
    schema: {
      ...audience.operation('listWalletPayments', 'wallet', 'Payments made from the wallet, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(WalletPaymentAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'wallets.read');
      const { limit = limitDefault, cursor } = request.query;
      const found = await listPaid(db, book, { before: decodeCursor(cursor) ?? null, limit: limit + 1 });
      const shown = await publishPayments(db, found.slice(0, limit));
      return reply.send(partnerPage(shown.map(presentPayment), nextOf(found, limit)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/wallet/payments/:id',
    schema: {
      ...audience.operation('getWalletReceipt', 'wallet', 'The receipt of a payment made from the wallet'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(ReceiptAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'wallets.read');
      const receipt = await findReceipt(db, book, BigInt(request.params.id));
      if (receipt === undefined) throw new AppError('not_found', { message: 'No payment of this wallet has this id.' });
      return partnerSuccess(presentReceipt(receipt, await findHolderName(db, book.holderId)));
    },
  });
}

function nextOf(found: readonly Movement[], limit: number): string | null {
  const last = found[limit - 1];
  return found.length > limit && last !== undefined ? encodeCursor(last.id) : null;
}
