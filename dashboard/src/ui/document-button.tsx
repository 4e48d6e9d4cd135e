/** Opens a document of the service to print it, or downloads it as CSV. */
import { Button } from '@mantine/core';
import { Icon } from './icon.tsx';

type Props = {
  as: 'print' | 'csv';
  address: string;
  label: string;
  /** For those who hear the button without what is around it. */
  fullLabel?: string;
};

const icons = { print: 'printer', csv: 'download' } as const;

export const DocumentButton = ({ as, address, label, fullLabel }: Props) => (
  <Button
    variant="default"
    component="a"
    href={address}
    {...(as === 'print' ? { target: '_blank', rel: 'noopener' } : { download: true })}
    {...(fullLabel === undefined ? {} : { 'aria-label': fullLabel })}
    leftSection={<Icon name={icons[as]} size={16} />}
  >
    {label}
  </Button>
);
