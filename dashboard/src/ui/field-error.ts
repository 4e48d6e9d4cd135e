/** What the service says about one field of a form. */
import { problemOf } from '../api/problem.ts';

/** @param field its name in the request. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  error === null || error === undefined
    ? undefined
    : problemOf(error).details.find((detail) => detail.field === field)?.message;
