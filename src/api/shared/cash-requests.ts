/** Parts of requests about cash that payees hold. */
import { Type } from 'typebox';
import { reasonLengthMax } from '../../base/schemas/request-parts.ts';
import { MoneyBody } from './debt-requests.ts';

export const HandoverBody = Type.Object({
  amount: Type.Optional({
    ...MoneyBody.properties.amount,
    description: 'At most what is held now; without it, all of it',
  }),
  currency: MoneyBody.properties.currency,
  note: Type.Optional(
    Type.String({ minLength: 1, maxLength: reasonLengthMax, format: 'text', examples: ['Friday, at the office'] }),
  ),
});

export const HandoverParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
