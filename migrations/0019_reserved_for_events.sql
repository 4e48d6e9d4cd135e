-- Keeps this number for the event catalogue: its migration takes this file's place.
select 1;
