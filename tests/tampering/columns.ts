/**
 * Every column of the tables of money, and what protects it. verify-tampering.test.ts plants changes of each, and a row added
 * and one removed, and requires what is listed here to find them. The document "What detects a change" is written from it.
 *
 * A new column: plant a change of it (the test does, once the column is listed, and says which checks name it), and list it
 * under what named it. If nothing does: write the check, carry it in an event (src/core/ledger/checks/published-rows.ts), keep its
 * row (src/base/database/kept-rows.ts) or seal it (src/core/seals/sealed-columns.ts: then it needs no entry). If it moves no money, say
 * why. A table without money goes into `otherTables`.
 */

/** Names separated by spaces: columns, and `added` and `removed` for whole rows. */
type Names = string;

export type Protection = {
  /** By the name of the check of `verify`. */
  named?: Readonly<Record<string, Names>>;
  /** Not detected, by the reason. */
  free?: Readonly<Record<string, Names>>;
};

export const wordsOf = (names: Names | undefined): string[] => names?.split(' ') ?? [];

const people = 'text for people to read';
const listing = 'when, or where it is listed';
const asked = 'how it was asked for; a repetition is answered from it, and a reference that is taken is refused';
const limit = 'limits of requests, not of money';
const audited = 'who decided, and when; the audit log says so too, and is sealed';
const decision =
  'what a person decided about a line of a statement; what the line says is sealed, and compared with the transfer that it is matched with';
const repeated = 'which lines of two statements are one; it decides what later files repeat, and moves nothing';
const unused = 'read by nothing: the matches of a line have a table of their own';
const retry = 'when the service tries again';
const page = 'where the payer’s browser goes, or came from';
const provider = 'what the provider or the bank says; their own lists of charges, refunds, disputes and transfers tell';
const token = 'what opens an invitation; who accepted it is in the audit log, and the company sees the new link';
const form = 'how a receiver is told; what it is told is the event';
const framing = 'which sites may show the payment page in a frame; the audit log says who set it';
const idle = 'a row that moves nothing; what moves money is compared with its transfers';
const event = 'an event that repeats what its row says; the last event about a row is compared with it';

