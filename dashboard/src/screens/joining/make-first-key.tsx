/** Making the first test key without leaving the list of steps; its secret is shown once, with the first call. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { NewKey } from '../developers/first-call.ts';
import { MakeKey } from '../developers/key-dialogs.tsx';
import { ShowNewKey } from '../developers/new-key.tsx';

export function MakeFirstKey() {
  const t = useStrings();
  const { holderId } = useBook();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'make' | NewKey>();
  const close = () => {
    setOpen(undefined);
    void queries.invalidateQueries({ queryKey: ['checklist', holderId] });
  };
  return (
    <>
      <Button size="xs" leftSection={<Icon name="key" size={14} />} onClick={() => setOpen('make')}>
        {t('checklist.key.act')}
      </Button>
      {open === 'make' && <MakeKey onClose={close} onMade={setOpen} />}
      {open !== undefined && open !== 'make' && <ShowNewKey pair={open} onClose={close} />}
    </>
  );
}
