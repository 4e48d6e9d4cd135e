/**
 * POST /funding/<provider>/webhook: the notices of a payment provider. A genuine one enqueues a job that queries the
 * provider's API, and is answered once that is committed. Must never move money or trust a notice that isn't genuine.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { type Actor, originOf, providerActor } from '../../core/access/actor.ts';
import { jsonAnswer } from '../../core/http/answers.ts';
import { acceptBytes, listBytesMax } from '../../core/http/content-types.ts';
import type { OpenedProvider, Provider, ProviderNotice } from '../../features/providers/provider.ts';
import { serviceAnswers, serviceOperation } from '../operations/answers.ts';
import { providersBasePath } from './interface.ts';

export const noticesPathOf = (name: string): string => `${providersBasePath}/${name}/webhook`;

type NoticeReader = Pick<Provider, 'name' | 'title'> & Required<Pick<OpenedProvider, 'readNotice'>>;
export type OnNotice = (actor: Actor, provider: string, notice: ProviderNotice) => Promise<void>;

const Received = Type.Object({ received: Type.Literal(true) });

/** @param app must be a separate scope, because its bodies are not parsed. */
export function noticesRoute(
  app: FastifyInstance,
  { name, title, readNotice }: NoticeReader,
  onNotice: OnNotice,
): void {
  const operationId = `receive${name.charAt(0).toUpperCase()}${name.slice(1)}Notice`;
  acceptBytes(app);
  app.route({
    method: 'POST',
    url: noticesPathOf(name),
    bodyLimit: listBytesMax,
    schema: {
      ...serviceOperation(operationId, `A signed notice of ${title}`),
      response: serviceAnswers({ 200: jsonAnswer(Received, 'Committed') }, [
        'invalid_signature',
        'payload_too_large',
        'unsupported_media_type',
      ]),
    },
    handler: async (request) => {
      const { body, headers, query } = request;
      const header = onceIn(headers);
      const read = Buffer.isBuffer(body)
        ? await readNotice({ body, header, query: onceIn(query as Record<string, unknown>) })
        : { ok: false as const };
      if (!read.ok) throw new AppError('invalid_signature');
      for (const notice of read.notices) await onNotice(providerActor(name, originOf(request)), name, notice);
      return { received: true };
    },
  });
}

const onceIn =
  (values: Readonly<Record<string, unknown>>) =>
  (key: string): string | undefined => {
    const value = values[key];
    return typeof value === 'string' ? value : undefined;
  };
