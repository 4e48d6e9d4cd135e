/** Payouts and bank accounts of the people's API, for the people of every kind of holder. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { People } from '../../features/people/people.ts';
import { bankAccountsRoute } from '../company/bank-accounts.ts';
import { payoutRoutes } from '../company/payouts.ts';
import { holderRequests } from '../shared/payout-requests.ts';
import { changeBankAccountsRoutes } from './bank-accounts.ts';
import { holderAudience } from './holder-audience.ts';
import { payoutOptionsRoute } from './payout-options.ts';

export function holderPayoutRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock; people: People }): void {
  payoutRoutes(app, holderAudience, deps, holderRequests);
  payoutOptionsRoute(app, deps);
  bankAccountsRoute(app, holderAudience, deps);
  changeBankAccountsRoutes(app, deps);
}
