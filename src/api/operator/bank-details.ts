/** The operator's bank details, one account for each currency: what customers and companies transfer to. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { removeBankDetails, setBankDetails } from '../../features/wallets/change-bank-details.ts';
import { presentOperatorBankDetails } from '../../features/wallets/present-wallets.ts';
import { OperatorBankDetailsAnswer } from '../../features/wallets/wallet-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const textMax = 1_000;
const text = (example: string, description?: string) =>
  Type.String({
    maxLength: textMax,
    examples: [example],
    ...(description === undefined ? {} : { description }),
  });

const Params = Type.Object({ currency: Type.String({ maxLength: 3 }) });
const Body = Type.Object({
  account_holder: text('Sluice Payments GmbH'),
  iban: Type.Optional(text('DE89370400440532013000')),
  bic: Type.Optional(text('COBADEFFXXX')),
  bank_name: Type.Optional(text('Commerzbank')),
  other: Type.Optional(text('Account 12345678', 'Lines for transfers from countries without IBANs')),
  account_number: Type.Optional(text('12345678', 'For files of payouts, where there is no IBAN')),
  bank_code: Type.Optional(text('021000021', 'The country’s own code of the bank, where there is no BIC')),
  town: Type.Optional(text('Berlin', 'Where the account holder is; with `country`')),
  country: Type.Optional(text('DE', 'ISO 3166 code')),
});

export function bankDetailsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/bank-details',
    schema: {
      ...audience.operation('listBankDetails', 'The bank accounts that receive top-ups'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(OperatorBankDetailsAnswer)) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'bank_details.read');
      return partnerSuccess((await listBankDetails(db)).map(presentOperatorBankDetails));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/bank-details/:currency',
    schema: {
      ...audience.operation('setBankDetails', 'Set the account for one currency'),
      params: Params,
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(OperatorBankDetailsAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'bank_details.change');
      const { account_holder: accountHolder, iban = '', bic = '', bank_name: bankName = '', other = '' } = request.body;
      const { account_number: accountNumber = '', bank_code: bankCode = '', town = '', country = '' } = request.body;
      const form = { accountHolder, iban, bic, bankName, other, accountNumber, bankCode, town, country };
      const { currency } = request.params;
      const saved = await inTransaction(db, (tx) =>
        setBankDetails(audience.actorOf(request), tx, clock, currency, form),
      );
      return partnerSuccess(presentOperatorBankDetails(saved));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/operator/bank-details/:currency',
    schema: {
      ...audience.operation('removeBankDetails', 'Stop accepting transfers in one currency'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found']),
    },
    handler: async (request) => {
      audience.callerOf(request, 'bank_details.change');
      const { currency } = request.params;
      await inTransaction(db, (tx) => removeBankDetails(audience.actorOf(request), tx, currency));
      return partnerSuccess(null);
    },
  });
}
