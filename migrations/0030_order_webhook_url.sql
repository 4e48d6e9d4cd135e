-- Where an order's company wants to be told about it: recorded as it was sent (docs/contract.md, "Webhook addresses").
alter table orders add column webhook_url text;
