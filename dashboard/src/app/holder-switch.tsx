/** Which account the person acts for, and the way to open another. */
import { Group, Text, UnstyledButton } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { Initials } from '../ui/initials.tsx';
import { loadOnInput } from '../ui/lazy.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useBook } from './book.ts';
import type { Holder } from './session.ts';
import classes from './shell.module.css';

const loadItems = loadOnInput(async () => (await import('./holder-items.tsx')).HolderItems);

export function HolderSwitch() {
  const t = useStrings();
  const { holder } = useBook();
  const button = (
    <UnstyledButton miw={0} aria-label={`${t('app.switchAccount')}: ${holder.name}`}>
      <Named holder={holder} canOpen />
    </UnstyledButton>
  );
  return <MenuButton button={button} position="bottom-start" width={280} load={loadItems} of={{}} />;
}

function Named({ holder, canOpen = false }: { holder: Holder; canOpen?: boolean }) {
  return (
    <Group gap={8} wrap="nowrap" miw={0}>
      <span className={classes.initials}>
        <Initials name={holder.name} />
      </span>
      <Text fw={600} truncate maw={280} dir="auto" className={classes.name ?? ''}>
        {holder.name}
      </Text>
      {canOpen && <Icon name="chevron-down" size={16} />}
    </Group>
  );
}
