/** What the routes of the service itself declare: its health, its figures, its description, notices of providers. */
import type { ErrorCode } from '../../errors/catalogue.ts';
import { type Answer, errorAnswers, everyRequest } from '../../http/answers.ts';
import { partnerErrorShape } from '../partner/answers.ts';

/** Errors have interface B's envelope. @param codes beside those every request may meet. */
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
