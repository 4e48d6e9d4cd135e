/** One text of evidence: a few lines, one line, or a day. */
import { Textarea, TextInput } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { isDay, isLong, type TextName } from './evidence-fields.ts';

const longTextMax = 20_000;
const shortTextMax = 500;

/** @param props.field what a form gives its input. */
export function EvidenceText({ name, field }: { name: TextName; field: { value?: string } }) {
  const t = useStrings();
  const label = t(`evidence.text.${name}`);
  if (isLong(name)) {
    const rows = name === 'explanation' ? 5 : 2;
    return <Textarea label={label} autosize minRows={rows} maxLength={longTextMax} {...field} />;
  }
  // What was written otherwise, by an earlier version or through the API, stays as it is.
  const isPicked = isDay(name) && /^(\d{4}-\d\d-\d\d)?$/.test(field.value ?? '');
  return (
    <TextInput
      label={label}
      maxLength={shortTextMax}
      autoComplete="off"
      {...(isPicked ? { type: 'date', max: '9999-12-31' } : {})}
      {...field}
    />
  );
}
