-- A process of the version before, which may still serve, completes a payment without clearing what the shop said of its
-- customer: this version clears it with the payment, and an erasure looks at every payment.
alter table payments drop constraint payments_known;
