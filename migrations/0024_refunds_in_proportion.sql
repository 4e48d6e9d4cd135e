-- What a refund in proportion counts against each split: null for one that names parties or who is liable. It can be more
-- than was taken, because a split pays at most what it has left.
alter table order_refunds add column counted bigint[];

-- A refund in proportion was requested with an amount or with nothing at all, and its hash is of exactly that. Those
-- recorded so far count what they took.
update order_refunds set counted = taken
where request_hash in (sha256('{}'), sha256(convert_to('{"amount":"' || amount || '"}', 'UTF8')));
