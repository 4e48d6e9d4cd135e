/** GET /operator/recipients: whom a bank transfer can be credited to, found before the operator decides. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import {
  amountThatIs,
  BeneficiaryRef,
  Currency,
  Instant,
  NullableText,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { guessRecipient, listRecipients } from '../../features/reconciliation/recipients.ts';
import { type AwaitedTopUp, listAwaitedTopUps } from '../../features/wallets/top-ups.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readAmount, readCurrency } from '../shared/read-money.ts';
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
  amount: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'What arrived, to find who announced it', examples: [] }),
  ),
});

const Awaited = Type.Object(
  { topup_id: PublicId('top'), reference: NullableText, created_at: Instant },
  { description: 'With an `amount`: its only pending top-up of it' },
);

const RecipientAnswer = Type.Object(
  {
    holder: NamedHolder,
    wallet: Type.Enum(['clearing', 'wallet'], { description: 'What is credited' }),
    balance: amountThatIs('Balance in this currency'),
    currency: Currency,
    top_up: nullable(Awaited),
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

/** Of several nobody can say which one was meant. */
function presentAwaited([only, ...others]: readonly AwaitedTopUp[]): Static<typeof Awaited> | null {
  if (only === undefined || others.length > 0) return null;
  return { topup_id: only.id, reference: only.reference, created_at: only.createdAt.toISOString() };
}

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
      const { text = '', line_id: lineId, amount } = request.query;
      const arrived =
        amount === undefined ? undefined : readAmount('amount', amount, readCurrency(currency, codeWanted));
      const find = async () => {
        if (text.trim() !== '') return listRecipients(db, mode, currency, text.trim());
        const guess = lineId === undefined ? undefined : await guessRecipient(db, mode, currency, BigInt(lineId));
        return guess === undefined ? [] : [guess];
      };
      const found = await find();
      const awaited = arrived === undefined ? [] : await listAwaitedTopUps(db, mode, [{ currency, amount: arrived }]);
      return partnerSuccess(
        found.map(({ holderId, name, kind, wallet, balance, payees }) => ({
          holder: { holder_id: Number(holderId), name, kind },
          wallet,
          balance: jsonDecimal(balance, exponentOf(currency)),
          currency,
          top_up: presentAwaited(awaited.filter((topUp) => topUp.holderId === holderId)),
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
