/** The one error a use case throws, so that its transaction rolls back. */
import { catalog, type ErrorCode } from './catalog.ts';

/** One invalid field: its path (`splits[1].amount`) and the reason. */
export type ErrorDetail = { field: string; message: string };

type AppErrorOptions = {
  message?: string;
  details?: ErrorDetail[];
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An expected refusal with a code of the catalog. Its message goes to the caller and must not reveal internals. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? catalog[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A request with one invalid field. @param field its path, as in `ErrorDetail`. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('validation_failed', { details: [{ field, message }] });
