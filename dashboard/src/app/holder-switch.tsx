/** Which account the person acts for, and the way to open another. */
import { Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { Initials } from '../ui/initials.tsx';
import { useBook } from './book.ts';
import { type Holder, useSession } from './session.ts';

export function HolderSwitch() {
  const t = useStrings();
  const navigate = useNavigate();
  const { holders } = useSession();
  const { holder, mode } = useBook();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton miw={0} aria-label={`${t('app.switchAccount')}: ${holder.name}`}>
          <Named holder={holder} canOpen />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('app.switchAccount')}</Menu.Label>
        {holders.map((one) => (
          <Menu.Item
            key={one.holder_id}
            leftSection={<Initials name={one.name} />}
            rightSection={one.holder_id === holder.holder_id ? <Icon name="check" size={16} /> : null}
            onClick={() =>
              navigate({
                to: '/h/$holderId/$mode',
                params: { holderId: one.holder_id, mode: one.status === 'pending' ? 'test' : mode },
              })
            }
          >
            <Text size="sm" truncate>
              {one.name}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`kind.${one.kind}`)}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="plus" size={16} />}
          renderRoot={(props) => <Link to="/accounts/new" {...props} />}
        >
          {t('newAccount.add')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Named({ holder, canOpen = false }: { holder: Holder; canOpen?: boolean }) {
  return (
    <Group gap={8} wrap="nowrap" miw={0}>
      <Initials name={holder.name} />
      <Text fw={600} truncate maw={280}>
        {holder.name}
      </Text>
      {canOpen && <Icon name="chevron-down" size={16} />}
    </Group>
  );
}
