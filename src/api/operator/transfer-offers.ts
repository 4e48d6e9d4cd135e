/** Bank transfer at the checkout, for the operator: whose customers it is offered to, and in how many days they pay. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { NumericId, nullable, Text } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import {
  daysToPayDefault,
  daysToPayMax,
  daysToPayMin,
  setTransferOffer,
} from '../../features/bank-transfers/set-transfer-offer.ts';
import { listTransferOffers } from '../../features/bank-transfers/transfer-offers.repository.ts';
import { findHolderNames } from '../../features/holders/holders.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const DaysToPay = Type.Integer({
  minimum: daysToPayMin,
  maximum: daysToPayMax,
  description: 'How long a transfer is waited for; then the payment expires',
  examples: [daysToPayDefault],
});

const Answer = Type.Array(
  Type.Object({
    holder: nullable(Type.Object({ holder_id: NumericId, name: Text('Corner Shop') })),
    offered: Type.Boolean({ examples: [true] }),
    days_to_pay: DaysToPay,
  }),
  {
    title: 'TransferOffers',
    description:
      'An account’s own before that of every account, whose holder is null. Without any, nobody is offered it',
  },
);

const Body = Type.Object({
  holder_id: Type.Optional(NumericId),
  offered: Type.Optional(Type.Boolean({ examples: [true] })),
  end: Type.Optional(
    Type.Boolean({
      description: 'In place of offered: from now on as for every account, or, without `holder_id`, to nobody',
      examples: [false],
    }),
  ),
  days_to_pay: Type.Optional(DaysToPay),
});

export function transferOfferRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/transfer-offers',
    schema: {
      ...audience.operation('listTransferOffers', 'Whose customers may pay by bank transfer at the checkout'),
      response: audience.readAnswers({ 200: dataOf(Answer) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'bank_details.read');
      return partnerSuccess(await present(db));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/transfer-offers',
    schema: {
      ...audience.operation(
        'setTransferOffer',
        'Offer bank transfer at the checkout to the customers of all accounts or one, or stop it',
      ),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(Answer) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'bank_details.change');
      const { holder_id: id, offered, end = false, days_to_pay: daysToPay } = request.body;
      if (end === (offered !== undefined)) throw invalidField('offered', 'or end must be given, and not both');
      const wanted = { holderId: id === undefined ? null : BigInt(id), isOffered: offered ?? null, daysToPay };
      await inTransaction(db, (tx) => setTransferOffer(audience.actorOf(request), tx, wanted));
      return partnerSuccess(await present(db));
    },
  });
}

async function present(db: Database): Promise<Static<typeof Answer>> {
  const offers = await listTransferOffers(db);
  const names = await findHolderNames(
    db,
    offers.flatMap(({ holderId }) => holderId ?? []),
  );
  return offers.map(({ holderId, isOffered, daysToPay }) => ({
    holder: holderId === null ? null : { holder_id: Number(holderId), name: names.get(holderId)?.name ?? '' },
    offered: isOffered,
    days_to_pay: daysToPay,
  }));
}
