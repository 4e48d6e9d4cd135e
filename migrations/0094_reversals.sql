-- Reversals of charged-back orders: what the parties give back of their shares without a part of the customer, whose bank took
-- the money already.
alter table order_refunds add column kind text collate "C" not null default 'refund';
alter table order_refunds add constraint order_refunds_kind check (kind in ('refund', 'reversal')) not valid;
alter table order_refunds validate constraint order_refunds_kind;
-- A reversal is complete when it is requested, and fails only when a dispute is won.
alter table order_refunds add constraint order_refunds_reversal check (
  kind = 'refund' or (payment_refund_id is null and status in ('succeeded', 'failed'))) not valid;
alter table order_refunds validate constraint order_refunds_reversal;

-- Minor units of the charged-back money that reversals have passed on to the parties.
alter table orders add column reversal_amount bigint not null default 0;
alter table orders add constraint orders_reversal_amount check (reversal_amount >= 0
  and reversal_amount <= charged_back_amount and reversal_amount <= total_amount - refunded_amount) not valid;
alter table orders validate constraint orders_reversal_amount;
