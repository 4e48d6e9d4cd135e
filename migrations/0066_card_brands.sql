-- The brand of the card that was tried, by the name that people know it by. Null where no card was used or its brand is not known, and in
-- attempts that an earlier version made.
alter table payment_attempts
  add column card_brand text,
  add constraint payment_attempts_card_brand check (char_length(card_brand) between 1 and 40) not valid;
alter table payment_attempts validate constraint payment_attempts_card_brand;
