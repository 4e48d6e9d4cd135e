/** All routes for payment providers: where each sends its notices. */
import type { FastifyInstance } from 'fastify';
import type { Provider } from '../../features/providers/provider.ts';
import { noticesRoute, type OnNotice } from './notices.ts';

type ProvidersDeps = {
  providers: readonly Pick<Provider, 'name' | 'title' | 'readNotice'>[];
  onNotice: OnNotice;
};

export async function registerProviders(app: FastifyInstance, { providers, onNotice }: ProvidersDeps): Promise<void> {
  for (const { name, title, readNotice } of providers) {
    if (readNotice !== undefined) {
      await app.register(async (scope) => noticesRoute(scope, { name, title, readNotice }, onNotice));
    }
  }
}
