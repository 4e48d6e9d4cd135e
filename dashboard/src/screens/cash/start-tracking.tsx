/** Switches tracking on, after saying what that changes. */
import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toast.ts';

/** Nothing for who may not. @param props.isInline it is the end of a sentence. */
export function StartTracking({ isInline = false }: { isInline?: boolean }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const start = useMutation({
    mutationFn: () => dataOf(api.PUT('/api/v1/cash/settings', { body: { is_tracked: true } })),
    onSuccess: (saved) => {
      queries.setQueryData(['cash', holderId, mode, 'settings'], saved);
      showToast(t('cash.started'));
      setAsking(false);
    },
  });
  if (!may('cash.change_settings')) return null;
  return (
    <>
      <Button {...(isInline ? { size: 'compact-sm', variant: 'default' } : {})} onClick={() => setAsking(true)}>
        {t('cash.start')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('cash.start.title')}
          action={t('cash.start')}
          act={start}
          onConfirm={() => start.mutate()}
          onClose={() => setAsking(false)}
        >
          <Stack gap="sm">
            <span>{t('cash.start.orders')}</span>
            <span>{t('cash.start.earnings')}</span>
            <span>{t(`cash.start.${mode}`)}</span>
          </Stack>
        </Confirm>
      )}
    </>
  );
}
