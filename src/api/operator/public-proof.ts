/** /operator/public-proof: whether anyone may read the proof of the books, and how an administrator changes it. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { findLastChanges } from '../../core/access/audit-log.repository.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { ChangeAnswer, presentChange } from '../../features/holders/change-schemas.ts';
import type { ProofDeps } from '../../features/verification/make-proof.ts';
import { proofAddresses } from '../../features/verification/proof-addresses.ts';
import { isPublic } from '../../features/verification/public-proof.repository.ts';
import { publishProof } from '../../features/verification/public-proof.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const Address = (example: string) => Type.String({ examples: [`https://pay.example.com${example}`] });

const PublicProofAnswer = Type.Object(
  {
    is_public: Type.Boolean(),
    page_url: Address(proofAddresses.page),
    badge_url: Address(proofAddresses.badge),
    changed: ChangeAnswer,
  },
  { title: 'PublicProof', description: 'Whether anyone may read the proof of the books, and where it is then' },
);

export function publicProofRoutes(app: FastifyInstance, deps: Pick<ProofDeps, 'db' | 'publicUrl'>): void {
  const { db } = deps;
  typed(app).route({
    method: 'GET',
    url: '/operator/public-proof',
    schema: {
      ...audience.operation('getPublicProof', 'Whether anyone may read the proof of the books'),
      response: audience.readAnswers({ 200: dataOf(PublicProofAnswer) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'books.read');
      return partnerSuccess(await present(deps));
    },
  });
  const steps = [
    { url: 'publish', id: 'publishProof', summary: 'Let anyone read the proof of the books', isOn: true },
    { url: 'withdraw', id: 'withdrawProof', summary: 'Keep the proof of the books to the operator', isOn: false },
  ];
  for (const { url, id, summary, isOn } of steps) {
    typed(app).route({
      method: 'POST',
      url: `/operator/public-proof/${url}`,
      schema: {
        ...audience.operation(id, summary),
        response: audience.writeAnswers({ 200: dataOf(PublicProofAnswer) }),
      },
      handler: async (request) => {
        audience.callerOf(request, 'books.read');
        await inTransaction(db, (tx) => publishProof(audience.actorOf(request), tx, isOn));
        return partnerSuccess(await present(deps));
      },
    });
  }
}

async function present({
  db,
  publicUrl,
}: {
  db: Database;
  publicUrl: string;
}): Promise<Static<typeof PublicProofAnswer>> {
  const changes = await findLastChanges(db, 'books.publish', 'setting', ['public_proof']);
  return {
    is_public: await isPublic(db),
    page_url: `${publicUrl}${proofAddresses.page}`,
    badge_url: `${publicUrl}${proofAddresses.badge}`,
    changed: presentChange(changes.get('public_proof')),
  };
}
