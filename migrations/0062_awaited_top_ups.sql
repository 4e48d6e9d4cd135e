-- Announced top-ups that may be what a bank transfer without a reference is for. A top-up leaves it once its money has arrived.
create index top_ups_awaited on top_ups (mode, currency, amount) where status = 'pending';
