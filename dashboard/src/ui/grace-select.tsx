/** For how long the old one works beside the new one, when a key pair or a secret is rotated. */
import { Select, type SelectProps } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';

const graces = [0, 1, 24, 72] as const;
/** Hours, as the form holds them. */
export const graceDefault = '24';

export function GraceSelect(props: SelectProps) {
  const t = useStrings();
  const data = graces.map((hours) => ({
    value: String(hours),
    label: hours === 0 ? t('keys.rotate.none') : t('keys.rotate.hours', { hours }),
  }));
  return <Select allowDeselect={false} data={data} {...props} />;
}
