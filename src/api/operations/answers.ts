/** Declarations of the service's own routes: health, metrics, the OpenAPI document, provider webhooks. */
import type { ErrorCode } from '../../base/errors/catalog.ts';
import { type Answer, errorAnswers, everyRequest } from '../../core/http/answers.ts';
import { partnerErrorShape } from '../partner/audience.ts';

/** Errors have interface B's envelope. @param codes in addition to those of every request. */
export const serviceAnswers = (
  successes: Record<number, Answer>,
  codes: readonly ErrorCode[] = [],
): Record<string, Answer> => ({
  ...errorAnswers([...everyRequest, ...codes], partnerErrorShape),
  ...successes,
});

export const serviceOperation = (operationId: string, summary: string, security: Record<string, []>[] = []) => ({
  operationId,
  tags: ['service'],
  summary,
  security,
});
