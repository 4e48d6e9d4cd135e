/**
 * Where each table stands in a database that Citus spreads over several machines. A new table is added to one of the lists; a test
 * holds them against the schema. In one PostgreSQL they mean nothing.
 */

/**
 * Spread over the workers by `holder_id`, all rows of a holder together, so that a transaction in one book takes one machine.
 * `holder_id` is part of every primary key and unique constraint. The first one decides where the others go.
 */
export const books = [
  'accounts',
  'account_checkpoints',
  'acquirer_payouts',
  'bank_accounts',
  'commission_transfers',
  'debt_settlements',
  'disputes',
  'events',
  'failed_requests',
  'fee_collections',
  'fee_draws',
  'idempotency_keys',
  'late_captures',
  'order_refunds',
  'orders',
  'payment_attempts',
  'payments',
  'payouts',
  'refunds',
  'settlement_dues',
  'settlement_shortfalls',
  'settlements',
  'shadow_claim_lines',
  'shadow_claims',
  'shadow_invitations',
  'shadow_payment_lines',
  'shadow_payments',
  'top_ups',
  'transaction_markers',
  'transfers',
  'unpayable_payments',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_secrets',
] as const;

/** Small, read with the books and seldom written: a copy on every machine. */
export const directory = [
  'api_keys',
  'companies',
  'holders',
  'links',
  'members',
  'merchants',
  'past_time_zones',
  'settlement_schedules',
  'settlement_settings',
  'statement_imports',
  'statement_lines',
  'test_clocks',
] as const;

/** On the coordinator alone: people, mails, and what the operator keeps. */
export const local = [
  'approval_requests',
  'audit_log',
  'bank_details',
  'business_profiles',
  'credentials',
  'four_eyes',
  'holder_branding',
  'holder_logos',
  'holder_openings',
  'invitation_mails',
  'invitations',
  'ledger_verifications',
  'mail_switches',
  'mails',
  'member_invitation_mails',
  'member_invitations',
  'payout_rules',
  'people',
  'person_erasures',
  'processes',
  'production',
  'rate_windows',
  'returned_transfers',
  'second_factor_resets',
  'second_factors',
  'sessions',
  'sign_ups',
  'simulator_charges',
  'transfer_references',
  'verification_runs',
  'verifications',
  'write_off_limits',
] as const;
