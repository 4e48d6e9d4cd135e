-- Events in the formats that receivers of other services read. `extra_header_prefix`: what stands before the signature in the extra header.
alter table webhook_endpoints
  add column format text collate "C" not null default 'standard',
  add column extra_header_prefix text not null default '',
  add constraint webhook_endpoints_format check (format in ('standard', 'mypay', 'quickei', 'zerth')) not valid,
  -- Their receivers take every event but the paid one for a failure: all types are never sent.
  add constraint webhook_endpoints_format_types check (format = 'standard' or kind = 'addresses' or event_types is not null) not valid,
  add constraint webhook_endpoints_prefix check (extra_header_prefix ~ '^[!-~]{0,32}$') not valid;
alter table webhook_endpoints validate constraint webhook_endpoints_format;
alter table webhook_endpoints validate constraint webhook_endpoints_format_types;
alter table webhook_endpoints validate constraint webhook_endpoints_prefix;

-- The format of a payment's webhook_url, as it was when the payment was created; null: standard. A key may have a format for the
-- payments that it creates; null: that of the account's webhook_urls.
alter table payments
  add column webhook_format text collate "C",
  add constraint payments_webhook_format check (webhook_format in ('standard', 'mypay', 'quickei', 'zerth')) not valid;
alter table payments validate constraint payments_webhook_format;
alter table api_keys
  add column webhook_format text collate "C",
  add constraint api_keys_webhook_format check (webhook_format in ('standard', 'mypay', 'quickei', 'zerth')) not valid;
alter table api_keys validate constraint api_keys_webhook_format;

-- Of a delivery to the webhook_url of a payment; null: that of the endpoint, or standard.
alter table webhook_deliveries
  add column format text collate "C",
  add constraint webhook_deliveries_format check (format in ('standard', 'mypay', 'quickei', 'zerth')) not valid;
alter table webhook_deliveries validate constraint webhook_deliveries_format;
