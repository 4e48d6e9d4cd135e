import type { FastifyInstance } from 'fastify';
import type { AppError } from '../errors/app-error.ts';
// Placeholder while the pages are being built.
export const errorPage = (error: AppError, status: number): string => `${status} ${error.message}`;
export async function registerCheckout(_app: FastifyInstance, _base: string, _deps: unknown): Promise<void> {}
