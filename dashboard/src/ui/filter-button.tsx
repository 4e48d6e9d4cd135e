/**
 * On a phone the filters after it wait behind this button, which says how many are in use. Those that are in use stay where they
 * are. At a desk, where there is room for all, it is not there.
 */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useStrings } from '../strings/strings.tsx';
import { Flag } from './flag.tsx';
import { Icon } from './icon.tsx';
import { useIsPhone } from './is-phone.ts';
import classes from './list-controls.module.css';

type Props = {
  active: number;
  /** Its picture is enough, as it is beside a search. */
  isIcon?: boolean;
};

export function FilterButton({ active, isIcon = false }: Props) {
  const t = useStrings();
  const [isOpen, { toggle }] = useDisclosure(false);
  if (!useIsPhone()) return null;
  return (
    <Button
      variant="default"
      className={classes.fold}
      data-icon={isIcon || undefined}
      aria-expanded={isOpen}
      leftSection={<Icon name="adjustments" size={16} />}
      rightSection={active > 0 && <Flag tone="active">{active}</Flag>}
      onClick={toggle}
    >
      <span className={classes.name}>{t('lists.filters')}</span>
    </Button>
  );
}
