/** Profile, appearance and signing out, for the menu of `person-menu.tsx`. */
import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { languageNames, pageLanguage } from '../strings/languages.ts';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSession } from './session.ts';
import { useSignOut } from './sign-out.ts';

const schemes = [
  { value: 'light', label: 'app.light', icon: 'sun' },
  { value: 'dark', label: 'app.dark', icon: 'moon' },
  { value: 'auto', label: 'app.system', icon: 'device-laptop' },
] as const;

export function PersonItems() {
  const t = useStrings();
  const { person } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <>
      <Menu.Label>
        <Text size="sm" fw={600} truncate>
          {person.name}
        </Text>
        <Text size="xs" truncate>
          {person.email}
        </Text>
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="user" />} renderRoot={(props) => <Link to="/profile" {...props} />}>
        {t('app.profile')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="language" />}
        rightSection={
          <Text size="sm" c="dimmed">
            {languageNames[pageLanguage]}
          </Text>
        }
        renderRoot={(props) => <Link to="/profile" hash="language" {...props} />}
      >
        {t('app.language')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('app.colourScheme')}</Menu.Label>
      {schemes.map(({ value, label, icon }) => (
        <Menu.Item
          key={value}
          leftSection={<Icon name={icon} />}
          rightSection={value === colorScheme ? <Icon name="check" size={16} /> : null}
          onClick={() => setColorScheme(value)}
        >
          {t(label)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="logout" />} onClick={() => signOut.mutate()}>
        {t('app.signOut')}
      </Menu.Item>
    </>
  );
}
