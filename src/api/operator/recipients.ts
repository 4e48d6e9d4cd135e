/** GET /operator/recipients: whom a bank transfer can be credited to, found before the operator decides. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { amountThatIs, BeneficiaryRef, Currency, Text } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { guessRecipient, listRecipients } from '../../features/reconciliation/recipients.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

const Query = Type.Object({
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'text',
      description: 'An ID, part of a name, the beginning of an email address, or the number of a bank account on file',
      examples: ['taverna'],
    }),
  ),
  line_id: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description:
        'Without a `text`: the statement line to credit, to find the only holder of the bank account that it came from',
      examples: ['12'],
    }),
  ),
  currency: Currency,
});

const RecipientAnswer = Type.Object(
  {
    holder: NamedHolder,
    wallet: Type.Enum(['clearing', 'wallet'], { description: 'What is credited' }),
    balance: amountThatIs('Balance in this currency'),
    currency: Currency,
    payees: Type.Array(
      Type.Object({
        beneficiary_ref: BeneficiaryRef,
        name: Text('Nikos Courier'),
        held: amountThatIs('What it holds'),
      }),
      {
        description:
          'Of a company: the payees that hold cash of its customers in this currency, whose the money may be',
      },
    ),
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
      const { text = '', line_id: lineId } = request.query;
      const find = async () => {
        if (text.trim() !== '') return listRecipients(db, mode, currency, text.trim());
        const guess = lineId === undefined ? undefined : await guessRecipient(db, mode, currency, BigInt(lineId));
        return guess === undefined ? [] : [guess];
      };
      const found = await find();
      return partnerSuccess(
        found.map(({ holderId, name, kind, wallet, balance, payees }) => ({
          holder: { holder_id: Number(holderId), name, kind },
          wallet,
          balance: jsonDecimal(balance, exponentOf(currency)),
          currency,
          payees: payees.map((payee) => ({
            beneficiary_ref: Number(payee.linkId),
            name: payee.name,
            held: jsonDecimal(payee.held, exponentOf(currency)),
          })),
        })),
      );
    },
  });
}