export const protections: Readonly<Record<string, Protection>> = {
  accounts: {
    named: {
      'Every balance is the sum of its transfers and not below its floor': 'floor holder_id id',
      'Every book balances, and so does all money in transit': 'balance mode currency removed',
      'Every settled order has its transfers; no other order has any': 'link_id',
      'Every transfer is between accounts that its code allows': 'kind source',
      'Payments and top-ups have exactly the transfers they require': 'source',
      'The shadow ledger owes exactly what is left of its orders': 'shadow_ref',
    },
    free: {
      [people]: 'shadow_name',
      [idle]: 'added',
    },
  },
  acquirer_payouts: {
    named: {
      'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require':
        'holder_id mode id source currency amount fee added removed',
    },
    free: {
      [listing]: 'created_at',
    },
  },
  api_keys: {
    named: {
      'API keys are as they were last recorded':
        'client_id holder_id mode secret_hash expires_at revoked_at added removed',
    },
    free: {
      [people]: 'label',
      [listing]: 'created_at last_used_at position',
      [form]: 'webhook_format',
      [framing]: 'embed_origins',
    },
  },
  bank_accounts: {
    named: {
      'Bank accounts are as they were last recorded':
        'holder_id id status currency account_name iban account_number bank_code country street building_number post_code town address_country created_at ended_at added_by salt payee_check payee_known_as added removed',
    },
    free: {
      [listing]: 'erased_at',
    },
  },
  bank_details: {
    named: {
      'Bank details are as they were last recorded':
        'currency account_holder iban bic bank_name other account_number bank_code town country added removed',
    },
    free: {
      [listing]: 'changed_at',
    },
  },
  commission_transfers: {
    named: {
      'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require':
        'holder_id id added removed',
      'Movements of commission are as their last event says': 'mode currency amount created_at',
    },
  },
  companies: {
    named: {
      'Companies are as they were last recorded': 'require_exact_splits added removed holder_id',
    },
    free: {
      [limit]: 'orders_per_minute bulk_requests_per_minute',
    },
  },
  cash_handovers: {
    named: {
      'Cash was handed over, given back and became a debt exactly as recorded':
        'holder_id id mode currency link_id kind amount status added removed',
      'Bank transfers handed over as much cash as was recorded': 'top_up_id',
    },
    free: {
      [audited]: 'note recorded_by created_by created_at decided_by decided_at',
      [listing]: 'position',
    },
  },
  cash_references: {
    named: {
      'References of cash by bank transfer are as they were last recorded':
        'holder_id mode currency link_id reference added removed',
    },
  },
  cash_settings: {
    named: {
      'Settings of cash on delivery are as they were last recorded':
        'is_tracked limits days_max refuses holder_id mode added removed',
    },
  },
  debt_settlements: {
    named: {
      'Debts were repaid outside and written off exactly as recorded':
        'holder_id id mode currency kind link_id amount status added removed',
    },
    free: {
      [audited]: 'decided_by decided_at',
    },
  },
  disputes: {
    named: {
      'Dispute fees were charged to the service as recorded': 'fee fee_returned fee_currency added removed',
      'Disputes took their exact amounts and left the right debts': 'id payment_id amount currency withdrawals',
      'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require':
        'returns',
    },
    free: {
      [provider]: 'status reason evidence_due_at',
      [listing]: 'updated_at',
    },
  },
  events: {
    free: {
      [event]: 'added',
    },
  },
  fee_collections: {
    named: {
      'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require':
        'holder_id mode id currency amount added removed',
    },
    free: {
      [listing]: 'created_at',
    },
  },
  fee_draws: {
    named: {
      'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require':
        'holder_id mode id currency amount added removed',
    },
    free: {
      [listing]: 'created_at',
    },
  },
  four_eyes: {
    named: {
      'Settings of four-eyes approval are as they were last recorded':
        'holder_id is_on off_requested_by off_requested_at added removed',
    },
  },
  holders: {
    named: {
      'Holders are as they were last recorded': 'kind status suspended_from closed_at closed_from removed added id',
    },
    free: {
      [people]: 'name',
      [listing]: 'created_at',
    },
  },
  invitations: {
    named: {
      'Invitations are as their last event says': 'type status created_at decided_at serves_live link_id',
    },
    free: {
      [people]: 'email language name',
      [token]: 'person_id token_hash copied_token_hash expires_at added',
    },
  },
  late_captures: {
    named: {
      'Late captures were returned in full': 'attempt_id mode amount currency removed added holder_id payment_id',
    },
    free: {
      [provider]: 'status failure',
      [retry]: 'refusals due_at',
      [listing]: 'created_at updated_at',
    },
  },
  links: {
    named: {
      'Links are as they were last recorded':
        'type status ended_at serves_live is_test_payee removed added company_id id holder_id',
      'Links are as their last event says': 'created_at',
    },
    free: {
      [people]: 'name',
    },
  },
  members: {
    named: {
      'Members are as they were last recorded': 'role added removed holder_id person_id',
    },
    free: {
      [listing]: 'created_at',
    },
  },
  order_refunds: {
    named: {
      'Customers got back exactly what the refunds of their orders record': 'payment_refund_id',
      'Every order’s refund totals match its refunds': 'added removed kind',
      'Every reversal was posted once, for exactly what the refund took':
        'before_settlement restitution_shares restitution_debts restitution_amount',
      'Refunds never take more from a split than its share, and take what the order records': 'taken credited_back',
      'Refunds of orders are as their last event says':
        'order_id refund_ref status amount failure created_at restitution',
    },
    free: {
      [listing]: 'updated_at restitution_position',
    },
  },
  orders: {
    named: {
      'Every settled order has its transfers; no other order has any': 'uncaptured',
      'Every order’s refund totals match its refunds': 'refunded_amount open_refunds',
      'Every settled order was charged the fee of its payment, less what its refunds return': 'fee',
      'Every settlement counts the orders that it settled': 'removed added',
      'Orders are as their last event says':
        'mode partner_order_ref payment_source payment_status settlement_status total_amount currency splits is_shadow shadow_merchant_ref shadow_merchant_name hold_reason settlement_id created_at paid_at settled_at capture capturable_until captured_amount',
      'Orders say of their payments what these say': 'charged_back_amount paid_from_wallet',
      'Refunds never take more from a split than its share, and take what the order records': 'reversed reduced',
      'Reversals of an order take no more than was charged back of it': 'reversal_amount',
      'Shadow orders’ shares were paid outside or claimed as recorded, and never twice':
        'claim_link_id paid_outside claimed',
    },
    free: {
      [listing]: 'updated_at',
    },
  },
  payment_attempts: {
    named: {
      'Every payment is under way exactly if an attempt is': 'status',
      'Late captures were returned in full': 'status',
      'Payments and top-ups have exactly the transfers they require': 'method holder_id payment_id',
      'Refunds have exactly the transfers they require': 'status payer_holder_id removed',
    },
    free: {
      [provider]: 'id provider provider_ref',
      [people]: 'error card_last_four card_brand payer_name payer_email payer_language',
      [retry]: 'due_at',
      [page]: 'continue_url browser',
      [listing]: 'number created_at updated_at',
      [idle]: 'added',
    },
  },
  payment_fee_rules: {
    named: {
      'Every paid payment was charged by the fee rule of its method': 'basis_points fixed',
      'Every payment keeps the fee rules in force when it was created':
        'id holder_id method currency effective_from added removed',
    },
  },
  payments: {
    named: {
      'Every order of the checkout is paid exactly if its payment is': 'order_id',
      'Every paid payment was charged by the fee rule of its method': 'fee_basis_points fee_fixed',
      'Payments and top-ups have exactly the transfers they require': 'fee',
      'Payments are as their last event says':
        'amount currency trx_id created_at paid_at manual_capture capturable_until capture_amount captured_amount',
      'Payments say what their disputes took back': 'charged_back_amount',
      'The shares of a captured order are those of what was captured': 'capture_shares',
      'Refunds have exactly the transfers they require': 'removed',
      'Refunds never exceed their payment, and its refunded amount is their sum': 'status refunded_amount added',
    },
    free: {
      [people]: 'last_error payer_name payer_email known_name known_email customer_id',
      [page]: 'ended_by',
      [listing]: 'updated_at transfer_until',
      [form]: 'webhook_format',
      [framing]: 'key_client_id',
    },
  },
  payment_transfers: {
    named: {
      'Every payment by bank transfer is on a statement with its reference, or was confirmed':
        'holder_id payment_id mode reference removed',
    },
    free: {
      [people]: 'payer_email payer_language',
      [page]: 'browser',
      [listing]: 'created_at',
      [idle]: 'added',
    },
  },
  payout_rules: {
    named: {
      'Payout rules are as they were last recorded': 'currency minimum fee daily_limit added removed',
    },
  },
  payout_schedules: {
    named: {
      'Automatic payouts are as they were last recorded':
        'holder_id id mode owner_holder_id account_kind link_id currency every day time_zone minimum keep bank_account_id set_by added removed',
    },
    free: {
      [audited]: 'set_at',
      [retry]: 'due_at tried_at tried_for',
      [people]: 'outcome reason',
    },
  },
  payouts: {
    named: {
      'Every payout goes to a bank account of its owner': 'owner_holder_id',
      'Payouts are as their last event says':
        'mode status amount fee currency bank_account_id schedule_id created_at approved_at sent_at ended_at account_kind link_id',
      'Payouts have exactly the transfers their state requires': 'id added removed',
    },
    free: {
      [people]: 'reason reference',
      [listing]: 'updated_at due_at',
    },
  },
  refunds: {
    named: {
      'Refunds have exactly the transfers they require': 'fee_returned added removed',
      'Refunds of payments are as their last event says': 'refund_ref status amount created_at',
    },
    free: {
      [people]: 'failure',
      [retry]: 'due_at',
      [listing]: 'updated_at',
    },
  },
  settlement_schedules: {
    named: {
      'Settlement schedules are as they were last recorded':
        'currency every days local_time mode added removed company_id',
    },
  },
  settlement_settings: {
    named: {
      'Settlement settings are as they were last recorded':
        'time_zone hold_seconds settle_only_paid paused added removed company_id mode',
    },
  },
  settlements: {
    named: {
      'Every settlement counts the orders that it settled': 'added',
      'Settlements are as their last event says':
        'mode status trigger orders_settled orders_awaiting_funds orders_on_hold started_at finished_at currency credited recorded',
      'Test and live share no rows': 'holder_id id removed',
    },
    free: {
      [listing]: 'progressed_at',
    },
  },
  shadow_claim_lines: {
    named: {
      'Shadow orders’ shares were paid outside or claimed as recorded, and never twice':
        'order_id split amount added removed holder_id claim_id',
    },
    free: {
      [listing]: 'line',
    },
  },
  shadow_claims: {
    named: {
      'Shadow orders’ shares were paid outside or claimed as recorded, and never twice':
        'mode shadow_merchant_ref link_id removed holder_id id',
    },
    free: {
      [asked]: 'claim_ref request_hash orders_left',
      [listing]: 'created_at',
      [idle]: 'added',
    },
  },
  shadow_payment_lines: {
    named: {
      'Shadow orders’ shares were paid outside or claimed as recorded, and never twice':
        'line order_id split amount added removed holder_id payment_id',
    },
  },
  shadow_payments: {
    named: {
      'Shadow orders’ shares were paid outside or claimed as recorded, and never twice': 'mode removed holder_id id',
    },
    free: {
      [asked]: 'payment_ref reference request_hash',
      [listing]: 'created_at',
      [idle]: 'added',
    },
  },
  statement_imports: {
    free: {
      [provider]: 'added',
      [listing]: 'format layout',
    },
  },
  statement_lines: {
    named: { 'What is matched of a line is the sum of its matches': 'matched_amount' },
    free: {
      [provider]:
        'added value_on end_to_end_id counterparty_name counterparty_account bank_code reverses charges return_reason details added_text',
      [decision]: 'rules_off note direction duplicate sign_turned',
      [repeated]: 'like_line_id',
      [listing]: 'booked_time bank_id',
      [unused]: 'transfer_holder_id transfer_id matched_at by_hand',
    },
  },
  statement_balances: {
    free: {
      [provider]: 'import_id place currency first_on last_on opening closing added removed',
    },
  },
  statement_months: {
    named: {
      'Closed months of statements are as they were last recorded':
        'id mode source month closed_at closed_by reopened_at reopened_by reason added removed',
    },
  },
  statement_repeats: {
    free: {
      [repeated]: 'import_id line_number line_id line_hash booked_on booked_time bank_id added removed',
    },
  },
  statement_matches: {
    named: {
      'What is matched of a line is the sum of its matches': 'line_id amount added removed',
      'Lines of statements are matched with no more of a transfer than it moved':
        'transfer_holder_id transfer_id source amount',
    },
    free: {
      [decision]: 'by_hand',
      [listing]: 'matched_at',
    },
  },
  statement_bookings: {
    named: {
      'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require':
        'holder_id mode id kind source currency amount reversed_at added removed',
      'What a rule booked of lines is what the rule says': 'rule_id',
      'What is set aside for a payment is less than it asks for, and nothing once it came in whole':
        'payment_holder_id payment_id',
    },
    free: {
      [listing]: 'created_at',
      [audited]: 'reason',
      [decision]: 'line_id',
    },
  },
  line_returns: {
    named: {
      'Fees, acquirers’ payouts, bookings of statement lines, won disputes and commission moved to clearing have exactly the transfers they require':
        'holder_id mode id currency amount status added removed',
      'What is sent back is what its line brought': 'line_id',
    },
    free: {
      [listing]: 'created_at sent_at cancelled_at',
      [audited]: 'creditor_name creditor_account reason bank_reason',
    },
  },
  top_ups: {
    named: {
      'Payments and top-ups have exactly the transfers they require':
        'holder_id account_kind source handed_over reversed_held reversed_earned added removed',
      'Top-ups are as their last event says':
        'mode status amount currency created_at succeeded_at reference ended_at requested_amount link_id reversed_at reversed_amount reversed_covered reversal_reason',
    },
    free: {
      [audited]: 'credited_by reversal_requested_by reversal_requested_at',
      [people]: 'reason reversal_requested_reason',
      [idle]: 'reversal_requested_amount reversal_requested_line_id',
      [listing]: 'expires_at',
    },
  },
  transfers: {
    named: {
      'Every balance is the sum of its transfers and not below its floor': 'removed added',
      'Every matched line of a statement has the amount of its transfer': 'id',
      'Every settled order has its transfers; no other order has any': 'settlement_id',
      'Every transfer is between accounts that its code allows': 'to_account_id code subject_kind',
      'Payments and top-ups have exactly the transfers they require': 'line subject_id',
      'What takes a top-up back names the transfer that credited it': 'reverses_id',
    },
  },
  write_off_limits: {
    named: {
      'Write-off limits are as they were last recorded': 'holder_id currency amount added removed',
    },
    free: {
      [audited]: 'set_by set_at',
    },
  },
};

