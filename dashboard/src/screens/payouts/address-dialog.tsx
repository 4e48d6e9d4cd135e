/** Changes the address of a bank account's holder, with a proof of who one is. Payouts don't wait for it. */
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BankAccount } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { AddressFields, addressOf, addressValuesOf } from './address-fields.tsx';
import { PasswordField, usePasswordProof } from './password-field.tsx';
import { afterPayoutChange } from './queries.ts';

export function AddressDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const { api } = useBook();
  const proofOf = usePasswordProof();
  const form = useForm({ initialValues: { address: addressValuesOf(account), password: '' } });
  const save = useMutation({
    mutationFn: ({ address, password }: typeof form.values) =>
      api.PUT('/api/v1/bank-accounts/{id}/address', {
        params: { path: { id: account.bank_account_id } },
        body: { address: addressOf(address), ...proofOf(password) },
      }),
    onSuccess: async () => {
      showToast(t('bank.address.saved'));
      await afterPayoutChange(queries);
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
  return (
    <FormDialog
      title={t('bank.address.title', { number: account.number })}
      action={t('bank.address.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
    >
      <AddressFields propsOf={(name) => form.getInputProps(`address.${name}`)} />
      <PasswordField {...form.getInputProps('password')} />
    </FormDialog>
  );
}
