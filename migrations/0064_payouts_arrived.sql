-- Whether a payout to a bank account has arrived after one to it came back.
create index payouts_arrived on payouts (bank_account_id, ended_at) where status = 'completed';
