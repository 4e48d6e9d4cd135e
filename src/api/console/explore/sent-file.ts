/** An exploration as a file. */
import type { FastifyReply } from 'fastify';
import { sendCsv } from '../../../core/http/send-csv.ts';
import type { Exploration } from '../../../features/explore/explore.ts';
import { explorationCsv } from '../../../features/explore/present-exploration.ts';

async function* whole(explored: Exploration): AsyncGenerator<string> {
  yield explorationCsv(explored);
}

export const sendExploration = (reply: FastifyReply, metric: string, explored: Exploration): Promise<FastifyReply> =>
  sendCsv(reply, `${metric}-${explored.period.from}-${explored.period.to}.csv`, whole(explored));
