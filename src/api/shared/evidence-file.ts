/** A file of evidence as it is sent to people: always to be stored, never shown by the browser, under a name of ours. */
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type Answer, fileAnswer } from '../../core/http/answers.ts';
import { fileExtensions } from '../../features/payments/evidence/evidence-file.ts';
import type { EvidenceFile, EvidencePurpose } from '../../features/providers/provider.ts';

export const evidenceFileAnswer: Answer = {
  ...fileAnswer('application/pdf', 'The file'),
  content: Object.fromEntries(Object.keys(fileExtensions).map((type) => [type, { schema: Type.Unsafe<unknown>({}) }])),
};

export const sendEvidenceFile = (
  reply: FastifyReply,
  purpose: EvidencePurpose,
  { type, bytes }: Pick<EvidenceFile, 'type' | 'bytes'>,
) =>
  reply
    .header('content-disposition', `attachment; filename="${purpose}.${fileExtensions[type]}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(type)
    .send(bytes);
