/** The fields that the service blames, for `form.setErrors`. Names are those of the request. */
import { problemOf } from '../api/problem.ts';

export const fieldProblems = (error: unknown): Record<string, string> =>
  Object.fromEntries(problemOf(error).details.map(({ field, message }) => [field, sentence(message)]));

/** "must not be blank" reads as a sentence beside its field. */
const sentence = (message: string): string => message.slice(0, 1).toUpperCase() + message.slice(1);
