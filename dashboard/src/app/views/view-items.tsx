/** The items of the menu of views, for `views-menu.tsx`. */
import { Menu } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { shownQuery, useViews } from './use-views.ts';

type Props = { screen: string; onSave: () => void; onDelete: () => void };

export function ViewItems({ screen, onSave, onDelete }: Props) {
  const t = useStrings();
  const router = useRouter();
  const { views } = useViews(screen);
  const saved = views.data ?? [];
  const shown = shownQuery(location.search);
  return (
    <>
      {views.isSuccess && saved.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
      {saved.map(({ id, name, query }) => (
        <Menu.Item
          key={id}
          leftSection={
            <span style={{ display: 'grid', width: 16 }}>{query === shown && <Icon name="check" size={16} />}</span>
          }
          onClick={() => router.history.push(`${location.pathname}?${query}`)}
        >
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={onSave}>
        {t('views.save')}
      </Menu.Item>
      {saved.length > 0 && (
        <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={onDelete}>
          {t('views.delete')}
        </Menu.Item>
      )}
    </>
  );
}
