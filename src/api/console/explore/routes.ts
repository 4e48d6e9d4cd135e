/** The two routes of an exploration, as an answer and as a file: those of companies, shops and the operator differ in little. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import { csvAnswer } from '../../../core/http/answers.ts';
import { typed } from '../../../core/http/typed-routes.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { explore } from '../../../features/explore/explore.ts';
import { ExplorationAnswer } from '../../../features/explore/explore-schemas.ts';
import type { Explored } from '../../../features/explore/metrics.ts';
import { explorationCsvColumns, presentExploration } from '../../../features/explore/present-exploration.ts';
import type { CompanyAnswers } from '../../company/answers.ts';
import { dataOf, partnerSuccess } from '../../shared/envelope.ts';
import { type exploreQuery, questionOf } from './read-request.ts';
import { sendExploration } from './sent-file.ts';

type Query = ReturnType<typeof exploreQuery>;
/** Only the operator's has it. */
type OfAccount = { account?: number };

type Routes = {
  path: `/${string}`;
  query: Query;
  /** What is explored with a metric of the query. */
  of: Explored['of'];
  answers: Pick<CompanyAnswers, 'readAnswers' | 'documentAnswers'>;
  operation: object;
  csvOperation: object;
  /** @throws AppError unless the caller may. */
  callerOf: (request: FastifyRequest) => Book;
};

type Deps = { db: Database; clock: Clock };

const csv = csvAnswer(explorationCsvColumns, 'Totals by currency, then the parts and the groups of one currency');

export function explorationRoutes(app: FastifyInstance, { db, clock }: Deps, routes: Routes): void {
  const { path, query, of, answers, operation, csvOperation, callerOf } = routes;
  const ask = async (request: FastifyRequest, asked: Static<Query>) => {
    const book = callerOf(request);
    // The schema has only the metrics of its kind.
    const { metric, account } = asked as Static<Query> & OfAccount;
    const explored = { of, metric, ...(account === undefined ? {} : { account: BigInt(account) }) } as Explored;
    const { timeZone, question } = questionOf(explored, asked, clock, book);
    return { timeZone, explored: await explore(db, book, question) };
  };

  typed(app).route({
    method: 'GET',
    url: path,
    schema: { ...operation, querystring: query, response: answers.readAnswers({ 200: dataOf(ExplorationAnswer) }) },
    handler: async (request, reply) => {
      const { timeZone, explored } = await ask(request, request.query);
      return reply.send(partnerSuccess(presentExploration(timeZone, explored)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: `${path}.csv`,
    schema: { ...csvOperation, querystring: query, response: answers.documentAnswers(csv) },
    handler: async (request, reply) => {
      const { explored } = await ask(request, request.query);
      return sendExploration(reply, String(request.query.metric), explored);
    },
  });
}
