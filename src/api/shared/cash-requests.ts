/** Parts of requests about cash that payees hold. */
import { Type } from 'typebox';
import { BeneficiaryRef } from '../../base/schemas/parts.ts';
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

export const CashTransferBody = Type.Object({
  beneficiary_ref: BeneficiaryRef,
  amount: Type.Optional({
    ...MoneyBody.properties.amount,
    description: 'In test mode, what arrives at once; without it, all that is held',
  }),
  currency: MoneyBody.properties.currency,
});

/** How a payee hands cash over by bank transfer. */
export const cashTransferWords = {
  summary: 'Hand cash over by bank transfer',
  description:
    'In live mode: where to and with which reference, which stays the same. Whatever arrives with it is handed over, without a confirmation, and what is more than the payee holds is its earnings. Test money arrives at once.',
} as const;

export const HandoverParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
