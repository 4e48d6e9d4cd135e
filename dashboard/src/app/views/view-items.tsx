/** The items of the menu of views, for `views-menu.tsx`. */
import { Menu } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMay } from '../may.ts';
import { useViews } from './use-views.ts';
import type { ViewAct } from './view-dialogs.tsx';

type Props = { screen: string; onAct: (act: ViewAct) => void };

export function ViewItems({ screen, onAct }: Props) {
  const t = useStrings();
  const may = useMay();
  const { views, isShown, open } = useViews(screen);
  const saved = views.data ?? [];
  return (
    <>
      {views.isSuccess && saved.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
      {saved.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={
            <span style={{ display: 'grid', width: 16 }}>{isShown(view) && <Icon name="check" size={16} />}</span>
          }
          onClick={() => open(view)}
        >
          {view.name}
        </Menu.Item>
      ))}
      {may('saved_views.change') && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => onAct({ is: 'save' })}>
            {t('views.save')}
          </Menu.Item>
          {saved.length > 0 && (
            <Menu.Item leftSection={<Icon name="pencil" size={16} />} onClick={() => onAct({ is: 'manage' })}>
              {t('views.manage')}
            </Menu.Item>
          )}
        </>
      )}
    </>
  );
}
