-- The language a person reads pages and mails in: where they signed up or in, or what they chose. Null: not known, English.
alter table people add column language text check (language ~ '^[a-z]{2}$');
alter table sign_ups add column language text check (language ~ '^[a-z]{2}$');
