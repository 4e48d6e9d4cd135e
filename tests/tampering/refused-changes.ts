/**
 * What the database refuses by itself: by table, each constraint that a rule about money stands on, what it keeps, and a
 * change that it refuses among one of everything. Where a rule has an edge, the change is just beyond it. Texts that are
 * too long and the like are left out. The database names the first rule that a row breaks, and no order of rows is
 * promised: a change names only rows that break this one first.
 */
type Refusal = [constraint: string, keeps: string, change: string];

const exists = 'that what it names exists';
const once = 'that one key names one row';

/** Another row like the first, but for some columns. */
const again = (table: string, columns: Record<string, unknown> = {}, where = 'true'): string =>
  `insert into ${table} select (jsonb_populate_record(t, '${JSON.stringify(columns)}')).* from ${table} t where ${where} limit 1`;

const anotherAccount = (mode: string, where: string): string => `
  insert into accounts (holder_id, mode, currency, kind, link_id)
  select holder_id, ${mode}, currency, kind, link_id from accounts where ${where}`;

const eachOf = (tables: readonly string[], column: string, value: string, keeps: string): [string, Refusal][] =>
  tables.map((table) => [table, [`${table}_${column}_check`, keeps, `update ${table} set ${column} = ${value}`]]);

const ofPayments = ['payments', 'refunds', 'disputes', 'late_captures'];
const ofBooks = [
  ...['order_refunds', 'payouts', 'top_ups', 'commission_transfers', 'fee_draws', 'acquirer_payouts'],
  'debt_settlements',
  'statement_bookings',
  'line_returns',
];
const withCurrency = [...ofPayments, ...ofBooks, 'orders', 'fee_collections', 'accounts'];
const withMode = [...withCurrency, 'settlements', 'shadow_claims', 'shadow_payments'];
const withAmount = [
  ...ofPayments,
  ...ofBooks,
  'fee_collections',
  'transfers',
  'shadow_claim_lines',
  'shadow_payment_lines',
];

const alike: [table: string, Refusal][] = [
  ...eachOf(withMode, 'mode', `'other'`, 'test money apart from live money'),
  ...eachOf(withCurrency, 'currency', `'eur'`, 'one way to write a currency'),
  ...eachOf(withAmount, 'amount', '0', 'that an amount is never nothing'),
  ...[...withCurrency, 'settlements', 'shadow_claims', 'shadow_payments', 'shadow_claim_lines', 'shadow_payment_lines']
    .concat('links', 'payout_rules', 'transaction_markers')
    .filter((table) => table !== 'payments' && table !== 'accounts')
    .map((table): [string, Refusal] => [table, [`${table}_pkey`, once, again(table)]]),
];

/** The change to a line of a bank's statement. */
const aLine = (change: string): string => `
  insert into statement_imports (mode, source, file_name, file_hash, imported_at)
  select 'test', 'bank', 'march.csv', decode(repeat(n, 32), 'hex'), now() from unnest(array['01', '02']) n;
  insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference)
  select i.id, 'test', 'bank', n, decode(repeat('0' || n, 32), 'hex'), now(), 'EUR', 1, ''
  from generate_series(1, 2) n, (select max(id) as id from statement_imports where mode = 'test') i;
  ${change}`;

const aMatch = (change: string): string =>
  aLine(`insert into statement_matches (line_id, transfer_holder_id, transfer_id, source, amount, matched_at, by_hand)
    select min(l.id), 3, n, 'bank', 1, now(), true from statement_lines l, generate_series(38, 39) n group by n;
    ${change}`);

