/**
 * The single list of errors a caller can receive. Use cases name a code; each interface renders its own envelope.
 * Must never contain an internal message, a secret or a stack.
 * `http` is the status on interface B and the console's API (docs/contract/partner.md, "Errors"). `merchant` is the
 * status on interface A where it differs, because an invalid body is always a 400 there (docs/contract/merchant.md,
 * "Merchant envelope").
 */
export const catalog = {
  malformed_json: { http: 400, message: 'Malformed JSON body' },
  malformed_request: { http: 400, message: 'The HTTP request could not be read.' },
  invalid_signature: { http: 400, message: 'The signature is missing, wrong or too old.' },
  invalid_credentials: { http: 401, message: 'The API key pair is missing, unknown or revoked.' },
  signed_out: { http: 401, message: 'Sign in to continue.' },
  /** One answer for an unknown account, an unconfirmed one and a wrong password. */
  sign_in_refused: { http: 401, message: 'Wrong email or password, or the email is not confirmed.' },
  sign_in_expired: { http: 401, message: 'The sign-in has expired. Sign in again.' },
  /** Interface A only: a key pair in the body is refused. */
  invalid_client_id: { http: 401, merchant: 400, message: 'Invalid client ID' },
  invalid_secret_id: { http: 401, merchant: 400, message: 'Invalid secret ID' },
  wrong_environment: { http: 401, merchant: 400, message: 'Requested credentials is invalid' },
  merchant_not_active: { http: 403, merchant: 400, message: 'Merchant account is not active' },
  token_missing: { http: 403, message: 'Access denied! Token not found' },
  token_invalid: { http: 403, message: 'Requested with invalid token!' },
  token_expired: { http: 403, message: 'Request token is expired' },
  /** The key's mode or kind does not allow it. */
  not_permitted: { http: 403, message: 'This key is not allowed to do this.' },
  forbidden: { http: 403, message: 'The caller is not allowed to do this.' },
  second_factor_required: { http: 403, message: 'Enter a two-step sign-in code, then repeat the request.' },
  /** Operators without two-step sign-in can do nothing else. */
  second_factor_missing: { http: 403, message: 'Turn on two-step sign-in first: operators need it.' },
  second_factor_too_new: {
    http: 403,
    message: 'Two-step sign-in counts 24 hours after it is turned on.',
  },
  passkey_too_new: { http: 403, message: 'A new passkey counts here 24 hours after it was added.' },
  single_sign_on_session: { http: 403, message: 'This session opens one account and nothing else.' },
  company_not_active: { http: 403, message: 'The company account is not active.' },
  not_found: { http: 404, message: 'Nothing was found at this address.' },
  method_not_allowed: { http: 405, message: 'This method is not allowed at this address.' },
  request_timeout: { http: 408, message: 'The request did not arrive in time.' },
  idempotency_conflict: { http: 409, message: 'This idempotency key was used for another request.' },
  invalid_state: { http: 409, merchant: 400, message: 'This is not possible in the current state.' },
  settlement_running: { http: 409, message: 'A settlement of this book is running.' },
  cursor_expired: { http: 409, message: 'The events after this cursor are no longer kept.' },
  provider_unavailable: { http: 502, message: 'The sign-in of your organization cannot be reached now.' },
  /** A challenge for a passkey that was answered too late, or twice. */
  passkey_expired: { http: 409, message: 'This took too long. Start again.' },
  link_expired: { http: 410, message: 'This link no longer works.' },
  payload_too_large: { http: 413, message: 'The body is too large.' },
  unsupported_media_type: { http: 415, message: 'The Content-Type must be application/json.' },
  validation_failed: { http: 422, merchant: 400, message: 'Some fields are missing or invalid.' },
  wrong_password: { http: 422, message: 'The password is wrong.' },
  wrong_code: { http: 422, message: 'The code is wrong or was already used.' },
  /** One answer for an unknown passkey, someone else’s, and a wrong answer of a known one. */
  passkey_refused: { http: 422, message: 'The passkey is unknown here. It may have been removed.' },
  wrong_password_or_code: { http: 422, message: 'The password or the code is wrong.' },
  /** One answer for an unknown address, one without a provider, and one with several. */
  no_single_sign_on: { http: 422, message: 'No single sign-on is set up for this address.' },
  cash_limit_exceeded: { http: 422, message: 'The collector would hold more cash than allowed.' },
  unknown_beneficiary: { http: 422, message: 'A beneficiary is not an active link of this company.' },
  refund_exceeds: { http: 422, merchant: 400, message: 'The refund is more than what is left.' },
  insufficient_funds: { http: 422, merchant: 400, message: 'The balance is too small.' },
  balance_limit: { http: 422, merchant: 400, message: 'The balance would exceed its limit.' },
  headers_too_large: { http: 431, message: 'The headers of the request are too large.' },
  rate_limited: { http: 429, message: 'Too many requests.' },
  /** Too many attempts at a password or code, or too many mails. */
  too_many_attempts: { http: 429, message: 'Too many attempts. Wait, then try again.' },
  internal_error: { http: 500, message: 'Something went wrong here. It is safe to send this again.' },
  unavailable: { http: 503, message: 'The service is busy. It is safe to send this again.' },
} as const satisfies Record<string, { http: number; merchant?: number; message: string }>;

export type ErrorCode = keyof typeof catalog;
