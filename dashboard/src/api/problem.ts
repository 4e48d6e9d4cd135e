/** What the API answered when it did not do what was asked. `message` is written for people and may be shown. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** The fields to blame, as the request names them. */
  readonly details: readonly { field: string; message: string }[];
  /** For support: the same id is in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds, of an answer that says when to try again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, error: Partial<AnsweredError>, retryAfter?: number) {
    super(error.message ?? '');
    this.name = 'Problem';
    this.status = status;
    this.code = error.code ?? 'unexpected';
    this.details = error.details ?? [];
    this.requestId = error.request_id;
    this.retryAfter = retryAfter;
  }
}

export type AnsweredError = {
  code: string;
  message: string;
  details: { field: string; message: string }[];
  request_id: string;
};

/** The code of a refusal after too many attempts at a password or a code. */
export const throttled = 'too_many_attempts';

/** No answer at all: the service can't be reached. */
export const unreachable = 'unreachable';

export const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(0, { code: 'unexpected', message: '' });
