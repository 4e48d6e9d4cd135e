/** The signed proof of the books as a file. */
import type { FastifyReply } from 'fastify';
import { fileAnswer } from '../../core/http/answers.ts';
import { Proof, proofText } from '../../features/verification/proof.ts';

export const proofAnswer = {
  ...fileAnswer('application/json', 'The proof, whose bytes are signed: keep it as it is'),
  content: { 'application/json': { schema: Proof } },
};

export const sendProof = (reply: FastifyReply, proof: Proof): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="sluice-proof-${proof.made_at.slice(0, 10)}.json"`)
    .type('application/json; charset=utf-8')
    .send(proofText(proof));
