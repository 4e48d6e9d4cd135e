/** The person's saved views of Explore: one click opens one, and its menu emails, renames or deletes it. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { SavedView } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useViews } from '../../app/views/use-views.ts';
import { type ViewAct, ViewDialog } from '../../app/views/view-dialogs.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { MailedViews } from './mailed-views.tsx';

const screen = 'explore';

export function SavedViews() {
  const t = useStrings();
  const canChange = useMay()('saved_views.change');
  const [act, setAct] = useState<ViewAct>();
  const [mailed, setMailed] = useState<SavedView>();
  const { views, isShown, open } = useViews(screen);
  if (views.data === undefined || views.data.length === 0) return null;
  return (
    <>
      <Group gap="xs" role="group" aria-label={t('views.group')}>
        {views.data.map((view) => (
          <Group key={view.id} gap={2} wrap="nowrap">
            <Button
              size="xs"
              radius="xl"
              variant={isShown(view) ? 'light' : 'default'}
              aria-pressed={isShown(view)}
              onClick={() => open(view)}
              styles={{ root: { maxWidth: 240 } }}
            >
              {view.name}
            </Button>
            {canChange && (
              <RowMenu
                label={t('views.actions', { name: view.name })}
                actions={[
                  { label: t('views.mail'), icon: 'mail', onClick: () => setMailed(view) },
                  { label: t('views.rename'), icon: 'pencil', onClick: () => setAct({ is: 'rename', view }) },
                  {
                    label: t('views.remove'),
                    icon: 'trash',
                    onClick: () => setAct({ is: 'delete', view }),
                    destroys: true,
                  },
                ]}
              />
            )}
          </Group>
        ))}
        {act !== undefined && <ViewDialog screen={screen} act={act} onAct={setAct} onClose={() => setAct(undefined)} />}
        {mailed !== undefined && <MailDialog view={mailed} onClose={() => setMailed(undefined)} />}
      </Group>
      {canChange && <MailedViews views={views.data} />}
    </>
  );
}

/** Keeps what is shown as a view of its own. */
export function SaveView() {
  const t = useStrings();
  const may = useMay();
  const [act, setAct] = useState<ViewAct>();
  if (!may('saved_views.change')) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAct({ is: 'save' })}>
        {t('views.save')}
      </Button>
      {act !== undefined && <ViewDialog screen={screen} act={act} onAct={setAct} onClose={() => setAct(undefined)} />}
    </>
  );
}
