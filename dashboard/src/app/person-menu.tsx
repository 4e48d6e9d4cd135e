/** The person's own menu: profile, appearance and signing out. */
import { ActionIcon } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Initials } from '../ui/initials.tsx';
import { loadOnInput } from '../ui/lazy.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { useSession } from './session.ts';

const loadItems = loadOnInput(async () => (await import('./person-items.tsx')).PersonItems);

export function PersonMenu() {
  const t = useStrings();
  const { person } = useSession();
  const button = (
    <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={`${t('app.account')}: ${person.name}`}>
      <Initials name={person.name} isPerson />
    </ActionIcon>
  );
  return <MenuButton button={button} position="bottom-end" width={240} load={loadItems} of={{}} />;
}
