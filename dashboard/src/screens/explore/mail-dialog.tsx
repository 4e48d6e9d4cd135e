/** How often a saved view is emailed to the person who saved it: in their mornings, about the days that have ended. */
import { Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { SavedView } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { readersZone } from '../../app/list-span.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';

const choices = ['day', 'week', 'month'] as const;

export function MailDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const [every, setEvery] = useState<(typeof choices)[number]>(view.mail?.every ?? 'week');
  const path = { view: view.id };
  const act = useMutation({
    mutationFn: () =>
      dataOf(
        api.PUT('/api/v1/saved-views/{view}/mail', {
          params: { path },
          body: { every, time_zone: readersZone() },
        }),
      ),
    onSuccess: () => {
      onClose();
      showToast(t('views.mail.done'));
      void queries.invalidateQueries({ queryKey: ['saved-views', holderId, mode] });
    },
  });
  return (
    <FormDialog
      title={t('views.mail.title', { name: view.name })}
      action={t('views.mail.submit')}
      onSubmit={(event) => {
        event.preventDefault();
        act.mutate();
      }}
      onClose={onClose}
      act={act}
    >
      <Stack gap="md">
        <Text size="sm">{t('views.mail.text', { zone: readersZone() })}</Text>
        <Radio.Group
          label={t('views.mail.every')}
          value={every}
          onChange={(chosen) => setEvery(choices.find((one) => one === chosen) ?? every)}
        >
          <Stack gap="xs" mt="xs">
            {choices.map((one) => (
              <Radio key={one} value={one} label={t(`views.mail.every.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </FormDialog>
  );
}
