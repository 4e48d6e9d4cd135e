-- Claims end with their result, and what is counted are those whose lease has not ended: with its end in the index, the count reads
-- the claims of the last half minute and no others, however many have ended since the table was vacuumed.
drop index webhook_deliveries_claimed;
create index webhook_deliveries_claimed on webhook_deliveries (holder_id, endpoint_id, claimed_until)
  where claimed_until is not null;
drop index webhook_deliveries_host;
create index webhook_deliveries_host on webhook_deliveries (host, claimed_until) where claimed_until is not null;
