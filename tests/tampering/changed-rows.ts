/** Rows that were changed and transfers that are new: full and incremental verification name them. */
import { sql } from 'kysely';
import type { Book } from '../../src/core/ledger/accounts.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import type { SubjectKind } from '../../src/core/ledger/subject.ts';
import { forge, reamount, statement, type Tampering } from './by-hand.ts';

const service: Book = { holderId: serviceHolderId, mode: 'test' };

export const changedRows: Tampering[] = [
  [
    'a top-up that is marked as taken back',
    statement(`update top_ups set reversed_at = now(), reversed_amount = amount, reversed_covered = amount, reversal_reason = 'x'
      where id = (select min(id) from top_ups where account_kind = 'clearing' and reversed_at is null)`),
    /top_up top_\w+ .*, top_up_reversed 0: is without its transfer/,
  ],
  [
    'a debt of a top-up that its balance is said to have covered',
    statement(`update top_ups set reversed_covered = reversed_amount where reversed_covered < reversed_amount`),
    /top_up top_\w+ .*, top_up_debt 0: has a transfer of \d+ EUR that nothing asks for/,
  ],
  [
    'a top-up taken back by hand',
    forge((world) => ({
      book: world.company,
      from: 'clearing',
      to: 'outside:bank',
      amount: 1n,
      code: 'top_up_reversed',
      of: ['top_up', 'top_x'],
    })),
    /is a top_up_reversed of top_up top_x that reverses none/,
  ],
  [
    'an order said to be charged back, so that its money is spendable',
    statement(`update orders set charged_back_amount = 5 where partner_order_ref = 'recovered'`),
    /order \d+ .*says that 5 was charged back, its payment says 0/,
  ],
  [
    'a payment of which a bank took less than its disputes say',
    statement(`update payments p set charged_back_amount = charged_back_amount + 5
      from disputes d where d.holder_id = p.holder_id and d.payment_id = p.id`),
    /payment \S+: says that \d+ was charged back, its disputes say \d+/,
  ],
  [
    'a transfer of an invented subject',
    forge((world) => ({
      book: world.company,
      from: 'outside:bank',
      to: 'clearing',
      amount: 900n,
      code: 'top_up',
      of: ['top_up', 'top_x'],
    })),
    /top_up top_x .*has a transfer of 900 EUR that nothing asks for/,
  ],
  [
    'a debt recovery of an invented subject',
    forge((world) => ({
      book: world.company,
      from: `earnings:${world.taverna}`,
      to: 'clearing',
      amount: 1n,
      code: 'debt_recovery',
      of: ['claim', 'clm_x'],
    })),
    /is a debt_recovery in test mode and EUR of claim:clm_x, which does not exist/,
  ],
  [
    '10.00 from earnings to commission',
    forge((world) => ({
      book: world.company,
      from: `earnings:${world.taverna}`,
      to: 'commission',
      amount: 10n,
      code: 'reversal',
      of: ['order_refund', 'ref_x'],
    })),
    /is a reversal of order_refund:ref_x from earnings:\d+ to commission, which is not allowed/,
  ],
  [
    'a reversal for an order that was never refunded',
    async (tx, world) => {
      const { rows } = await sql<{
        id: string;
      }>`select id::text as id from orders where partner_order_ref = 'recovered'`.execute(tx);
      const of: [SubjectKind, string] = ['order', rows[0]?.id as string];
      const from = `earnings:${world.rider}`;
      await forge((world) => ({
        book: world.company,
        from,
        to: 'clearing',
        amount: 10n,
        code: 'reversal',
        of,
        line: 1,
      }))(tx, world);
    },
    /order:\d+ .*split 1: took back 10 of what was not canceled/,
  ],
  [
    'a memo debt from nowhere',
    forge((world) => ({
      book: world.company,
      from: 'debts',
      to: `debt:${world.taverna}`,
      amount: 500n,
      code: 'reversal_debt',
      of: ['order_refund', 'ref_x'],
    })),
    /order_refund:ref_x, which does not exist/,
  ],
  [
    'a debt to the service from nowhere',
    forge((world) => ({
      book: world.shop,
      from: 'debts',
      to: 'debt',
      amount: 500n,
      code: 'chargeback_debt',
      of: ['dispute', 'dp_1'],
      line: 1,
    })),
    /dispute dp_1 .*withdrawal 1: was posted and nothing asks for it/,
  ],
  [
    'a debt cancelled without money',
    forge((world) => ({
      book: world.shop,
      from: 'debt',
      to: 'debts',
      amount: 5n,
      code: 'debt_recovered',
      of: ['dispute_won', 'dp_2'],
      line: 7,
    })),
    /dispute_won:dp_2 \(holder \d+\), recovery 7: paid 0 for a debt of 5/,
  ],
  [
    'a debt written off by nobody',
    forge((world) => ({
      book: world.shop,
      from: 'debt',
      to: 'debts',
      amount: 5n,
      code: 'debt_written_off',
      of: ['debt_settlement', 'dst_x'],
    })),
    /debt_settlement dst_x .*debt_written_off 0: has a transfer of 5 EUR that nothing asks for/,
  ],
  [
    'a repaid debt of another amount than was recovered',
    statement(`update debt_settlements set amount = 12 where amount = 11`),
    /debt settlement dst_\w+ .*repaid 12 of what wallet owes, of which 11 was recovered/,
  ],
  [
    'a write-off that only waits for a second person',
    statement(`update debt_settlements set status = 'requested', decided_at = null where amount = 13`),
    /debt_settlement dst_\w+ .*debt_written_off 0: has a transfer of 13 EUR that nothing asks for/,
  ],
  [
    'a write-off of another link’s debt',
    statement(`update debt_settlements set link_id = link_id + 1 where amount = 19`),
    /debt_settlement dst_\w+ .*asks for 19 EUR from link_debt:\d+ to debts, posted 19 EUR from debt:\d+/,
  ],
  [
    'a debt repaid in the other mode',
    statement(`update debt_settlements set mode = 'live' where amount = 17`),
    /debt_settlement dst_\w+ \(holder \d+, live\), debt_repaid 0: is without its transfer of 17 EUR/,
  ],
  [
    'more of a write-off reversed than was written off',
    forge((world) => ({
      book: world.shop,
      from: 'debts',
      to: 'debt',
      amount: 14n,
      code: 'write_off_reversed',
      of: ['dispute_won', 'dp_2'],
      line: 1,
    })),
    /account \d+ \(debt, .*had 13 written off and 27 of it reversed/,
  ],
  [
    'a reversed write-off that is no gain of the service',
    forge((world) => ({
      book: world.shop,
      from: 'debts',
      to: 'debt',
      amount: 2n,
      code: 'write_off_reversed',
      of: ['dispute_won', 'dp_2'],
      line: 1,
    })),
    /dispute_won dp_2, return 1: owes again 2 of what was written off, of which the service has 0/,
  ],
  [
    'the service’s fees drawn without a reference',
    forge(() => ({
      book: service,
      from: 'fees',
      to: 'outside:bank',
      amount: 3n,
      code: 'fees_drawn',
      of: ['fees_drawn', 'april'],
    })),
    /fees_drawn april .*nothing asks for/,
  ],
  [
    'a second capture of a payment, on another line',
    async (tx, world) => {
      const { rows } = await sql<{
        id: string;
      }>`select id from payments where amount = 1000 and order_id is null`.execute(tx);
      const of: [SubjectKind, string] = ['payment', rows[0]?.id as string];
      const route = { from: 'outside:card', to: 'wallet' };
      await forge((world) => ({ book: world.shop, ...route, amount: 1_000n, code: 'payment', of, line: 1 }))(tx, world);
    },
    /payment pay_\w+ .*, payment 1: has a transfer of 1000 EUR that nothing asks for/,
  ],
  [
    'a refund posted in the customer’s book for another’s payment',
    forge((world) => ({
      book: world.customer,
      from: 'transit',
      to: 'wallet',
      amount: 30n,
      code: 'refund',
      of: ['refund', 'ref_x'],
    })),
    /refund ref_x .*has a transfer of 30 EUR that nothing asks for/,
  ],
  [
    'a holder’s fees moved to the bank',
    forge((world) => ({
      book: world.shop,
      from: 'fees',
      to: 'outside:bank',
      amount: 1n,
      code: 'fees_drawn',
      of: ['fees_drawn', 'march'],
    })),
    /is a fees_drawn of fees_drawn:march from fees to outside:bank, which is not allowed/,
  ],
  [
    'a paid payment in the other mode',
    statement(`update payments set mode = 'live' where amount = 1000 and order_id is null`),
    /payment pay_\w+ \(holder \d+, live\), payment 0: is without its transfer of 1000 EUR/,
  ],
  [
    'an order’s payment in the other mode',
    statement(`update payments set mode = 'live' where order_id is not null`),
    /payment pay_\w+: is in live mode and EUR, and order \d+ in test mode/,
  ],
  [
    'a top-up in the other mode',
    statement(`update top_ups set mode = 'live' where amount = 9000`),
    /top_up top_\w+ \(holder \d+, live\), top_up 0: is without its transfer of 9000 EUR/,
  ],
  [
    'a payout in the other mode',
    statement(`update payouts set mode = 'live' where amount = 300`),
    /payout po_\w+ \(holder \d+, live\), payout 0: is without its transfer of 300 EUR/,
  ],
  [
    'a refund of an order in the other mode',
    statement(`update order_refunds set mode = 'live' where amount = 1000`),
    /refund ref_\w+: is in live mode and EUR, and order \d+ in test mode/,
  ],
  [
    'a refund in another currency than its payment',
    statement(`update refunds set currency = 'USD' where amount = 400`),
    /refund ref_\w+: is in test mode and USD, and payment pay_\w+ in test mode and EUR/,
  ],
  [
    'a claim in the other mode',
    statement(`update shadow_claims set mode = 'live'`),
    /claim clm_\w+: is in live mode, and order \d+ in test mode/,
  ],
  [
    'a payment outside in the other mode',
    statement(`update shadow_payments set mode = 'live'`),
    /payment outside \w+: is in live mode, and order \d+ in test mode/,
  ],
  [
    'a dispute in the other mode',
    statement(`update disputes set mode = 'live' where id = 'dp_1'`),
    /dispute dp_1: is in live mode, and payment pay_\w+ in test mode/,
  ],
  [
    'a reversal of more than the order says',
    statement(`update order_refunds set amount = 330 where kind = 'reversal'`),
    /order \d+ \(holder \d+\): says that 320 of 640 charged back were reversed, its reversals say 330/,
  ],
  [
    'an order of which more was reversed than was charged back',
    statement(
      `alter table orders drop constraint orders_reversal_amount;
       update orders set charged_back_amount = 300 where charged_back_amount = 640`,
    ),
    /order \d+ \(holder \d+\): says that 320 of 300 charged back were reversed, its reversals say 320/,
  ],
  [
    'a reversal that became a refund, for which its customer got nothing',
    statement(`update order_refunds set kind = 'refund' where kind = 'reversal'`),
    /refund ref_\w+: is succeeded of 320, its payment's refund is missing of 0/,
  ],
  [
    'a reversal that took less from its party',
    statement(
      `update order_refunds set taken = array_fill(0::bigint, array[cardinality(taken)]) where kind = 'reversal'`,
    ),
    /refund ref_\w+, split 0: is succeeded and took 0, with \d+ posted/,
  ],
  [
    'a reversal that was undone by no dispute',
    statement(`update order_refunds set status = 'failed', failure = 'refused' where kind = 'reversal'`),
    /reversal ref_\w+: is failed \(refused\) of 320 and took 320/,
  ],
  [
    'an order in another currency than its refund',
    statement(`update orders set currency = 'USD' where partner_order_ref = 'drawn'`),
    /refund ref_\w+: is in test mode and EUR, and order \d+ in test mode and USD/,
  ],
  [
    'a payment of a lower fee than was taken',
    statement(`update payments set fee = 50, fee_basis_points = 500 where amount = 1000 and order_id is null`),
    /payment pay_\w+ .*payment_fee 0: asks for 50 EUR from wallet to fees, posted 100 EUR/,
  ],
  [
    'a payment that was charged by other values than its rule’s',
    statement(`update payments set fee_basis_points = 990, fee_fixed = 1 where amount = 1000 and order_id is null`),
    /payment pay_\w+: was charged 100 by 990 basis points and 1, not by fee rule \d+ of 1000 and 0/,
  ],
  [
    'a payment that keeps a rule that was not in force',
    statement(`insert into payment_fee_rules (id, holder_id, basis_points, fixed) values (77, 1, 0, 0);
      update payments set fee_rules = array[fee_rules[1], fee_rules[2], 77] where amount = 1000 and order_id is null`),
    /payment pay_\w+: keeps fee rule 77 for wallet, which was not in force when it was created/,
  ],
  [
    'an order of a lower fee than its payment was charged',
    statement(`update orders set fee = 20 where fee = 30`),
    /order \d+ .*with a fee of 20, its payment was charged 30; posted 20 from commission and 10 advanced at settlement/,
  ],
  [
    'a fee of no order, by hand',
    forge(({ company }) => ({
      book: company,
      from: 'commission',
      to: 'fees',
      amount: 1n,
      code: 'order_fee',
      of: ['order', '77'],
    })),
    /order 77 .*: was charged a fee and is unknown/,
  ],
  [
    'a debt for a fee that nobody advanced',
    forge(({ company }) => ({
      book: company,
      from: 'debts',
      to: 'debt',
      amount: 1n,
      code: 'order_fee_debt',
      of: ['order', '77'],
    })),
    /order 77, fee: was advanced 0, of which 0 were received and 1 are owed/,
  ],
  [
    'a fee returned without a refund',
    forge(({ company }) => ({
      book: company,
      from: 'fees',
      to: 'commission',
      amount: 1n,
      code: 'order_fee_returned',
      of: ['order_refund', 'ref_x'],
    })),
    /refund ref_x: changed a fee and is unknown/,
  ],
  [
    'a refund that says another returned fee',
    statement(`update refunds set fee_returned = 41 where amount = 400`),
    /refund ref_\w+ .*refund_fee 0: asks for 41 EUR from fees to wallet, posted 40 EUR/,
  ],
  [
    'refunds that return more than the fee',
    statement(`update refunds set fee_returned = 400 where amount = 400`),
    /payment pay_\w+: .*400 returned of a fee of 100/,
  ],
  [
    'a refund that failed and was not posted back',
    statement(`update refunds set status = 'failed', failure = 'x' where amount = 400`),
    /refund ref_\w+ .*refund_failed 0: is without its transfer of 400 EUR/,
  ],
  [
    'a refund that has failed, and that a payment file has',
    statement(`
      with failed as (
        update refunds set status = 'failed', failure = 'x', due_at = null, updated_at = now() where amount = 400 returning id
      ), file as (
        insert into payout_files (id, mode, format, currency, execution_day, message_id, payouts, control_sum, content, sha256, created_at)
        values ('pf_x', 'test', 'csv', 'EUR', current_date, 'x', 1, 400, 'x', sha256('x'), now()) returning id)
      insert into payout_file_lines (file_id, payout_id, line, batch_id, reference, amount)
      select file.id, failed.id, 1, 'x', 'x', 400 from file, failed`),
    /refund ref_\w+ \(holder \d+\): is failed, and the payment file pf_x has it/,
  ],
  [
    'a payment of another method than it was paid with',
    statement(`update payment_attempts set method = 'card', payer_holder_id = null where method = 'wallet'`),
    /payment pay_\w+ .*payment 0: asks for 300 EUR from outside:wallet to wallet, posted 300 EUR from transit to wallet/,
  ],
  [
    'a payment that another provider is said to have taken',
    statement(`update payment_attempts set provider = 'other' where method = 'card' and status = 'succeeded'`),
    /payment pay_\w+ .*payment 0: asks for 1000 EUR from outside:other to wallet, posted 1000 EUR from outside:card to wallet/,
  ],
  [
    'a payment that another customer is said to have made',
    statement(`update payment_attempts set payer_holder_id = payer_holder_id + 1 where method = 'wallet'`),
    /payment pay_\w+ .*payment 0: is without its transfer of 300 EUR/,
  ],
  [
    'a late capture that is said to have paid',
    statement(`update payment_attempts set status = 'declined' where status = 'returned'`),
    /attempt att_\w+ .*has a late capture of 70 that nothing asks for/,
  ],
  [
    'a payout with another fee',
    statement(`update payouts set fee = 4 where amount = 300`),
    /payout po_\w+ .*payout_fee 0: asks for 4 EUR from payouts_pending to fees, posted 5 EUR/,
  ],
  [
    'a failed payout that is said to be sent',
    statement(`update payouts set status = 'sent', ended_at = null where amount = 200`),
    /payout po_\w+ .*payout_returned 0: has a transfer of 200 EUR that nothing asks for/,
  ],
  [
    'a payout of another account',
    statement(`update payouts set account_kind = 'commission' where amount = 300`),
    /payout po_\w+ .*asks for 300 EUR from commission to payouts_pending, posted 300 EUR from clearing/,
  ],
  [
    'a dispute of another amount',
    statement(`update disputes set amount = 1999 where id = 'dp_1'`),
    /dispute dp_1 .*took 1999 EUR, with/,
  ],
  [
    'a lost dispute that is said to be won',
    statement(`update disputes set returns = 1 where id = 'dp_1'`),
    /dispute_won dp_1 .*chargeback_reversed 0: is without its transfer of 2000 EUR/,
  ],
  [
    'a won dispute that is said to be lost',
    statement(`update disputes set returns = 0 where id = 'dp_2'`),
    /dispute_won dp_2 .*chargeback_reversed 0: has a transfer of 500 EUR that nothing asks for/,
  ],
  [
    'a dispute of another payment',
    statement(
      `update disputes d set payment_id = p.id from payments p
      where p.holder_id = d.holder_id and p.amount = 1000 and p.order_id is null and d.id = 'dp_1'`,
    ),
    /dispute dp_1 .*took 2000 EUR/,
  ],
  [
    'fees collected of another amount',
    statement('update fee_collections set amount = amount - 1'),
    /fees \d+:EUR:\S+ \(holder 1, test\), fees_collected 0: asks for \d+ EUR/,
  ],
  [
    'another draw of fees',
    statement('update fee_draws set amount = 31'),
    /fees_drawn march .*asks for 31 EUR from fees/,
  ],
  [
    'an acquirer’s payout with another fee',
    statement('update acquirer_payouts set fee = 8'),
    /acquirer_payout card:settled .*acquirer_fee 0: asks for 8 EUR from fees to outside:card, posted 9 EUR/,
  ],
  [
    'a settled share of another link',
    statement(`update orders set splits = jsonb_set(splits, '{0,ref}', '${999}') where partner_order_ref = 'drawn'`),
    /order \d+ .*split 0: has a reversal_debt in test mode and EUR with debt:\d+, which is not its party's/,
  ],
  [
    'a shadow order of another restaurant',
    statement(`update orders set shadow_merchant_ref = 'other' where partner_order_ref = 'claimed'`),
    /order \d+ .*has a shadow_named .*which is not its party's/,
  ],
  [
    'a settlement in the other mode, and its orders',
    statement(`update settlements set mode = 'live'; update orders set updated_at = now()`),
    /order \d+ .*was settled by a settlement of another mode/,
  ],
  [
    'a floor that was lifted',
    statement(`update accounts set floor = null where kind = 'wallet'`),
    /account \d+ \(wallet, .*its floor is none, that of its kind 0/,
  ],
  [
    'a floor of the service',
    statement(`update accounts set floor = 0 where kind = 'outside' and balance >= 0`),
    /account \d+ \(outside:\w+, .*its floor is 0, that of its kind none/,
  ],
  [
    'a line that says more of it is matched than its matches have',
    statement(`update statement_lines set matched_amount = 700 where amount = 880`),
    /line \d+ of import \d+: is matched to 700 EUR, and its matches come to 880/,
  ],
  [
    'a line matched with more than its transfer moved',
    statement(`update statement_lines set amount = 920, matched_amount = 920 where amount = 880;
      update statement_matches set amount = 920 where amount = 880`),
    /transfer \d+ \(holder \d+\): moved 880 EUR, and 920 of it is matched with line \d+ of import \d+/,
  ],
  [
    'a line matched with a transfer that is not there',
    statement(`update statement_matches set transfer_id = 0 where amount = 880`),
    /transfer 0 \(holder \d+\): does not exist, and line \d+ of import \d+ is matched with it/,
  ],
  [
    'a live top-up that nobody confirmed',
    async (tx, world) => {
      const live = { holderId: world.company.holderId, mode: 'live' } as const;
      await statement(`insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at, succeeded_at)
        values (${live.holderId}, 'top_x', 'live', 'succeeded', 'clearing', 'bank', 500, 'EUR', now(), now())`)(tx);
      await forge(() => ({
        book: live,
        from: 'outside:bank',
        to: 'clearing',
        amount: 500n,
        code: 'top_up',
        of: ['top_up', 'top_x'],
      }))(tx, world);
    },
    /top_up top_x .*has no line of a statement, and nobody confirmed that its money arrived/,
  ],
  [
    'a live top-up raised in its row, its transfer and the balances',
    async (tx) => {
      await reamount(`code = 'top_up' and amount = 70`, 30)(tx);
      await statement(`update top_ups set amount = 100 where amount = 70`)(tx);
    },
    /top_up top_\w+ .*is of 100 EUR into clearing, which is not what was confirmed/,
  ],
  [
    'an order of the checkout marked as paid',
    statement(
      `update orders set payment_status = 'paid', paid_at = now(), payment_source = 'service' where partner_order_ref = 'waiting'`,
    ),
    /order \d+ .*is paid from service and asks for 1000 EUR, without a payment/,
  ],
  [
    'a payment taken from its paid order',
    statement(`update payments set order_id = null where order_id is not null`),
    /order \d+ .*is partially_refunded from service and asks for 1000 EUR, without a payment/,
  ],
  [
    'a hold that was lifted',
    statement(`update orders set settlement_status = 'unsettled', hold_reason = null where partner_order_ref = 'held'`),
    /order \d+ .*: settlement_status is unsettled, published as on_hold; hold_reason is none, published as by_hand by order.held/,
  ],
  [
    'a payment that is said to be under way',
    statement(`update payments set status = 'processing' where status = 'cancelled'`),
    /payment pay_\w+ .*is processing without an attempt under way/,
  ],
  [
    'a payout to the bank account of another',
    statement(`update payouts y set bank_account_id = b.id from bank_accounts b
      where b.holder_id <> y.owner_holder_id and y.status = 'requested'`),
    /payout po_\w+ .*goes to bank account ba_\w+, which is none of its owner's/,
  ],
  [
    'a payout of somebody else’s earnings',
    statement(`update links l set holder_id = o.holder_id from links o where l.name = 'taverna' and o.name = 'rider';
      update payouts set owner_holder_id = owner_holder_id where account_kind = 'earnings'`),
    /payout po_\w+ .*draws the earnings of link \d+, which is of holder \d+, for holder \d+/,
  ],
  [
    'a settlement that counts one more',
    statement(`update settlements set orders_settled = orders_settled + 1`),
    /settlement \d+ .*says that it settled \d+ orders; \d+ name it/,
  ],
  [
    'a bank account with another number',
    statement(
      `update bank_accounts set iban = 'GB82WEST12345698765432' where holder_id = (select holder_id from orders limit 1)`,
    ),
    /bank_accounts \d+\/ba_\w+: digest is \w+, recorded as \w+/,
  ],
  [
    'a bank account that nobody added',
    statement(
      `insert into bank_accounts select (jsonb_populate_record(b, '{"id": "ba_x"}')).* from bank_accounts b limit 1`,
    ),
    /bank_accounts \d+\/ba_x: is there, and was never recorded/,
  ],
  [
    'a link of somebody else',
    statement(`update links set holder_id = holder_id + 1 where name = 'rider'`),
    /links \d+\/\d+: holder_id is \d+, recorded as \d+/,
  ],
  [
    'a company that settles only what is paid',
    statement(`update settlement_settings set settle_only_paid = true, hold_seconds = 9 where mode = 'live'`),
    /settlement_settings \d+\/live: hold_seconds is 9, recorded as 0; settle_only_paid is true, recorded as false/,
  ],
  [
    'four eyes that were closed',
    statement(`update four_eyes set is_on = false`),
    /four_eyes 1: is_on is false, recorded as true/,
  ],
  [
    'bank details of somebody else',
    statement(`update bank_details set iban = 'GB82WEST12345698765432'`),
    /bank_details EUR: iban is GB82WEST12345698765432, recorded as /,
  ],
  [
    'a payout rule without a fee',
    statement(`update payout_rules set fee = 0`),
    /payout_rules EUR: fee is 0, recorded as 5/,
  ],
  [
    'a schedule that never comes',
    statement(`update settlement_schedules set every = 'month', days = '{31}'`),
    /settlement_schedules \d+\/test\/\*: days is .*; every is month, recorded as week/,
  ],
  [
    'a holder that was reopened',
    statement(`update holders set status = 'suspended' where kind = 'courier'`),
    /holders \d+: status is suspended, recorded as active/,
  ],
  [
    'a viewer who became an owner',
    statement(
      `update members set role = 'owner' where person_id = 'joiner'; update members set role = 'viewer' where role = 'owner'`,
    ),
    /members \d+\/joiner: role is viewer, recorded as owner/,
  ],
  [
    'a key pair with another secret',
    statement(`update api_keys set secret_hash = decode(repeat('07', 32), 'hex')`),
    /api_keys pk_test_\w+: secret_digest is \w+, recorded as \w+/,
  ],
];
