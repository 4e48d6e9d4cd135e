-- How many requests to POST /orders/bulk a company may send in any 60 seconds, in each mode.
alter table companies
  add column bulk_requests_per_minute integer not null default 6
    check (bulk_requests_per_minute between 1 and 100000000);
