/** The machine-readable description of the interfaces, made from the schemas that judge requests. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** Call before the first route. */
export async function describeInterfaces(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sluice', version: '1', description: 'Merchant payments and partner orders.' },
      servers: [{ url: publicUrl }],
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
