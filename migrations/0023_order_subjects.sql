-- The same condition as before, without a regular expression: it is evaluated for every transfer.
alter table transfers
  drop constraint transfers_subject_id,
  add constraint transfers_subject_id check (
    case subject_kind
      when 'order' then subject_id >= '1' and char_length(subject_id) <= 18 and translate(subject_id, '0123456789', '') = ''
      else subject_id <> '' end);
