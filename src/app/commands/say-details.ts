/** The words of a refused command: one sentence for each field. */
import { AppError } from '../../base/errors/app-error.ts';

/** Throws the problems of each field as one error. Must never quote a value. */
export function sayDetails(error: unknown): never {
  if (!(error instanceof AppError) || error.details.length === 0) throw error;
  throw new Error(error.details.map(({ field, message }) => `${field} ${message}`).join('; '));
}
