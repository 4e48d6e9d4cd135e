/** What each error means to whoever sent the request, and what to do about it. Shown in the API reference. */
import type { ErrorCode } from './catalog.ts';

type Explained = { meaning: string; remedy: string };

const signIn = 'Sign in again and repeat the request.';
const callAgain = 'Wait for the seconds in `Retry-After`, then send the same request with the same idempotency key.';

export const explained: Readonly<Record<ErrorCode, Explained>> = {
  malformed_json: {
    meaning: 'The body is not a JSON object, or is not JSON at all.',
    remedy: 'Send a JSON object, and check that the body is not cut off or encoded twice.',
  },
  malformed_request: {
    meaning: 'The request line or a header cannot be read.',
    remedy: 'Check the address for unescaped characters, and the headers for line breaks.',
  },
  invalid_signature: {
    meaning: 'A webhook from a payment provider is not signed, or its signature is older than five minutes.',
    remedy: 'Check the signing secret in the settings and the clock of the server.',
  },
  invalid_credentials: {
    meaning: 'A key header is missing, the pair does not belong together, or it was revoked.',
    remedy:
      'Compare both keys with those in the dashboard. After a rotation, the old pair stops working when its grace period ends.',
  },
  cursor_expired: {
    meaning: 'Events are kept for a limited time, and those after this cursor have been deleted.',
    remedy: 'Fetch the current objects once, then follow the events from `after=latest`.',
  },
  signed_out: { meaning: 'There is no session, or it has ended.', remedy: signIn },
  sign_in_refused: {
    meaning: 'The email or the password is wrong, or the address is not confirmed.',
    remedy: 'Try again, confirm the address with the link in the email, or reset the password.',
  },
  sign_in_expired: { meaning: 'The code was not entered in time.', remedy: 'Start the sign-in again.' },
  invalid_client_id: {
    meaning: 'No active key pair of a merchant has this `client_id`.',
    remedy: 'Use the client ID shown in the dashboard, not the secret, and not that of a company.',
  },
  invalid_secret_id: {
    meaning: 'The secret does not belong to the `client_id`.',
    remedy: 'A secret is shown once. If it is lost, rotate the key pair.',
  },
  wrong_environment: {
    meaning: 'A live key pair was used at the sandbox address.',
    remedy: 'Use a test pair there, or the address without `sandbox`.',
  },
  merchant_not_active: {
    meaning: 'The merchant is suspended or closed, or not approved for live mode yet.',
    remedy: 'Work in test mode until the account is approved; ask the operator if it is suspended.',
  },
  token_missing: {
    meaning: 'There is no `Authorization` header.',
    remedy: 'Send `Authorization: Bearer <access_token>`.',
  },
  token_invalid: {
    meaning: 'The access token was altered, or its key pair has ended.',
    remedy: 'Request a new token with an active key pair.',
  },
  token_expired: { meaning: 'The access token is older than 600 seconds.', remedy: 'Request a new one and repeat.' },
  not_permitted: {
    meaning:
      'A key pair of this mode may not do this. The test clock needs a test key; whatever live money uses needs a live key.',
    remedy: 'Use a pair of the other mode, or do it in the dashboard.',
  },
  forbidden: {
    meaning: 'The role of the person does not allow it, or the request came from another site.',
    remedy: 'Ask an owner of the account for a role that allows it.',
  },
  second_factor_required: {
    meaning: 'This action needs a two-step sign-in code that was entered within the last 10 minutes.',
    remedy: 'Confirm it with `POST /api/v1/session/fresh`, then repeat the request.',
  },
  second_factor_missing: {
    meaning: 'Operators need two-step sign-in, and this one has not turned it on.',
    remedy: 'Turn it on in the profile.',
  },
  second_factor_too_new: {
    meaning:
      'A second factor can be used for privileged actions 24 hours after it was turned on. Only the first one of an account that was less than a day old does not wait.',
    remedy: 'Wait, or ask a colleague.',
  },
  company_not_active: {
    meaning:
      'The request used a live key of a company that is not active, or tried to change a suspended or closed account.',
    remedy: 'Work in test mode until the account is approved; ask the operator if it is suspended.',
  },
  not_found: {
    meaning: 'There is no such address, or no such object in this account and mode.',
    remedy: 'Check the ID, and that the key pair has the mode in which the object was created.',
  },
  method_not_allowed: {
    meaning: 'The address exists but does not accept this method.',
    remedy: 'See the `Allow` header of the response.',
  },
  request_timeout: { meaning: 'The request took longer than 30 seconds to arrive.', remedy: 'Send it again.' },
  idempotency_conflict: {
    meaning: 'The idempotency key was used for another request, or by another order.',
    remedy: 'Use a new key for a new request. To repeat a request, repeat it unchanged.',
  },
  invalid_state: {
    meaning: 'The object is in a state in which this is not possible; the message names it.',
    remedy: 'Fetch the object and decide from its current state. A canceled or settled object stays that way.',
  },
  settlement_running: {
    meaning: 'A settlement of this account and mode is running.',
    remedy: 'Wait until it is done: poll `GET /settlements`, or wait for the event `settlement.completed`.',
  },
  link_expired: {
    meaning: 'An emailed link was already used, was replaced, or is too old.',
    remedy: 'Request a new one.',
  },
  payload_too_large: {
    meaning:
      'The body is larger than the interface takes: 16 KiB on interface A and without a session, 64 KiB on interface B and for people, 256 KiB where it names many orders or carries a logo, 8 MiB at POST /orders/bulk.',
    remedy: 'Send a smaller body, or split it into several requests.',
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  validation_failed: {
    meaning: 'Some fields are missing or invalid. `details` lists each with its path, or the message names the first.',
    remedy: 'Correct the fields. An amount may have no more decimals than its currency.',
  },
  wrong_password: { meaning: 'The current password is wrong.', remedy: 'Try again, or reset it.' },
  wrong_code: {
    meaning: 'The code is wrong or was already used.',
    remedy: 'Wait for the next code of the authenticator, or use a recovery code.',
  },
  passkey_refused: {
    meaning: 'The passkey is unknown, belongs to someone else, or was not verified by the device.',
    remedy: 'Use another passkey, or sign in with the password.',
  },
  passkey_too_new: {
    meaning: 'The passkey was added less than 24 hours ago, with a password alone or with a new second factor.',
    remedy: 'Confirm with a code, or wait.',
  },
  no_single_sign_on: {
    meaning: 'The address has no account with a sign-in provider of its own, or has several.',
    remedy: 'Sign in another way, or from the address that the account shows under Single sign-on.',
  },
  provider_unavailable: {
    meaning: "The account's sign-in provider did not answer, or its configuration cannot be used.",
    remedy: 'Try again later. If it lasts, an owner checks the provider under Single sign-on.',
  },
  single_sign_on_session: {
    meaning: "The session was opened by an account's own sign-in provider, and what was asked for is the person's own.",
    remedy: 'Sign in with the password or a passkey.',
  },
  passkey_expired: {
    meaning: 'The challenge was answered after ten minutes, twice, or in another session.',
    remedy: 'Fetch new options and ask the browser again.',
  },
  wrong_password_or_code: { meaning: 'One of the two is wrong.', remedy: 'Try again with the next code.' },
  cash_limit_exceeded: {
    meaning:
      "The payee who collects the cash would hold more of the company's cash, or for longer, than its limits allow.",
    remedy: 'Have cash handed over and confirmed first, or let someone else collect it.',
  },
  unknown_beneficiary: {
    meaning: 'A `beneficiary_ref` is not an active link of this company, of this type and for this mode.',
    remedy:
      'Take the ref from `GET /beneficiaries`. A link created in test mode must be widened before live mode can use it.',
  },
  refund_exceeds: {
    meaning: 'The refund exceeds the remaining amount of the payment or order.',
    remedy: 'Check what was already refunded, and refund no more than the rest.',
  },
  insufficient_funds: {
    meaning: 'The account holds less than the amount.',
    remedy: 'Top up, or use a smaller amount. In test mode a top-up arrives at once.',
  },
  balance_limit: { meaning: 'The balance would exceed its limit.', remedy: 'Use a smaller amount.' },
  headers_too_large: { meaning: 'The headers are larger than 16 KiB.', remedy: 'Send fewer or smaller headers.' },
  rate_limited: {
    meaning: 'More requests were sent than the quota allows. Refused requests do not count.',
    remedy: callAgain,
  },
  too_many_attempts: {
    meaning: 'Too many passwords or codes were tried, or too many emails requested.',
    remedy: 'Wait for the seconds in `Retry-After`, or follow the emailed link that lifts the limit.',
  },
  internal_error: {
    meaning: 'Something failed in the service. Nothing was done, or it was done once.',
    remedy: 'Repeat the request unchanged. If it keeps failing, send the request ID to the operator.',
  },
  unavailable: {
    meaning: 'The service or its database is busy, starting, offline or out of room; the message says which.',
    remedy: callAgain,
  },
};
