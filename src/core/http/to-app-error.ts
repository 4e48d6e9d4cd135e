/**
 * Maps anything thrown to an error of the catalog. Unexpected errors become `internal_error`, whose message must not
 * reveal internals.
 */
import { isConnectionLost, isRetryable, type Outage, outageOf } from '../../base/database/database-error.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalog.ts';
import { detailsOf, isValidationError } from './validation.ts';

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
};

const retryBrieflySeconds = 1;
/** A full disk lasts longer than a lost connection. */
const retryLaterSeconds = 10;

/** In as few letters as the envelope of interface A has room for. What is `busy` has the catalog's message. */
const causes: Partial<Record<Outage, string>> = {
  offline: 'The database is offline.',
  disk_full: "The service's disk is full.",
  disk_failed: "The service's disk failed.",
  out_of_memory: 'The database lacks memory.',
  limit_reached: 'A database limit was hit.',
  read_only: 'The database is read-only.',
};

/** @param bodyBytesMax the limit of the route that was requested. */
export function toAppError(error: unknown, bodyBytesMax?: number): AppError {
  if (error instanceof AppError) return withCause(error);
  if (isValidationError(error)) {
    // An invalid path parameter is a 404; only a body or a query can be corrected.
    if (error.validationContext === 'params') return new AppError('not_found');
    return new AppError('validation_failed', { details: detailsOf(error.validation, error.validationContext) });
  }
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  // The client disconnected while its body was read; this is not a lost database connection.
  if (code === 'ECONNRESET' && statusCode === 400) return new AppError('malformed_request', { cause: error });
  if (typeof code === 'string') {
    const known = frameworkCodes[code];
    if (known === 'payload_too_large' && bodyBytesMax !== undefined) {
      return new AppError(known, { cause: error, message: `The body is larger than ${bodyBytesMax} bytes.` });
    }
    if (known !== undefined) return new AppError(known, { cause: error });
  }
  const outage = outageOf(error);
  if (outage === undefined) return new AppError('internal_error', { cause: error });
  const isBrief = isConnectionLost(error) || isRetryable(error);
  return unavailable(outage, error, isBrief ? retryBrieflySeconds : retryLaterSeconds);
}

/** Says why the database was unavailable to a use case that gave up. */
function withCause(error: AppError): AppError {
  const outage = error.code === 'unavailable' ? outageOf(error.cause) : undefined;
  return outage === undefined ? error : unavailable(outage, error.cause, error.retryAfterSeconds);
}

function unavailable(outage: Outage, cause: unknown, retryAfterSeconds: number | undefined): AppError {
  const why = causes[outage];
  return new AppError('unavailable', {
    cause,
    ...(why === undefined ? {} : { message: `${why} It is safe to send this again.` }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
