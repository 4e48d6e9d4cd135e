-- Where an order's company wants to be told about it: recorded as it was sent (docs/contract/common.md, "Webhook
-- addresses").
alter table orders add column webhook_url text;
