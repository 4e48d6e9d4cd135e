/** Payouts and bank accounts of the people's API, for the people of every kind of holder. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { holderFace } from '../../interfaces/console/holder-face.ts';
import type { People } from '../../people/people.ts';
import { bankAccountsRoute } from './bank-accounts.route.ts';
import { changeBankAccountsRoutes } from './change-bank-accounts.route.ts';
import { payoutOptionsRoute } from './payout-options.route.ts';
import { holderRequests } from './payout-requests.ts';
import { payoutRoutes } from './payouts.route.ts';

export function holderPayoutRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock; people: People }): void {
  payoutRoutes(app, holderFace, deps, holderRequests);
  payoutOptionsRoute(app, deps);
  bankAccountsRoute(app, holderFace, deps);
  changeBankAccountsRoutes(app, deps);
}
