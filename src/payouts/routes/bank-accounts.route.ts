/**
 * GET /bank-accounts: the company's bank accounts on file, with masked numbers. An API key can't add one, so that a
 * stolen key can't redirect payouts.
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { typed } from '../../http/typed-routes.ts';
import { pageOf, partnerOperation, readAnswers } from '../../interfaces/partner/answers.ts';
import { partnerOf } from '../../interfaces/partner/authenticate.ts';
import { partnerPage } from '../../interfaces/partner/envelope.ts';
import { listBankAccounts } from '../bank-accounts.repository.ts';
import { BankAccountAnswer } from '../payout-schemas.ts';
import { presentBankAccount } from '../present-payout.ts';

export function bankAccountsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/bank-accounts',
    schema: {
      ...partnerOperation('listBankAccounts', 'payouts', 'Bank accounts on file, their numbers masked'),
      response: readAnswers({ 200: pageOf(BankAccountAnswer) }),
    },
    handler: async (request, reply) => {
      const accounts = await listBankAccounts(db, partnerOf(request).holderId);
      return reply.send(partnerPage(accounts.map(presentBankAccount), null));
    },
  });
}
