-- The language of a mail, for what is put under it when it is sent, and the one in which someone is invited. Null: English.
alter table mails add column language text check (language ~ '^[a-z]{2}$');
alter table invitations add column language text check (language ~ '^[a-z]{2}$');
alter table member_invitations add column language text check (language ~ '^[a-z]{2}$');
