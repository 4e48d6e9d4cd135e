/** A link to a file of the service, as a button. */
import { Button, type ButtonProps } from '@mantine/core';
import { Icon } from './icon.tsx';

type Props = { href: string; label: string } & Pick<ButtonProps, 'size'>;

export function DownloadButton({ href, label, ...size }: Props) {
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      {...size}
    >
      {label}
    </Button>
  );
}
