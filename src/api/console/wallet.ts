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
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findHolderName } from '../../features/holders/holders.repository.ts';
import { findReceipt, publishPayments, withOthers } from '../../features/wallets/customer/movements.ts';
import { presentMovement, presentPayment, presentReceipt } from '../../features/wallets/customer/present-wallet.ts';
import {
  listPaid,
  listWalletBalances,
  listWalletMovements,
} from '../../features/wallets/customer/wallet.repository.ts';
import {
  BalanceAnswer,
  ReceiptAnswer,
  WalletMovementAnswer,
  WalletPaymentAnswer,
} from '../../features/wallets/customer/wallet-schemas.ts';
import { logoPath } from '../shared/checkout-addresses.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

const Query = Type.Object(pageQuery());
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
      const { currency } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listWalletMovements(db, book, { ...page, currency }),
      );
      return reply.send(partnerPage((await withOthers(db, rows)).map(presentMovement), next));
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
      const { rows, next } = await readPage(request.query, byId('id'), (page) => listPaid(db, book, page));
      return reply.send(partnerPage((await publishPayments(db, rows)).map(presentPayment), next));
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
      return partnerSuccess(presentReceipt(receipt, await findHolderName(db, book.holderId), logoPath));
    },
  });
}
