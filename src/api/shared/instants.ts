/** Instants in the query of a list. */
import { instantWanted, readInstant } from '../../base/clock/read-instant.ts';
import { invalidField } from '../../base/errors/app-error.ts';

/** @throws AppError `validation_failed` */
export function instantOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = readInstant(text);
  if (instant === undefined) throw invalidField(field, instantWanted);
  return instant;
}