/** Tables that hold no money and decide nothing about it, by why. */
export const otherTables: Readonly<Record<string, Names>> = {
  'people, how they sign in, and what they are sent':
    'approval_requests business_profiles credentials customers explore_mails holder_branding holder_logos holder_openings invitation_mails mail_switches mails member_invitation_mails member_invitations passkeys people person_erasures saved_views second_factor_resets second_factors sessions shadow_invitations sign_in_identities sign_in_providers sign_ups provider_sign_ins',
  'what verification itself writes: sealed, written only by the owner, or not read by a full verification':
    'account_checkpoints audit_log erased_entries ledger_verifications past_books past_time_zones row_versions seal_salts seals verification_runs verifications',
  'what people allowed, as the audit log says too; what came of it is compared with it': 'booking_rules',
  'what providers charge the operator, for reports alone; the audit log says who set it': 'provider_costs',
  'what is said against a dispute: only the bank’s decision moves money, and is compared with its transfers':
    'dispute_evidence dispute_files dispute_reminders',
  'who deals with what, and notes of a team for itself': 'exception_marks notes',
  'sums of orders for reports alone, compared with nothing: they can be deleted and are made again':
    'order_payee_days order_payee_gaps order_payee_marks order_quarter_marks order_quarters',
  'which provider is asked; what each took is in the books, and the audit log says who set it': 'provider_orders',
  'what pages and emails say; the audit log says who wrote it': 'custom_texts',
  'who may read the proof of the books, which names nobody; the audit log says who set it': 'public_proof',
  'where the payer’s browser may go afterwards; the audit log says who set it': 'app_schemes',
  'who is offered bank transfers; what arrives is matched whoever is, and the audit log says who set it':
    'transfer_offers',
  'answers to repeated requests, kept for a day; a request that is not recognized is stopped by its reference':
    'idempotency_keys transfer_references',
  'pending work and notes about it; what it moves is checked where it is posted':
    'backup_runs cash_warnings failed_requests migrations payout_file_lines payout_files processes production providers rate_windows returned_transfers settlement_dues settlement_shortfalls simulator_charges simulator_refunds statement_file_parts statement_files statement_profiles succeeded_requests test_cities test_clocks test_evenings transaction_markers unpayable_payments webhook_attempts webhook_deliveries webhook_endpoints webhook_secrets',
};
