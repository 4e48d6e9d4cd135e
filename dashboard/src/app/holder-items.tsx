/** The person's accounts, for the menu of `holder-switch.tsx`. */
import { Menu, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { Initials } from '../ui/initials.tsx';
import { useBook } from './book.ts';
import { useSession } from './session.ts';

export function HolderItems() {
  const t = useStrings();
  const navigate = useNavigate();
  const { holders, single_sign_on: account } = useSession();
  const { holder, mode } = useBook();
  return (
    <>
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
      {account === null && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="plus" size={16} />}
            renderRoot={(props) => <Link to="/accounts/new" {...props} />}
          >
            {t('newAccount.add')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
