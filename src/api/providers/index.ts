/** All routes for card processors: where each sends its notices. */
import type { FastifyInstance } from 'fastify';
import { type NoticeReader, noticesRoute, type OnNotice } from './notices.ts';

type ProvidersDeps = { processors: readonly NoticeReader[]; onNotice: OnNotice };

export async function registerProviders(app: FastifyInstance, { processors, onNotice }: ProvidersDeps): Promise<void> {
  for (const processor of processors) {
    await app.register(async (scope) => noticesRoute(scope, processor, onNotice));
  }
}
