/**
 * GET /bank-accounts: the company's bank accounts on file, their numbers masked. There is no way to add one with an API
 * key: whoever steals a key must not be able to say where the money goes.
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { partnerOf } from '../../interfaces/partner/access.ts';
import { partnerPage } from '../../interfaces/partner/envelope.ts';
import { listBankAccounts } from '../bank-accounts.repository.ts';
import { presentBankAccount } from '../present-payout.ts';

export function bankAccountsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  app.route({
    method: 'GET',
    url: '/bank-accounts',
    schema: { tags: ['payouts'], summary: 'Bank accounts on file, their numbers masked' },
    handler: async (request, reply) => {
      const accounts = await listBankAccounts(db, partnerOf(request).holderId);
      return reply.send(partnerPage(accounts.map(presentBankAccount), null));
    },
  });
}
