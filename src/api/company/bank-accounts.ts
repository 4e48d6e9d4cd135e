/**
 * GET /bank-accounts: the caller's bank accounts on file, with masked numbers. An API key can't add one, so that a
 * stolen key can't redirect payouts.
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listBankAccounts } from '../../features/payouts/bank-accounts.repository.ts';
import { BankAccountAnswer } from '../../features/payouts/payout-schemas.ts';
import { presentBankAccount } from '../../features/payouts/present-payout.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';

export function bankAccountsRoute(app: FastifyInstance, audience: CompanyAudience, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/bank-accounts',
    schema: {
      ...audience.operation('listBankAccounts', 'payouts', 'Bank accounts on file, their numbers masked'),
      response: audience.readAnswers({ 200: pageOf(BankAccountAnswer) }),
    },
    handler: async (request, reply) => {
      const accounts = await listBankAccounts(db, audience.callerOf(request, 'bank_accounts.read').holderId);
      return reply.send(partnerPage(accounts.map(presentBankAccount), null));
    },
  });
}
