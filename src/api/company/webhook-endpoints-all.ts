/** All endpoints of webhooks: interface B offers them to key pairs, the people's API to members. */
import type { FastifyInstance } from 'fastify';
import type { CompanyFace } from './face.ts';
import { endpointRoutes, type WebhookRouteDeps } from './webhook-endpoints.ts';
import { endpointActRoutes } from './webhook-endpoints-actions.ts';
import { deliveryRoutes } from './webhook-endpoints-deliveries.ts';

export type { WebhookRouteDeps } from './webhook-endpoints.ts';

export function webhookRoutes(app: FastifyInstance, face: CompanyFace, deps: WebhookRouteDeps): void {
  endpointRoutes(app, face, deps);
  endpointActRoutes(app, face, deps);
  deliveryRoutes(app, face, deps);
}
