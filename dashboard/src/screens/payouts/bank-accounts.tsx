/** The bank accounts on file: added with a proof of who one is, removed likewise. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccount } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { AddressDialog } from './address-dialog.tsx';
import { seemsAbroad } from './address-fields.tsx';
import { BankAccountForm } from './bank-account-form.tsx';
import { PasswordField, usePasswordProof } from './password-field.tsx';
import { usePayeeDoubt } from './payee-doubt.ts';
import { afterPayoutChange, bankAccountsQuery } from './queries.ts';

export function BankAccounts() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const query = useQuery(bankAccountsQuery({ holderId, mode }));
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<BankAccount>();
  const [moving, setMoving] = useState<BankAccount>();
  const mayChange = useMay()('bank_accounts.add');
  const active = query.data?.filter(({ status }) => status === 'active') ?? [];
  const addButton = <Button onClick={() => setAdding(true)}>{t('bank.add')}</Button>;
  return (
    <Page
      title={t('bank.title')}
      note={mayChange || isReadOnly(holder.status) ? t('bank.note') : t('bank.mayNot')}
      actions={mayChange && active.length > 0 && !isAdding && addButton}
    >
      {query.isPending && <Loading heights={[84]} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {isAdding && (
        <Dialog title={t('bank.add.title')} onClose={() => setAdding(false)}>
          <BankAccountForm onAdded={() => setAdding(false)} onCancel={() => setAdding(false)} />
        </Dialog>
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
          <AccountCard
            key={account.bank_account_id}
            account={account}
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

type CardProps = { account: BankAccount; onMove: () => void; onEnd: () => void };

function AccountCard({ account, onMove, onEnd }: CardProps) {
  const t = useStrings();
  const mayChange = useMay()('bank_accounts.add');
  const doubtOf = usePayeeDoubt();
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Icon name="building-bank" size={22} />
          <div>
            <Text fw={600} component="div">
              <Dotted>
                {account.number}
                {account.country}
              </Dotted>
            </Text>
            <Text size="sm" c="dimmed">
              {account.account_name}
            </Text>
            {account.address !== null && (
              <Text size="xs" c="dimmed">
                {[account.address.town, account.address.country].join(', ')}
              </Text>
            )}
            <Text size="xs" c="dimmed" component="div">
              <Dotted>
                {account.currency ?? t('bank.any')}
                <span>
                  {t('bank.onFile', { when: '' })}
                  <Instant at={account.created_at} day />
                </span>
              </Dotted>
            </Text>
            {doubtOf(account) !== undefined && (
              <Text size="sm" c="red">
                {doubtOf(account)}
              </Text>
            )}
          </div>
        </Group>
        {mayChange && (
          <Group gap="xs" justify="flex-end">
            {(account.address !== null || seemsAbroad(account.country)) && (
              <Button variant="default" size="xs" onClick={onMove}>
                {t(account.address === null ? 'bank.address.add' : 'bank.address.change')}
              </Button>
            )}
            <Button variant="default" size="xs" onClick={onEnd}>
              {t('bank.end')}
            </Button>
          </Group>
        )}
      </Group>
    </Card>
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
