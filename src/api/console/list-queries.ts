/** What several lists of the people's API may be narrowed by. */
import { Type } from 'typebox';
import { instantWanted, readInstant } from '../../base/clock/read-instant.ts';
import { invalidField } from '../../base/errors/app-error.ts';

export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Uppercase ISO 4217 code',
  examples: ['EUR'],
});

/** @throws AppError `validation_failed` */
export function instantOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = readInstant(text);
  if (instant === undefined) throw invalidField(field, instantWanted);
  return instant;
}
