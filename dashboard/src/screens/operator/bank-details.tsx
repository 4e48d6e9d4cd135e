/** The accounts that top-ups are transferred to, one for each currency. */
import { Button, Card, SimpleGrid } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OperatorBankDetails as BankDetailsRow } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { BankDetailsDialog } from './bank-details-dialog.tsx';

type Asked = { act: 'add' } | { act: 'edit' | 'remove'; row: BankDetailsRow };

export function BankDetails() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [asked, setAsked] = useState<Asked>();
  const query = useQuery({
    queryKey: ['operator', 'bank-details', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/bank-details')),
  });
  const close = () => setAsked(undefined);
  const add = may('bank_details.change') && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      disabled={query.isPending}
      onClick={() => setAsked({ act: 'add' })}
    >
      {t('op.bank.add')}
    </Button>
  );
  const isEmpty = query.data?.length === 0;
  return (
    <Page
      title={t('op.bank.title')}
      note={t('op.bank.note')}
      actions={isEmpty || query.isLoadingError ? undefined : add}
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[200]} />}
      {isEmpty && (
        <Card withBorder>
          <EmptyState
            icon="building-bank"
            title={t('op.bank.empty.title')}
            text={may('bank_details.change') ? t('op.bank.empty.text') : t('op.bank.readOnly')}
            action={add}
          />
        </Card>
      )}
      {query.data !== undefined && !isEmpty && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {query.data.map((row) => (
            <Account key={row.currency} row={row} onAsk={setAsked} />
          ))}
        </SimpleGrid>
      )}
      {asked?.act === 'add' && <BankDetailsDialog before={undefined} onClose={close} />}
      {asked?.act === 'edit' && <BankDetailsDialog before={asked.row} onClose={close} />}
      {asked?.act === 'remove' && <RemoveDialog currency={asked.row.currency} onClose={close} />}
    </Page>
  );
}

function Account({ row, onAsk }: { row: BankDetailsRow; onAsk: (asked: Asked) => void }) {
  const t = useStrings();
  const may = useMay();
  const { currency } = row;
  const actions: RowAction[] = may('bank_details.change')
    ? [
        { label: t('op.bank.edit'), icon: 'pencil', onClick: () => onAsk({ act: 'edit', row }) },
        { label: t('op.bank.remove'), icon: 'trash', destroys: true, onClick: () => onAsk({ act: 'remove', row }) },
      ]
    : [];
  return (
    <Panel title={currency} actions={<RowMenu label={t('op.bank.actions', { currency })} actions={actions} />}>
      <Details row={row} />
    </Panel>
  );
}

function Details({ row }: { row: BankDetailsRow }) {
  const t = useStrings();
  const fact = (label: string, value: ReactNode): Fact[] => (value === null ? [] : [{ label, value }]);
  return (
    <FactList
      facts={[
        ...fact(t('op.bank.holder'), row.account_holder),
        ...fact(t('op.bank.iban'), row.iban?.match(/.{1,4}/g)?.join(' ') ?? null),
        ...fact(t('op.bank.bic'), row.bic),
        ...fact(t('op.bank.bank'), row.bank_name),
        ...fact(t('op.bank.other'), row.other && <span style={{ whiteSpace: 'pre-line' }}>{row.other}</span>),
        ...fact(t('op.bank.changed'), <Instant at={row.changed_at} />),
      ]}
    />
  );
}

function RemoveDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.DELETE('/api/v1/operator/bank-details/{currency}', { params: { path: { currency } } }),
    onSuccess: () => {
      showToast(t('op.bank.removed'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Confirm
      title={t('op.bank.remove.title', { currency })}
      action={t('op.bank.remove.submit')}
      destroys
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      act={remove}
    >
      {t('op.bank.remove.text', { currency })}
    </Confirm>
  );
}
