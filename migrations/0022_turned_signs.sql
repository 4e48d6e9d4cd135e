-- Whether the sign of a line's amount was turned after its import, when it was said that its money went out. Seals are of the
-- amount as it was imported.

alter table statement_lines add column sign_turned boolean not null default false;
update statement_lines set sign_turned = true where direction = 'out';
