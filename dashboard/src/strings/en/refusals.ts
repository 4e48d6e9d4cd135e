/**
 * What the service refuses, by its code. In English its own words are shown, which often say more; in other languages
 * these come first.
 */
export const refusals = {
  'refusal.signed_out': 'Sign in to continue.',
  'refusal.sign_in_refused': 'Wrong email or password, or the email is not confirmed.',
  'refusal.sign_in_expired': 'The sign-in has expired. Sign in again.',
  'refusal.forbidden': "You aren't allowed to do this.",
  'refusal.second_factor_missing': 'Turn on two-step sign-in first.',
  'refusal.second_factor_too_new': 'Two-step sign-in counts 24 hours after it is turned on.',
  'refusal.not_found': 'This no longer exists, or never did.',
  'refusal.idempotency_conflict': 'This was already sent with other details.',
  'refusal.invalid_state': "This isn't possible in its current state.",
  'refusal.link_expired': 'This link no longer works.',
  'refusal.payload_too_large': 'The file is too large.',
  'refusal.validation_failed': 'Some fields are missing or invalid.',
  'refusal.wrong_password': 'The password is wrong.',
  'refusal.wrong_code': 'The code is wrong or was already used.',
  'refusal.passkey_refused': 'The passkey is unknown here. It may have been removed.',
  'refusal.passkey_expired': 'This took too long. Start again.',
  'refusal.passkey_too_new': 'A new passkey counts here 24 hours after it was added.',
  'refusal.no_single_sign_on': 'No single sign-on is set up for this address.',
  'refusal.provider_unavailable': 'Your organization’s sign-in can’t be reached now.',
  'refusal.single_sign_on_session':
    'You signed in through your organization, which opens its account alone. Sign in with your own password for this.',
  'refusal.wrong_password_or_code': 'The password or the code is wrong.',
  'refusal.merchant_not_active': "This account isn't active.",
  'refusal.refund_exceeds': 'The refund is more than what is left.',
  'refusal.insufficient_funds': 'The balance is too small.',
  'refusal.balance_limit': 'The balance would exceed its limit.',
} as const;
