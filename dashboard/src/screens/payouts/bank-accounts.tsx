/** The bank accounts on file: added with a proof of who one is, removed likewise. */
import { Button, Card, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccount } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { AddressDialog } from './address-dialog.tsx';
import { BankAccountCard } from './bank-account-card.tsx';
import { BankAccountForm } from './bank-account-form.tsx';
import { useLastReturn } from './last-return.ts';
import { PasswordField, usePasswordProof } from './password-field.tsx';
import { afterPayoutChange, bankAccountsQuery } from './queries.ts';

export function BankAccounts() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const query = useQuery(bankAccountsQuery({ holderId, mode }));
  /** `insteadOf`: once the new one is there, the removal of that is offered. */
  const [adding, setAdding] = useState<{ insteadOf?: BankAccount }>();
  const [ending, setEnding] = useState<BankAccount>();
  const [moving, setMoving] = useState<BankAccount>();
  const mayChange = useMay()('bank_accounts.add');
  const active = query.data?.filter(({ status }) => status === 'active') ?? [];
  const lastReturnOf = useLastReturn();
  const returnOf = ({ bank_account_id: id }: BankAccount) => lastReturnOf(id);
  // Where one has to be replaced, that comes first.
  const addButton = (
    <Button variant={active.some(returnOf) ? 'default' : 'filled'} onClick={() => setAdding({})}>
      {t('bank.add')}
    </Button>
  );
  return (
    <Page
      title={t('bank.title')}
      note={mayChange || isReadOnly(holder.status) ? t('bank.note') : t('bank.mayNot')}
      actions={mayChange && active.length > 0 && addButton}
      areActionsBelow
    >
      {query.isPending && <Loading heights={[84]} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {adding !== undefined && (
        <AddDialog
          onAdded={() => {
            setAdding(undefined);
            setEnding(adding.insteadOf);
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
      {query.data !== undefined && active.length === 0 && (
        <Card withBorder>
          <EmptyState
            icon="building-bank"
            title={t('bank.empty.title')}
            text={t(mayChange ? 'bank.empty.text' : 'bank.empty.mayNot')}
            action={mayChange && addButton}
          />
        </Card>
      )}
      <Stack gap="sm">
        {active.map((account) => (
          <BankAccountCard
            key={account.bank_account_id}
            account={account}
            returned={returnOf(account)}
            onReplace={() => setAdding({ insteadOf: account })}
            onMove={() => setMoving(account)}
            onEnd={() => setEnding(account)}
          />
        ))}
      </Stack>
      {moving !== undefined && <AddressDialog account={moving} onClose={() => setMoving(undefined)} />}
      {ending !== undefined && <EndModal account={ending} onClose={() => setEnding(undefined)} />}
    </Page>
  );
}

function AddDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const t = useStrings();
  return (
    <Dialog title={t('bank.add.title')} onClose={onClose}>
      <BankAccountForm onAdded={onAdded} onCancel={onClose} />
    </Dialog>
  );
}

function EndModal({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const { api } = useBook();
  const proofOf = usePasswordProof();
  const form = useForm({ initialValues: { password: '' } });
  const end = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      api.POST('/api/v1/bank-accounts/{id}/end', {
        params: { path: { id: account.bank_account_id } },
        body: proofOf(password),
      }),
    onSuccess: async () => {
      showToast(t('bank.ended'));
      await afterPayoutChange(queries);
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
  return (
    <FormDialog
      title={t('bank.end.title', { number: account.number })}
      action={t('bank.end.submit')}
      destroys
      onSubmit={form.onSubmit((values) => end.mutate(values))}
      onClose={onClose}
      act={end}
    >
      <Text>{t('bank.end.text')}</Text>
      <PasswordField {...form.getInputProps('password')} />
    </FormDialog>
  );
}
