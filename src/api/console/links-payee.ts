/** GET /links/{id} and /links/{id}/volume of the people's API: one payee as its company sees it. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findCashSettings } from '../../features/cash/cash-settings.repository.ts';
import { listHeldByLink } from '../../features/cash/held-cash.repository.ts';
import { presentHeld } from '../../features/cash/present-cash.ts';
import { findLink, type LinkHistory } from '../../features/links/links.repository.ts';
import { findNextRuns } from '../../features/settlements/earnings/company-schedules.ts';
import { sumWaitingOfLink } from '../../features/settlements/earnings/earnings.repository.ts';
import { listBalancesOfLink } from '../../features/settlements/earnings/payee.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { consoleAudience as audience } from './audience.ts';
import { presentPayeeVolume } from './home-volume/present-volume.ts';
import { PeriodQuery, periodOf, zoneOf } from './home-volume/read-period.ts';
import { readPayeeVolume } from './home-volume/read-volume.ts';
import { PayeeVolume } from './home-volume/volume-schemas.ts';
import { PayeeAnswer } from './links-payee/payee-schemas.ts';
import { presentPayee } from './links-payee/present-payee.ts';

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function payeeRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;

  typed(app).route({
    method: 'GET',
    url: '/links/:id',
    schema: {
      ...audience.operation('getPayee', 'beneficiaries', 'A payee: its balances, what waits, and the cash it holds'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(PayeeAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'links.read');
      const link = await linkOf(db, book, BigInt(request.params.id));
      const [balances, waiting, settings, held, runs] = await Promise.all([
        listBalancesOfLink(db, book, link.id),
        sumWaitingOfLink(db, book, link.id),
        findCashSettings(db, book),
        listHeldByLink(db, book, link.id),
        findNextRuns(deps, [book.holderId], book.mode),
      ]);
      const now = clock.now(book.holderId, book.mode);
      const cash = held.map((row) => presentHeld(row, settings, now));
      return partnerSuccess(
        presentPayee({ link, now, nextRun: runs.get(book.holderId) ?? null, balances, waiting, cash }),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/links/:id/volume',
    schema: {
      ...audience.operation(
        'getPayeeVolume',
        'beneficiaries',
        'What a payee earned in a period, and in the one before',
      ),
      params: Params,
      querystring: PeriodQuery,
      response: audience.readAnswers({ 200: dataOf(PayeeVolume) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'links.read');
      const { id } = await linkOf(db, book, BigInt(request.params.id));
      const timeZone = zoneOf(request.query);
      const period = periodOf(request.query, clock.now(book.holderId, book.mode), timeZone);
      return partnerSuccess(presentPayeeVolume(timeZone, period, await readPayeeVolume(deps, book, id, period)));
    },
  });
}

/** @throws AppError `not_found`, also for another company's. */
async function linkOf(db: Database, { holderId }: Book, id: bigint): Promise<LinkHistory> {
  const link = await findLink(db, holderId, id);
  if (link === undefined) throw new AppError('not_found', { message: 'No link has this id.' });
  return link;
}
