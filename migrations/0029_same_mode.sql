-- A refund and a dispute have the mode of their payment, and the refund of an order that of its payment's refund, as
-- foreign keys: `sluice verify` compares them as well.
alter table payments add constraint payments_holder_id_mode_id_key unique (holder_id, mode, id);
alter table refunds add constraint refunds_holder_id_mode_currency_id_key unique (holder_id, mode, currency, id);

alter table refunds
  drop constraint refunds_holder_id_payment_id_fkey,
  add constraint refunds_payment foreign key (holder_id, mode, payment_id) references payments (holder_id, mode, id);
alter table disputes
  drop constraint disputes_holder_id_payment_id_fkey,
  add constraint disputes_payment foreign key (holder_id, mode, payment_id) references payments (holder_id, mode, id);
alter table order_refunds
  add constraint order_refunds_payment_refund_key foreign key (holder_id, mode, currency, payment_refund_id)
    references refunds (holder_id, mode, currency, id);

-- One capture pays a payment; any other is returned.
create unique index payment_attempts_one_succeeded on payment_attempts (holder_id, payment_id) where status = 'succeeded';
