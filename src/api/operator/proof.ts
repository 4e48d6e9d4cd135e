/** GET /operator/proof: the signed proof of the books, to download. */
import type { FastifyInstance } from 'fastify';
import { realNow } from '../../base/clock/clock.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { makeProof, type ProofDeps } from '../../features/verification/make-proof.ts';
import { proofAnswer, sendProof } from '../shared/proof-file.ts';
import { operatorAudience as audience } from './audience.ts';

export function operatorProofRoute(app: FastifyInstance, deps: ProofDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/proof',
    schema: {
      ...audience.operation(
        'getProof',
        'A signed proof of the books, without names, from the last full verification: `npx sluice verify-proof` verifies it',
      ),
      response: audience.documentAnswers(proofAnswer, ['invalid_state']),
    },
    handler: async (request, reply) => {
      audience.callerOf(request, 'books.read');
      const proof = await makeProof(audience.actorOf(request), deps, realNow());
      return sendProof(reply, proof);
    },
  });
}
