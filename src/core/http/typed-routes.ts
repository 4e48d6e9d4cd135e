/** Types the handlers of a scope's routes by their schemas. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';

export const typed = (app: FastifyInstance) => app.withTypeProvider<TypeBoxTypeProvider>();
