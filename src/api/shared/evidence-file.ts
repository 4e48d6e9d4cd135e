/** A file of evidence as it is sent to people: always to be stored, never shown by the browser, under a name of ours. */
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type Answer, fileAnswer } from '../../core/http/answers.ts';
import type { EvidenceFile, EvidenceFileType, EvidencePurpose } from '../../features/providers/provider.ts';

const extensions: Record<EvidenceFileType, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

export const evidenceFileAnswer: Answer = {
  ...fileAnswer('application/pdf', 'The file'),
  content: Object.fromEntries(Object.keys(extensions).map((type) => [type, { schema: Type.Unsafe<unknown>({}) }])),
};

export const sendEvidenceFile = (
  reply: FastifyReply,
  purpose: EvidencePurpose,
  { type, bytes }: Pick<EvidenceFile, 'type' | 'bytes'>,
) =>
  reply
    .header('content-disposition', `attachment; filename="${purpose}.${extensions[type]}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(type)
    .send(bytes);
