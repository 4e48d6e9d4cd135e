/** What a call may throw. */

export type ErrorDetail = { field: string; message: string };

/** The service refused the request, or failed. */
export class SluiceError extends Error {
  override readonly name: string = 'SluiceError';
  readonly status: number;
  /** Interface B's code, such as `unknown_beneficiary`. Interface A has none: `http_400` and the like. */
  readonly code: string;
  /** The fields that are not valid, with their paths. */
  readonly details: readonly ErrorDetail[];
  /** Quote it when you ask about the request. */
  readonly requestId: string | undefined;
  /** When to send it again, in seconds, where the service says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: {
    status: number;
    code: string;
    message: string;
    details?: readonly ErrorDetail[];
    requestId?: string | undefined;
    retryAfterSeconds?: number | undefined;
  }) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** No answer arrived. The request may have been done: repeat it with the same idempotency key or ref. */
export class SluiceConnectionError extends Error {
  override readonly name: string = 'SluiceConnectionError';
}

/** No answer arrived in time. */
export class SluiceTimeoutError extends SluiceConnectionError {
  override readonly name: string = 'SluiceTimeoutError';
}

/** A webhook is not from the service, was altered, or is too old. Answer it with a 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError';
}
