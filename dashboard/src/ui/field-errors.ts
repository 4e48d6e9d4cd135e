/** The fields that the server blames, as a form shows them. Its messages continue a sentence about the field. */
import { problemOf } from '../api/problem.ts';

/** @param names the form's own names of the request's fields, where they differ. */
export function fieldErrorsOf(error: unknown, names: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    problemOf(error).details.map(({ field, message }) => [names[field] ?? field, sentenceOf(message)]),
  );
}

const sentenceOf = (message: string): string => (/^[a-z]/.test(message) ? `This ${message}.` : message);
