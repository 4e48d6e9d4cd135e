/** What the service says about the fields of a form, named as in the request. */
import { problemOf } from '../api/problem.ts';
import { inReadersWords } from './service-words.ts';

/** For `form.setErrors`; empty where no field is to blame. What an entry of a list is blamed for stands under the list. */
export const fieldProblems = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    problemOf(error).details.map(({ field, message }) => [
      field.replace(/\[\d+\]$/, ''),
      sentenceOf(inReadersWords(message)),
    ]),
  );

/** About one field; undefined also before anything was sent. */
export const fieldProblem = (error: unknown, field: string): string | undefined => fieldProblems(error)[field];

/** Some messages of the API continue a sentence whose subject is the field: "must be above 0". */
const sentenceOf = (message: string): string => (/^[a-z]/.test(message) ? `This ${message}.` : message);
