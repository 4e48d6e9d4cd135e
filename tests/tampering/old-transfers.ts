/** Transfers below the mark and events that were changed, and rows removed: only a full verification names them. */
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { reamount, statement, type Tampering, unpost } from './by-hand.ts';

const order = (ref: string) => `(select id::text from orders where partner_order_ref = '${ref}')`;

export const oldTransfers: Tampering[] = [
  [
    'a live top-up raised in its row, its transfer and the balances, but not on the statement',
    async (tx) => {
      await reamount(`code = 'top_up' and amount = 880`, 40)(tx);
      await statement(`update top_ups set amount = 920 where amount = 880`)(tx);
    },
    /is of 920 EUR into clearing, which is not what was confirmed/,
  ],
  [
    'an event in the other mode',
    statement(`update events set mode = 'live' where type = 'payout.requested'`),
    /event evt_\w+: is in live mode, and payout po_\w+ in test mode/,
  ],
  [
    'a deleted row of commission moved to clearing',
    statement('delete from commission_transfers'),
    /transfer trf_\w+ .*nothing asks for/,
  ],
  [
    'a fee 50.00 too high',
    reamount(`code = 'payment_fee' and amount = 100`, 50),
    /payment pay_\w+ .*payment_fee 0: asks for 100 EUR from wallet to fees, posted 150 EUR/,
  ],
  [
    'a payment whose fee was changed with its transfer',
    async (tx) => {
      await statement(`update payments set fee = 50, fee_basis_points = 500 where amount = 1000 and fee = 100`)(tx);
      await reamount(`code = 'payment_fee' and amount = 100`, -50)(tx);
    },
    /payment pay_\w+: was charged 50 by 500 basis points and 0, not by fee rule \d+ of 1000 and 0/,
  ],
  [
    'an order’s fee that commission bore less of',
    reamount(`code = 'order_fee' and amount = 20`, -5),
    /order \d+ .*with a fee of 30, .*; posted 15 from commission and 10 advanced at settlement, and -15 with refunds of 500/,
  ],
  [
    'an order’s fee that a refund returned more of',
    reamount(`code = 'order_fee_returned' and amount = 15`, 5),
    /order \d+ .*with a fee of 30, .*, and -20 with refunds of 500/,
  ],
  [
    'an order’s fee of which the service advanced more',
    reamount(`code = 'order_fee_advance' and amount = 10 and holder_id = ${serviceHolderId}`, 1),
    /order \d+, fee: was advanced 11, of which 10 were received and 10 are owed/,
  ],
  [
    'a returned fee that is too high',
    reamount(`code = 'refund_fee' and amount = 40`, 5),
    /refund ref_\w+ .*refund_fee 0: asks for 40 EUR from fees to wallet, posted 45 EUR/,
  ],
  [
    'a deleted top-up transfer',
    unpost(`code = 'top_up' and amount = 9000`),
    /top_up top_\w+ .*is without its transfer of 9000 EUR/,
  ],
  [
    'a deleted commission transfer',
    unpost(`code = 'commission_to_clearing'`),
    /transfer trf_\w+ .*is without its transfer of 20 EUR/,
  ],
  [
    'a late capture that was kept',
    unpost(`code = 'late_capture_return'`),
    /attempt att_\w+ .*came late with 70, 70 posted and 0 returned/,
  ],
  [
    'a late capture returned in part',
    reamount(`code = 'late_capture_return'`, -1),
    /attempt att_\w+ .*came late with 70, 70 posted and 69 returned/,
  ],
  [
    'a chargeback that took less',
    reamount(`code = 'chargeback'`, -1),
    /dispute dp_1 .*took 2000 EUR, with 282 EUR posted/,
  ],
  [
    'an advance that never reached the holder',
    unpost(`code = 'chargeback_advance' and holder_id <> 1`),
    /dispute dp_1 .*advanced, 0 of it received/,
  ],
  [
    'a debt that was not written down',
    unpost(`code = 'chargeback_debt'`),
    /advances \(test, EUR\): the service has advanced/,
  ],
  [
    'a write-off that cost the service nothing',
    unpost(`code = 'debt_written_off' and holder_id = 1`),
    /debt_settlement dst_\w+ \(holder 1, test\), debt_written_off 0: is without its transfer of 13 EUR/,
  ],
  [
    'a repaid debt that was never recovered',
    unpost(`code in ('debt_recovery', 'debt_recovered') and subject_kind = 'debt_settlement'`),
    /debt settlement dst_\w+ .*repaid 11 of what wallet owes, of which 0 was recovered/,
  ],
  [
    'a recovery that paid less than the debt',
    reamount(`code = 'debt_recovery' and holder_id <> 1 and subject_kind = 'order'`, -1),
    /order:\d+ .*recovery 0: paid \d+ for a debt of \d+/,
  ],
  [
    'a recovery that the service did not receive',
    unpost(`code = 'debt_recovery' and holder_id = 1`),
    /recovery 0: paid (\d+) for a debt of \1, of which the service received 0/,
  ],
  [
    'a recovery of another link’s debt',
    statement(`update transfers t set from_account_id = a.id from accounts a
      where t.code = 'debt_recovery' and t.subject_kind = 'order' and a.holder_id = t.holder_id and a.kind = 'earnings'
        and a.id <> t.from_account_id`),
    /order:\d+ .*recovery 0: paid/,
  ],
  [
    'a recovery of another settlement than its order’s',
    statement(`update transfers set settlement_id = settlement_id - 1 where code in ('debt_recovery', 'debt_recovered')
      and settlement_id is not null`),
    /transfer \d+ .*names settlement \d+, its order is of \d+/,
  ],
  [
    'a share of another settlement',
    statement(
      `update transfers set settlement_id = settlement_id + 1 where code = 'settlement' and subject_id = ${order('drawn')}`,
    ),
    /order \d+ .*split 0: asks for 700/,
  ],
  [
    'a payout that names a settlement',
    statement(
      `update transfers set settlement_id = (select max(id) from settlements) where code = 'payout' and amount = 300`,
    ),
    /is a payout of payout:po_\w+ and names settlement \d+/,
  ],
  [
    'a reversal from another party',
    statement(`update transfers t set from_account_id = a.id from accounts a
      where t.code = 'reversal' and t.line = 1 and t.subject_kind = 'order_refund' and a.holder_id = t.holder_id
        and a.kind = 'earnings' and a.id <> t.from_account_id`),
    /order \d+ .*split 1: has a reversal in test mode and EUR with earnings:\d+, which is not its party's/,
  ],
  [
    'a payment into another account',
    statement(`update transfers t set to_account_id = a.id from accounts a
      where t.code = 'payment' and t.amount = 1000 and a.holder_id = t.holder_id and a.kind = 'fees' and t.from_account_id <> a.id
        and t.holder_id = (select holder_id from payments where order_id is null limit 1)`),
    /is a payment of payment:pay_\w+ from outside:card to fees, which is not allowed/,
  ],
  [
    'a payment from another source',
    statement(`update transfers t set from_account_id = a.id from accounts a
      where t.code = 'payment' and t.amount = 1000 and a.holder_id = t.holder_id and a.kind = 'outside' and a.source = 'onlinewallet'`),
    /payment pay_\w+ .*asks for 1000 EUR from outside:card to wallet, posted 1000 EUR from outside:onlinewallet/,
  ],
  [
    'a transfer moved to another book',
    statement(`
      insert into transfers select (jsonb_populate_record(t, '{"holder_id": 2}')).* from transfers t where code = 'fees_drawn';
      delete from transfers where code = 'fees_drawn' and holder_id <> 2`),
    /fees_drawn march \(holder 1, test\), fees_drawn 0: is without its transfer of 30 EUR/,
  ],
  [
    'a match that is gone',
    statement(`delete from statement_matches where amount = 880`),
    /line \d+ of import \d+: is matched to 880 EUR, and its matches come to 0/,
  ],
  [
    'a payout returned once less',
    unpost(`code = 'payout_fee_returned'`),
    /payout po_\w+ .*payout_fee_returned 0: is without its transfer of 5 EUR/,
  ],
  [
    'a claim that kept the shadow balance',
    unpost(`code = 'shadow_claimed'`),
    /shadow_claimed 0: is without its transfer of \d+/,
  ],
  [
    'an order voided',
    statement(`update orders set settlement_status = 'void', hold_reason = null where partner_order_ref = 'held'`),
    /order \d+ .*settlement_status is void, published as on_hold; hold_reason is none, published as by_hand by order\.held/,
  ],
  [
    'a share of an order that waits, given to somebody else',
    statement(`update orders set splits = jsonb_set(splits, '{0,ref}', '999') where partner_order_ref = 'waiting'`),
    /order \d+ .*splits is merchant:999:700, .*, published as merchant:\d+:700, /,
  ],
  [
    'a payout marked as completed',
    statement(`update payouts set status = 'completed', ended_at = now() where status = 'sent' and amount = 300`),
    /payout po_\w+ .*status is completed, published as sent; ended_at is .* by payout\.sent/,
  ],
  [
    'a payout to another bank account',
    statement(`update payouts set bank_account_id = 'ba_x' where status = 'requested'`),
    /payout po_\w+ .*bank_account_id is ba_x, published as ba_\w+ by payout\.requested/,
  ],
  [
    'a top-up that was refused',
    statement(`update top_ups set status = 'refused', ended_at = now(), succeeded_at = null where amount = 9000`),
    /top_up top_\w+ .*status is refused, published as succeeded/,
  ],
  [
    'a payment that expired',
    statement(`update payments set status = 'expired' where status = 'cancelled'`),
    /payment pay_\w+ .*status is expired, published as cancelled/,
  ],
  [
    'an order of another day',
    statement(`update orders set created_at = created_at - interval '1 day' where partner_order_ref = 'drawn'`),
    /order \d+ .*created_at is .*, published as /,
  ],
  [
    'a refund of an order of another time',
    statement(`update order_refunds set created_at = created_at - interval '1 day' where amount = 1000`),
    /refund ref_\w+ .*created_at is .*, published as .* by order_refund\./,
  ],
  [
    'a refund under another reference',
    statement(`update refunds set refund_ref = 'other' where amount = 400`),
    /refund ref_\w+ .*refund_ref is other, published as .* by refund\./,
  ],
  [
    'commission moved on another day',
    statement(`update commission_transfers set created_at = created_at - interval '1 day'`),
    /transfer trf_\w+ .*created_at is .*, published as .* by transfer\.succeeded/,
  ],
  [
    'a settlement begun by somebody else',
    statement(`update settlements set trigger = 'command'`),
    /settlement \d+ .*trigger is command, published as \w+ by settlement\.completed/,
  ],
  [
    'a link that was ended',
    statement(`update links set status = 'ended', ended_at = now() where name = 'Joined'`),
    /link \d+ .*status is ended, published as active; ended_at is .* by link\.created/,
  ],
  [
    'an invitation of another type',
    statement(`update invitations set type = 'courier'`),
    /invitation inv_\w+ .*type is courier, published as merchant by invitation\.accepted/,
  ],
  [
    'a member who was removed',
    statement(`delete from members where person_id = 'joiner'`),
    /members \d+\/joiner: is gone, and nothing says why/,
  ],
];
