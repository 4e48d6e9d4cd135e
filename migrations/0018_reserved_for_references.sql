-- Keeps this number for the typed references of accounts and transfers: their migration takes this file's place.
select 1;