const byTable: Record<string, Refusal[]> = {
  accounts: [
    [
      'accounts_balance_floor',
      'that nobody spends more than they have',
      `update accounts set balance = floor - 1 where floor is not null`,
    ],
    ['accounts_balance_limit', 'balances within exact arithmetic', `update accounts set balance = 1000000000000000001`],
    ['accounts_pkey', once, `update accounts set id = 1`],
    ['accounts_key', 'one account of each kind in a book', anotherAccount('mode', `kind = 'clearing'`)],
    ['accounts_key', 'one account for each link', anotherAccount('mode', `kind = 'earnings'`)],
    ['accounts_kind', 'to the kinds that verification knows', `update accounts set kind = 'other' where kind = 'fees'`],
    [
      'accounts_source',
      'to the sources that verification knows',
      `update accounts set source = 'x' where kind = 'outside'`,
    ],
    ['accounts_named', 'that earnings are a link’s', `update accounts set link_id = null where kind = 'earnings'`],
    ['accounts_named', 'that clearing is nobody’s', `update accounts set link_id = 1 where kind = 'clearing'`],
    [
      'accounts_live_link',
      'links made for tests out of live money',
      `update links set serves_live = false;
      ${anotherAccount(`'live'`, `kind = 'earnings'`)}`,
    ],
  ],
  transfers: [
    ['transfers_pkey', once, `update transfers set id = 1`],
    ['transfers_posting_key', 'that nothing is posted twice', again('transfers', { id: 0 })],
    ['transfers_check', 'that money moves', `update transfers set to_account_id = from_account_id`],
    [
      'transfers_subject_kind',
      'to the subjects that verification knows',
      `update transfers set subject_kind = 'other'`,
    ],
    ['transfers_subject_id', 'that it belongs to something', `update transfers set subject_id = ''`],
    [
      'transfers_subject_id',
      'one way to write an order',
      `update transfers set subject_id = '01' where subject_kind = 'order'`,
    ],
    [
      'transfers_holder_id_mode_currency_from_account_id_fkey',
      'that money stays in its book',
      `update transfers set from_account_id = 0`,
    ],
    [
      'transfers_holder_id_mode_currency_to_account_id_fkey',
      'that money stays in its book',
      `update transfers set to_account_id = 0`,
    ],
  ],
  orders: [
    ['orders_ref', 'one order for each reference', `update orders set partner_order_ref = 'drawn'`],
    ['orders_idempotency_key', 'one order for each request', `update orders set idempotency_key = 'once'`],
    ['orders_fee', 'a fee for a payment alone', `update orders set fee = 1 where payment_source <> 'service'`],
    [
      'orders_check',
      'that no more is refunded than was ordered',
      `update orders set refunded_amount = total_amount + 1`,
    ],
    ['orders_check', 'that no less than nothing is refunded', `update orders set refunded_amount = -1`],
    [
      'orders_total_amount_check',
      'that an amount is never nothing',
      `update orders set total_amount = 0, refunded_amount = 0, fee = 0
      where captured_amount is null and charged_back_amount = 0`,
    ],
    [
      'orders_claimed',
      'who was paid by a claim',
      `update orders set claim_link_id = null where partner_order_ref = 'claimed'`,
    ],
    ['orders_hold_reason', 'why an order is on hold', `update orders set hold_reason = 'balance_limit'`],
    ['orders_open_refunds_check', 'the count of refunds under way', `update orders set open_refunds = -1`],
    ['orders_settled_facts', 'which settlement paid it', `update orders set settlement_id = null`],
    ['orders_payment_source_check', 'where its money is', `update orders set payment_source = 'other' where fee = 0`],
    ['orders_payment_status_check', 'whether it is paid', `update orders set payment_status = 'other'`],
    [
      'orders_settlement_status_check',
      'whether it is settled',
      `update orders set settlement_status = 'other', settled_at = null where hold_reason is null`,
    ],
    [
      'orders_reversal_amount',
      'that no more is reversed than was charged back',
      `update orders set reversal_amount = charged_back_amount + 1`,
    ],
    ['orders_charged_back_amount_check', 'what a bank took back', `update orders set charged_back_amount = -1`],
    [
      'orders_paid_from_wallet',
      'what may settle without its hold time',
      `update orders set paid_from_wallet = true where payment_source <> 'service'`,
    ],
    [
      'orders_capture',
      'that only the checkout’s money is captured later',
      `update orders set capture = 'manual' where payment_source <> 'service'`,
    ],
    ['orders_authorized', 'until when it can be captured', `update orders set payment_status = 'authorized'`],
    [
      'orders_captured',
      'what was captured of it',
      `update orders set captured_amount = null where captured_amount > 0`,
    ],
    ['orders_splits_check', 'that somebody gets its money', `update orders set splits = '[]'`],
  ],
  order_refunds: [
    [
      'order_refunds_ref',
      'one refund for each reference',
      `update order_refunds set order_id = 1, refund_ref = 'once'`,
    ],
    [
      'order_refunds_check',
      'that only a refund that failed is credited back',
      `update order_refunds set credited_back = '{1}'`,
    ],
    [
      'order_refunds_restitution',
      'that only a refund that failed is paid back',
      `update order_refunds set restitution = 'paid'`,
    ],
    [
      'order_refunds_restitution_amount_check',
      'that nothing less than nothing is paid back',
      `update order_refunds set restitution_amount = -1,
      restitution = 'paid', restitution_position = 1, status = 'failed'`,
    ],
    [
      'order_refunds_restitution_check',
      'whether it is paid back',
      `update order_refunds set restitution = 'other', restitution_amount = 1,
      restitution_position = 1, status = 'failed'`,
    ],
    ['order_refunds_kind', 'whether the customer gets it', `update order_refunds set kind = 'other'`],
    [
      'order_refunds_reversal',
      'that no customer waits for a reversal',
      `update order_refunds set status = 'pending' where kind = 'reversal'`,
    ],
    [
      'order_refunds_status_check',
      'whether it is paid',
      `update order_refunds set status = 'other' where kind = 'refund'`,
    ],
    ['order_refunds_holder_id_order_id_fkey', exists, `update order_refunds set order_id = 77`],
    [
      'order_refunds_payment_refund_key',
      'an order’s refund in the mode and currency of its payment’s',
      `update order_refunds set mode = 'live' where payment_refund_id is not null`,
    ],
    [
      'order_refunds_payment_refund',
      'that a payment’s refund counts once',
      `update order_refunds set payment_refund_id = (select max(payment_refund_id) from order_refunds)
      where payment_refund_id is not null`,
    ],
  ],
  payments: [
    ['payments_pkey', once, `update payments set id = 'pay_1'`],
    ['payments_customer', 'a customer of the shop and mode', `update payments set customer_id = 999`],
    ['payments_trx', 'one payment for each transaction', `update payments set trx_id = 'trx_1'`],
    ['payments_base_check', 'which interface made it', `update payments set base = 'other'`],
    ['payments_check', 'that the sandbox is no live money', `update payments set base = 'sandbox', mode = 'live'`],
    ['payments_check1', 'that a fee is no more than the payment', `update payments set fee = amount + 1`],
    ['payments_check2', 'that no more is refunded than was paid', `update payments set refunded_amount = amount + 1`],
    ['payments_check2', 'that no less than nothing is refunded', `update payments set refunded_amount = -1`],
    [
      'payments_charged_back_amount_check',
      'that nothing less than nothing is charged back',
      `update payments set charged_back_amount = -1`,
    ],
    ['payments_fee_rules', 'a rule for each method', `update payments set fee_rules = array[1::bigint]`],
    ['payments_fee_of_rule', 'what the rule comes to', `update payments set fee = fee - 1 where fee > 0`],
    [
      'payments_fee_basis_points_check',
      'that a fee is no more than the payment',
      `update payments set fee_basis_points = 10001`,
    ],
    ['payments_fee_fixed_check', 'that a fee is no income', `update payments set fee_fixed = -1`],
    [
      'payments_paid_facts',
      'when it was paid',
      `update payments set paid_at = null where captured_amount is null and fee = 0`,
    ],
    [
      'payments_status_check',
      'whether it is paid',
      `update payments set status = 'other', paid_at = null where captured_amount is null and fee = 0`,
    ],
    ['payments_authorized', 'what is held for whom', `update payments set trx_id = null where status = 'authorized'`],
    [
      'payments_captured',
      'what was captured of it',
      `update payments set captured_amount = null where captured_amount > 0`,
    ],
    [
      'payments_captured',
      'that no more is captured than was held',
      `update payments set captured_amount = amount + 1, fee = 0, priced_at = null where captured_amount > 0`,
    ],
    [
      'payments_capture_asked',
      'that no more is asked for than is held',
      `update payments set capture_amount = amount + 1 where capture_amount > 0`,
    ],
    ['payments_order', exists, `update payments set order_id = 77`],
    ['payments_webhook_format', 'which formats there are', `update payments set webhook_format = 'other'`],
  ],
  payment_attempts: [
    [
      'payment_attempts_bank_transfer',
      'what a bank brought apart from what a provider charged',
      `update payment_attempts set provider = 'bank' where method = 'card'`,
    ],
    ['payment_attempts_pkey', once, `update payment_attempts set number = 1`],
    ['payment_attempts_id', 'that a provider’s charge is one attempt’s', `update payment_attempts set id = 'att_1'`],
    [
      'payment_attempts_one_processing',
      'one attempt at a time',
      `update payment_attempts set status = 'processing', due_at = now()`,
    ],
    [
      'payment_attempts_one_succeeded',
      'that nobody pays twice',
      `update payment_attempts set status = 'succeeded' where status = 'returned'`,
    ],
    ['payment_attempts_due', 'that every attempt is looked after', `update payment_attempts set status = 'processing'`],
    ['payment_attempts_number_check', 'which attempt it was', `update payment_attempts set number = 0`],
    [
      'payment_attempts_method_check',
      'where its money is',
      `update payment_attempts set method = 'other' where provider <> 'bank'`,
    ],
    [
      'payment_attempts_provider_check',
      'who has its money',
      `update payment_attempts set provider = 'Other' where method <> 'bank_transfer'`,
    ],
    [
      'payment_attempts_status_check',
      'whether it paid',
      `update payment_attempts set status = 'other' where due_at is null`,
    ],
    [
      'payment_attempts_holder_id_payment_id_fkey',
      exists,
      `update payment_attempts set payment_id = 'pay_1' where number = 2`,
    ],
  ],
  refunds: [
    ['refunds_ref', 'one refund for each reference', again('refunds', { id: 'ref_1' })],
    ['refunds_check', 'that no more fee is returned than was refunded', `update refunds set fee_returned = amount + 1`],
    ['refunds_check1', 'that every refund is looked after', `update refunds set status = 'pending'`],
    ['refunds_status_check', 'whether it is paid', `update refunds set status = 'other'`],
    ['refunds_payment', 'a refund in the mode of its payment', `update refunds set mode = 'live' where amount = 400`],
  ],
  disputes: [
    ['disputes_id_check', 'that a provider named it', `update disputes set id = '' where id = 'dp_1'`],
    ['disputes_check', 'that no more fee is returned than was taken', `update disputes set fee_returned = fee + 1`],
    ['disputes_check1', 'that no more is returned than was withdrawn', `update disputes set returns = withdrawals + 1`],
    ['disputes_check2', 'the currency of its fee', `update disputes set fee = 1, fee_currency = null`],
    ['disputes_fee_currency_check', 'one way to write a currency', `update disputes set fee_currency = 'eur'`],
    ['disputes_status_check', 'who has the money', `update disputes set status = 'other'`],
    ['disputes_payment', 'a dispute in the mode of its payment', `update disputes set mode = 'live' where id = 'dp_1'`],
    [
      'disputes_payment',
      'a dispute in the mode of its payment',
      `update payments set mode = 'live' where amount = 2000`,
    ],
  ],
  late_captures: [
    ['late_captures_check', 'that every late capture is looked after', `update late_captures set due_at = null`],
    ['late_captures_check1', 'why it is not returned', `update late_captures set status = 'refused', due_at = null`],
    ['late_captures_refusals_check', 'how often it was refused', `update late_captures set refusals = -1`],
    [
      'late_captures_status_check',
      'whether it is returned',
      `update late_captures set status = 'other', due_at = null`,
    ],
    ['late_captures_holder_id_payment_id_fkey', exists, `update late_captures set payment_id = 'pay_1'`],
  ],
  payouts: [
    [
      'payouts_account_kind',
      'what can be paid out',
      `update payouts set account_kind = 'fees' where account_kind = 'clearing'`,
    ],
    [
      'payouts_approved',
      'that only what was approved is sent',
      `update payouts set approved_at = null where status = 'sent'`,
    ],
    [
      'payouts_approved',
      'that a request is not approved yet',
      `update payouts set approved_at = now() where status = 'requested'`,
    ],
    ['payouts_check', 'that something is left of a payout', `update payouts set fee = amount`],
    ['payouts_ended', 'when it ended', `update payouts set ended_at = now() where status = 'sent'`],
    [
      'payouts_link',
      'whose earnings are paid out',
      `update payouts set link_id = null where account_kind = 'earnings'`,
    ],
    [
      'payouts_owner',
      'that a book’s own money goes to its holder',
      `update payouts set owner_holder_id = 5 where account_kind = 'clearing'`,
    ],
    [
      'payouts_schedule',
      'for which time a schedule requested it',
      `update payouts set schedule_id = 'ps_x' where status = 'sent'`,
    ],
    [
      'payouts_scheduled',
      'one payout for each time that a schedule is due',
      `update payouts set schedule_id = 'ps_x', due_at = '2031-03-07T06:00:00Z'`,
    ],
    ['payouts_sent', 'when it was sent', `update payouts set sent_at = null where status = 'sent'`],
    ['payouts_status_check', 'where its money is', `update payouts set status = 'other' where status = 'requested'`],
  ],
  payment_fee_rules: [
    ['payment_fee_rules_pkey', once, again('payment_fee_rules')],
    ['payment_fee_rules_holder_id_fkey', exists, `update payment_fee_rules set holder_id = 77`],
    [
      'payment_fee_rules_basis_points_check',
      'that a fee is no more than the payment',
      `update payment_fee_rules set basis_points = 10001`,
    ],
    [
      'payment_fee_rules_currency_check',
      'one way to write a currency',
      `update payment_fee_rules set currency = 'eur'`,
    ],
    [
      'payment_fee_rules_fixed_check',
      'that a fee is no income',
      `update payment_fee_rules set currency = 'EUR', fixed = -1`,
    ],
    ['payment_fee_rules_fixed', 'fixed parts in a currency', `update payment_fee_rules set fixed = 1, currency = null`],
    ['payment_fee_rules_method_check', 'which payments cost it', `update payment_fee_rules set method = 'other'`],
    ['payment_fee_rules_values', 'a whole rule or none', `update payment_fee_rules set fixed = null`],
  ],
  payout_rules: [
    ['payout_rules_currency_check', 'one way to write a currency', `update payout_rules set currency = 'eur'`],
    ['payout_rules_daily_limit_check', 'that a limit allows something', `update payout_rules set daily_limit = 0`],
    ['payout_rules_fee', 'that something is left of the smallest payout', `update payout_rules set fee = minimum`],
    ['payout_rules_fee_check', 'that a fee is no income', `update payout_rules set fee = -1`],
  ],
  debt_settlements: [
    ['debt_settlements_kind_check', 'how it ended', `update debt_settlements set kind = 'other'`],
    [
      'debt_settlements_account_kind_check',
      'what is owed to the service',
      `update debt_settlements set account_kind = 'fees' where link_id is null`,
    ],
    ['debt_settlements_debtor', 'who owed', `update debt_settlements set account_kind = null where link_id is null`],
    [
      'debt_settlements_status_check',
      'whether it was posted',
      `update debt_settlements set status = 'other' where kind = 'written_off'`,
    ],
    [
      'debt_settlements_requested',
      'that what was repaid waits for nobody',
      `update debt_settlements set status = 'requested', decided_at = null where kind = 'repaid'`,
    ],
    ['debt_settlements_decided', 'when it was decided', `update debt_settlements set decided_at = null`],
    [
      'debt_settlements_two_people',
      'that the second person is another one',
      `update debt_settlements set requested_by = 'ada', decided_by = 'ada'`,
    ],
    [
      'debt_settlements_open',
      'that one debt has one open request',
      `update debt_settlements set status = 'requested', decided_at = null where amount = 13;
      ${again('debt_settlements', { id: 'dst_other' }, `amount = 13`)}`,
    ],
  ],
  top_ups: [
    ['top_ups_account_kind', 'what can be topped up', `update top_ups set account_kind = 'fees'`],
    [
      'top_ups_cash',
      'that a payee’s transfer alone hands cash over',
      `update top_ups set handed_over = 1 where link_id is null`,
    ],
    [
      'top_ups_cash',
      'that no more cash is held again than was taken back',
      `update top_ups set reversed_held = reversed_held + 1 where reversed_held > 0`,
    ],
    ['top_ups_link', 'that it is a link’s', `update top_ups set link_id = 999 where link_id is not null`],
    ['top_ups_check', 'when it arrived', `update top_ups set succeeded_at = null`],
    ['top_ups_ended', 'when it ended', `update top_ups set ended_at = now()`],
    ['top_ups_reason', 'that only a refused one has a reason', `update top_ups set reason = 'no'`],
    ['top_ups_requested_amount_check', 'that an amount is never nothing', `update top_ups set requested_amount = 0`],
    [
      'top_ups_reversed',
      'that no more is taken back than was credited',
      `update top_ups set reversed_at = now(), reversed_amount = amount + 1, reversed_covered = 0, reversal_reason = 'x'
      where link_id is null`,
    ],
    [
      'top_ups_reversal_reason_check',
      'that a reason is not empty',
      `update top_ups set reversal_reason = '' where reversed_at is not null`,
    ],
    [
      'top_ups_reversal_requested',
      'that no more is requested back than was credited',
      `update top_ups set reversal_requested_at = now(), reversal_requested_by = 'x', reversal_requested_amount = amount + 1,
        reversal_requested_reason = 'x' where status = 'succeeded'`,
    ],
    [
      'top_ups_reversal_requested_reason_check',
      'that the reason of a request is not empty',
      `update top_ups set reversal_requested_at = now(), reversal_requested_by = 'x', reversal_requested_amount = 1,
        reversal_requested_reason = '' where status = 'succeeded'`,
    ],
    ['top_ups_source_check', 'where its money is', `update top_ups set source = 'Other' where link_id is null`],
    [
      'top_ups_status_check',
      'whether it arrived',
      `update top_ups set status = 'other', succeeded_at = null where reversed_at is null`,
    ],
  ],
  settlements: [
    [
      'settlements_one_running',
      'that a book settles once at a time',
      `update settlements set status = 'running', finished_at = null`,
    ],
    ['settlements_check', 'when it ended', `update settlements set finished_at = null`],
    ['settlements_currency_check', 'one way to write a currency', `update settlements set currency = 'eur'`],
    [
      'settlements_status_check',
      'whether it is under way',
      `update settlements set status = 'other', finished_at = null`,
    ],
    ['settlements_trigger_check', 'what began it', `update settlements set trigger = 'other'`],
  ],
  shadow_claims: [
    ['shadow_claims_ref', 'one claim for each reference', again('shadow_claims', { id: 'clm_1' })],
    ['shadow_claims_orders_left_check', 'the count of orders left', `update shadow_claims set orders_left = -1`],
    ['shadow_claims_holder_id_link_id_fkey', exists, `update shadow_claims set link_id = 77`],
  ],
  shadow_claim_lines: [
    ['shadow_claim_lines_split', 'that a share is claimed once', again('shadow_claim_lines', { line: 1 })],
    ['shadow_claim_lines_split_check', 'which share is claimed', `update shadow_claim_lines set split = -1`],
    ['shadow_claim_lines_holder_id_claim_id_fkey', exists, `update shadow_claim_lines set claim_id = 'clm_1'`],
    ['shadow_claim_lines_holder_id_order_id_fkey', exists, `update shadow_claim_lines set order_id = 77`],
  ],
  shadow_payments: [
    ['shadow_payments_ref', 'one payment outside for each reference', again('shadow_payments', { id: 'out_1' })],
  ],
  shadow_payment_lines: [
    ['shadow_payment_lines_split', 'that a payment pays a share once', again('shadow_payment_lines', { line: 1 })],
    ['shadow_payment_lines_split_check', 'which share is paid', `update shadow_payment_lines set split = -1`],
    ['shadow_payment_lines_holder_id_order_id_fkey', exists, `update shadow_payment_lines set order_id = 77`],
    ['shadow_payment_lines_holder_id_payment_id_fkey', exists, `update shadow_payment_lines set payment_id = 'out_1'`],
  ],
  fee_collections: [
    ['fee_collections_id', 'one collection of fees a day', `update fee_collections set id = '77:EUR:2031-03-01'`],
  ],
  statement_bookings: [
    [
      'statement_bookings_payment',
      'a payment to its account, and that only what came in is kept for one',
      `update statement_bookings set payment_id = 'pay_1' where payment_id is null`,
    ],
    [
      'statement_bookings_holder_id_check',
      'that it is in the service’s book',
      again('statement_bookings', { holder_id: 3 }),
    ],
    ['statement_bookings_kind_check', 'what a line is booked as', `update statement_bookings set kind = 'gift'`],
    [
      'statement_bookings_source_check',
      'whose statement it is',
      `update statement_bookings set source = 'Other' where payment_id is null`,
    ],
    ['statement_bookings_reason_check', 'that a reason says something', `update statement_bookings set reason = ''`],
    [
      'statement_bookings_reason',
      'why money is set aside',
      `update statement_bookings set kind = 'set_aside', reason = null where rule_id is null`,
    ],
    [
      'statement_bookings_by_rule',
      'that no rule sets money aside',
      `update statement_bookings set kind = 'set_aside', reason = 'x' where rule_id is not null`,
    ],
    ['statement_bookings_line_id_fkey', 'a booking to a line', `update statement_bookings set line_id = 0`],
  ],
  line_returns: [
    ['line_returns_holder_id_check', 'that it is in the service’s book', again('line_returns', { holder_id: 3 })],
    ['line_returns_status_check', 'what has become of it', `update line_returns set status = 'lost', sent_at = null`],
    ['line_returns_reason_check', 'that a reason says something', `update line_returns set reason = ''`],
    [
      'line_returns_creditor_name_check',
      'that a name says something',
      `update line_returns set creditor_name = '', creditor_account = 'DE02120300000000202051'`,
    ],
    [
      'line_returns_creditor_account_check',
      'an IBAN',
      `update line_returns set creditor_name = 'Erika', creditor_account = '12'`,
    ],
    ['line_returns_creditor', 'whom the bank is to pay', `update line_returns set creditor_name = 'Erika'`],
    ['line_returns_sent', 'when it was sent', `update line_returns set sent_at = null`],
    ['line_returns_cancelled', 'when it was canceled', `update line_returns set cancelled_at = now()`],
    [
      'line_returns_bank_reason_check',
      'that a bank’s reason says something',
      `update line_returns set bank_reason = ''`,
    ],
    [
      'line_returns_rejected',
      'that what the bank rejected has ended',
      `update line_returns set bank_reason = 'Closed'`,
    ],
    ['line_returns_living', 'that a line is sent back once', again('line_returns', { id: 'lr_x' })],
    ['line_returns_line_id_fkey', 'a return to a line', `update line_returns set line_id = 0`],
  ],
  fee_draws: [['fee_draws_holder_id_check', 'that fees are the service’s', again('fee_draws', { holder_id: 3 })]],
  acquirer_payouts: [
    ['acquirer_payouts_check', 'that something is left of a payout', `update acquirer_payouts set fee = amount`],
    ['acquirer_payouts_holder_id_check', 'that it is the service’s', again('acquirer_payouts', { holder_id: 3 })],
    ['acquirer_payouts_id', 'one payout for each reference of a source', `update acquirer_payouts set id = 'settled'`],
    [
      'acquirer_payouts_source_check',
      'who has the money',
      `update acquirer_payouts set source = 'bank', id = 'bank:settled'`,
    ],
  ],
  links: [
    ['links_one_active', 'one link between two holders', again('links', { id: 77 })],
    ['links_check', 'when it ended', `update links set ended_at = now()`],
    ['links_test_payee', 'test payees out of live mode', `update links set is_test_payee = true where serves_live`],
    ['links_status_check', 'whether it earns', `update links set status = 'other'`],
    ['links_type_check', 'whether it is a merchant or a courier', `update links set type = 'other'`],
    ['links_company_id_fkey', exists, again('links', { company_id: 77 })],
    ['links_holder_id_fkey', exists, `update links set holder_id = 77 where id = 1`],
  ],
  idempotency_keys: [
    [
      'idempotency_keys_pkey',
      'that a request is done once',
      `insert into idempotency_keys (holder_id, mode, key, route, request_hash)
      select 3, 'test', 'once', 'a route', '' from generate_series(1, 2)`,
    ],
    [
      'idempotency_keys_mode_check',
      'test money apart from live money',
      `insert into idempotency_keys (holder_id, mode, key, route, request_hash)
      values (3, 'other', 'once', 'a route', '')`,
    ],
  ],
  transfer_references: [
    [
      'transfer_references_pkey',
      'that a reference of a bank transfer names one top-up',
      `insert into transfer_references
      select 'SL-1' from generate_series(1, 2)`,
    ],
  ],
  statement_imports: [
    ['statement_imports_pkey', once, aLine(`update statement_imports set id = 1`)],
    [
      'statement_imports_file',
      'that a file is read once',
      aLine(`update statement_imports set file_hash = decode(repeat('03', 32), 'hex')`),
    ],
    [
      'statement_imports_mode_check',
      'test money apart from live money',
      aLine(`update statement_imports set mode = 'other'`),
    ],
    ['statement_imports_source_check', 'whose statement it is', aLine(`update statement_imports set source = 'Other'`)],
  ],
  statement_lines: [
    ['statement_lines_pkey', once, aLine(`update statement_lines set id = 1`)],
    ['statement_lines_number', 'each line of a file once', aLine(`update statement_lines set line_number = 1`)],
    [
      'statement_lines_direction',
      'that an amount has the sign that a person gave it',
      aLine(`update statement_lines set direction = 'out'`),
    ],
    [
      'statement_lines_decided',
      'that nothing is matched before a person has decided about it',
      aLine(`update statement_lines set duplicate = 'possible', transfer_holder_id = 3, transfer_id = id,
        matched_at = now()`),
    ],
    [
      'statement_lines_matched_decided',
      'that nothing is matched before a person has decided about it',
      aLine(`update statement_lines set duplicate = 'possible', matched_amount = amount`),
    ],
    [
      'statement_lines_matched',
      'that no more of a line is matched than it is of',
      aLine(`update statement_lines set matched_amount = amount + 1`),
    ],
    ['statement_lines_direction_check', 'which way money went', aLine(`update statement_lines set direction = 'up'`)],
    ['statement_lines_duplicate_check', 'what a duplicate is', aLine(`update statement_lines set duplicate = 'maybe'`)],
    [
      'statement_lines_booked_time_check',
      'one way to write a time',
      aLine(`update statement_lines set booked_time = '9:30'`),
    ],
    ['statement_lines_bank_id_check', 'that an ID is not empty', aLine(`update statement_lines set bank_id = ''`)],
    [
      'statement_lines_like',
      'that only a possible duplicate is like another line',
      aLine(`update statement_lines set like_line_id = 1`),
    ],
    ['statement_lines_charges', 'that charges are never nothing', aLine(`update statement_lines set charges = 0`)],
    [
      'statement_lines_transfer',
      'that a transfer is matched once',
      aLine(`update statement_lines
      set transfer_holder_id = 3, transfer_id = 39, matched_at = now()`),
    ],
    ['statement_lines_amount_check', 'that an amount is never nothing', aLine(`update statement_lines set amount = 0`)],
    ['statement_lines_by_hand', 'what was matched by hand', aLine(`update statement_lines set by_hand = true`)],
    ['statement_lines_check', 'when it was matched', aLine(`update statement_lines set matched_at = now()`)],
    [
      'statement_lines_currency_check',
      'one way to write a currency',
      aLine(`update statement_lines set currency = 'eur'`),
    ],
    ['statement_lines_line_number_check', 'which line it is', aLine(`update statement_lines set line_number = 0`)],
    [
      'statement_lines_import_id_mode_source_fkey',
      'a line in the mode and source of its file',
      aLine(`update statement_lines set mode = 'live'`),
    ],
  ],
  statement_matches: [
    ['statement_matches_pkey', once, aMatch(`update statement_matches set transfer_id = 39`)],
    [
      'statement_matches_amount_check',
      'that a match is of something',
      aMatch(`update statement_matches set amount = 0`),
    ],
    [
      'statement_matches_source_check',
      'whose statement it is',
      aMatch(`update statement_matches set source = 'Other'`),
    ],
    [
      'statement_matches_line_id_fkey',
      'a match to a line',
      aMatch(`update statement_matches set line_id = 0 where (transfer_holder_id, transfer_id) = (3, 38)`),
    ],
  ],
};

/** Follow from others of their table, so that no change is theirs alone to refuse. */
export const implied = ['disputes_fee_check', 'disputes_withdrawals_check', 'payout_rules_minimum_check'];

export type Refused = { table: string; constraint: string; keeps: string; change: string };

export const refusedChanges: Refused[] = [
  ...alike,
  ...Object.entries(byTable).flatMap(([table, refusals]) => refusals.map((one): [string, Refusal] => [table, one])),
].map(([table, [constraint, keeps, change]]) => ({ table, constraint, keeps, change }));
