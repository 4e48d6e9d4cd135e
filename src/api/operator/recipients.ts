/** GET /operator/recipients: whom a bank transfer can be credited to, found before the operator decides. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { amountThatIs, Currency } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listRecipients } from '../../features/reconciliation/recipients.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

const Query = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 100,
    format: 'text',
    description: 'An ID, part of a name, or the beginning of an email address',
    examples: ['taverna'],
  }),
  currency: Currency,
});

const RecipientAnswer = Type.Object(
  {
    holder: NamedHolder,
    wallet: Type.Enum(['clearing', 'wallet'], { description: 'What is credited' }),
    balance: amountThatIs('Balance in this currency'),
    currency: Currency,
  },
  { title: 'TransferRecipient', description: 'An account to which a bank transfer can be credited' },
);

export function recipientRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/recipients',
    schema: {
      ...audience.operation('listRecipients', 'Companies and customers to whom a bank transfer can be credited'),
      querystring: Query,
      response: audience.readAnswers({ 200: dataOf(Type.Array(RecipientAnswer)) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'holders.read', 'top_ups.read');
      const currency = readCurrency(request.query.currency, codeWanted).code;
      const text = request.query.text.trim();
      const found = text === '' ? [] : await listRecipients(db, mode, currency, text);
      return partnerSuccess(
        found.map(({ holderId, name, kind, wallet, balance }) => ({
          holder: { holder_id: Number(holderId), name, kind },
          wallet,
          balance: jsonDecimal(balance, exponentOf(currency)),
          currency,
        })),
      );
    },
  });
}
