/** All endpoints of webhooks: interface B offers them to key pairs, the people's API to members. */
import type { FastifyInstance } from 'fastify';
import type { CompanyFace } from '../../interfaces/company/face.ts';
import { deliveryRoutes } from './deliveries.route.ts';
import { endpointActRoutes } from './endpoint-acts.route.ts';
import { endpointRoutes, type WebhookRouteDeps } from './endpoints.route.ts';

export type { WebhookRouteDeps } from './endpoints.route.ts';

export function webhookRoutes(app: FastifyInstance, face: CompanyFace, deps: WebhookRouteDeps): void {
  endpointRoutes(app, face, deps);
  endpointActRoutes(app, face, deps);
  deliveryRoutes(app, face, deps);
}
