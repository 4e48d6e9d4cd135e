/** Interface A has one message for an error and no details: it names the field that is wrong. */
import { AppError } from '../../base/errors/app-error.ts';
import { detailsOf, isValidationError } from '../../core/http/validation.ts';

const invalidField = (field: string): AppError =>
  new AppError('validation_failed', { message: `The ${field} is invalid.` });

/** For routes with `attachValidation`. @throws AppError for what the schema refused. */
export function refuseInvalid({ validationError }: { validationError?: unknown }, part: 'query' | 'body'): void {
  if (isValidationError(validationError)) {
    throw invalidField(detailsOf(validationError.validation, part)[0]?.field ?? part);
  }
}

/** Has a refusal by a use case name its field too. */
export async function namingField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const field = error instanceof AppError && error.code === 'validation_failed' ? error.details[0]?.field : undefined;
    throw field === undefined ? error : invalidField(field);
  }
}
