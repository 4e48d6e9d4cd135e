/** Payment providers for the operator: those in use, and which of them may charge whose payments, in which order. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { Currency, NumericId, nullable, Text } from '../../base/schemas/parts.ts';
import { reasonText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { outsideSourceOf, outsideSourcePattern } from '../../core/ledger/accounts.ts';
import { findHolderNames } from '../../features/holders/holders.repository.ts';
import type { FollowedOrders } from '../../features/providers/followed-orders.ts';
import { providerMethods } from '../../features/providers/provider.ts';
import { inPrecedence } from '../../features/providers/provider-order.ts';
import { listProviderOrders } from '../../features/providers/provider-orders.repository.ts';
import type { Providers } from '../../features/providers/providers.ts';
import { type NewProviderOrder, setProviderOrder } from '../../features/providers/set-provider-order.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

const Method = Type.Enum([...providerMethods], { description: 'How the customer pays' });
const ProviderName = Type.String({ pattern: outsideSourcePattern, examples: ['stripe'] });

const Answer = Type.Object(
  {
    providers: Type.Array(
      Type.Object({
        name: ProviderName,
        title: Text('Stripe'),
        methods: Type.Array(Method),
        account: Text('outside:card', 'Its account in the books'),
        away: Type.Boolean({
          description: 'It did not answer this process in the last half minute, and is asked last',
        }),
      }),
      { description: 'In use in live mode, in the order of the setting' },
    ),
    orders: Type.Array(
      Type.Object({
        holder: nullable(Type.Object({ holder_id: NumericId, name: Text('Corner Shop') })),
        method: nullable(Method),
        currency: nullable(Currency),
        providers: Type.Array(ProviderName, { description: 'Those that may charge, in order of preference' }),
      }),
      { description: 'The most specific first: the first that covers a payment applies. Null: every one' },
    ),
  },
  { title: 'PaymentProviders' },
);

const Body = Type.Object({
  holder_id: Type.Optional(NumericId),
  method: Type.Optional(Method),
  currency: Type.Optional(Currency),
  providers: Type.Optional(Type.Array(ProviderName, { maxItems: 20, description: 'In order of preference' })),
  end: Type.Optional(
    Type.Boolean({
      description: 'In place of providers: ends the order, so that the next more general one applies',
      examples: [false],
    }),
  ),
  reason: reasonText,
});

type Deps = { db: Database; providers: Providers; providerOrders: FollowedOrders };

export function paymentProviderRoutes(app: FastifyInstance, deps: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/payment-providers',
    schema: {
      ...audience.operation('listPaymentProviders', 'The payment providers of live mode, and which may charge'),
      response: audience.readAnswers({ 200: dataOf(Answer) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'providers.read');
      return partnerSuccess(await present(deps));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/payment-providers/orders',
    schema: {
      ...audience.operation(
        'setProviderOrder',
        'Set which providers may charge, in which order, for all accounts or one, by method and currency',
      ),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(Answer) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'providers.set_order');
      const { db, providers, providerOrders } = deps;
      const order = readOrder(request.body);
      await inTransaction(db, (tx) =>
        setProviderOrder(audience.actorOf(request), tx, providers, order, request.body.reason),
      );
      await providerOrders.load();
      return partnerSuccess(await present(deps));
    },
  });
}

/** @throws AppError `validation_failed`. */
function readOrder(body: Static<typeof Body>): NewProviderOrder {
  const { holder_id: id, method = null, currency = null, providers, end = false } = body;
  if (currency !== null) readCurrency(currency, codeWanted);
  if (end === (providers !== undefined)) throw invalidField('providers', 'or end must be given, and not both');
  return { holderId: id === undefined ? null : BigInt(id), method, currency, providers: providers ?? null };
}

async function present({ db, providers }: Deps): Promise<Static<typeof Answer>> {
  const orders = inPrecedence(await listProviderOrders(db));
  const names = await findHolderNames(
    db,
    orders.flatMap(({ holderId }) => holderId ?? []),
  );
  return {
    providers: providers.of('live').map(({ name, title, methods }) => ({
      name,
      title,
      methods: [...methods],
      account: `outside:${outsideSourceOf({ provider: name, method: methods[0] ?? 'card' })}`,
      away: providers.isAway(name),
    })),
    orders: orders.map(({ holderId, method, currency, providers: named }) => ({
      holder: holderId === null ? null : { holder_id: Number(holderId), name: names.get(holderId)?.name ?? '' },
      method,
      currency,
      providers: [...named],
    })),
  };
}
