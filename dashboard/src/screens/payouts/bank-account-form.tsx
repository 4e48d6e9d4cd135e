/** Adds a bank account, with the password of a person without a second factor and a code of everyone else. */
import { Anchor, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf, type Mode } from '../../api/client.ts';
import type { BankAccount } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { mayIn } from '../../app/may.ts';
import { type Holder, useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { currencies } from '../../ui/currencies.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showProblemToast, showToast } from '../../ui/toast.ts';
import { AddressFields, addressOf, noAddress, seemsAbroad } from './address-fields.tsx';
import { isIban } from './iban.ts';
import { PasswordField, usePasswordProof } from './password-field.tsx';
import { usePayeeDoubt } from './payee-doubt.ts';
import { afterPayoutChange } from './queries.ts';

const names = new Intl.ListFormat(undefined, { type: 'conjunction' });

/** The person's own accounts beside this one that can get it too. */
const otherAccounts = (holders: readonly Holder[], holderId: number, mode: Mode): Holder[] =>
  holders.filter(
    (holder) => holder.holder_id !== holderId && holder.kind !== 'service' && mayIn(holder, mode, 'bank_accounts.add'),
  );

const blank = {
  account_name: '',
  iban: '',
  account_number: '',
  bank_code: '',
  country: '',
  currency: '',
  password: '',
  hasIban: true,
  alsoFor: false,
  address: noAddress,
};
type Values = typeof blank;
type Fields = { form: UseFormReturnType<Values> };

/** Nearly every field is required: none is marked. */
const text = { withAsterisk: false } as const;

type Props = { onAdded: (account: BankAccount) => void; onCancel?: () => void };

export function BankAccountForm({ onAdded, onCancel }: Props) {
  const t = useStrings();
  const { holder, mode } = useBook();
  const { person, holders } = useSession();
  const others = otherAccounts(holders, holder.holder_id, mode);
  const form = useForm({
    initialValues: {
      ...blank,
      account_name: holder.kind === 'customer' || holder.kind === 'courier' ? person.name : holder.name,
    },
    validate: { iban: (value, { hasIban }) => (hasIban && !isIban(value) ? t('bank.iban.invalid') : null) },
  });
  const add = useAdd(form, others, onAdded);
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      <Stack gap="md">
        {add.isError && isOfNoField(add.error) && <ProblemNotice error={add.error} />}
        <TextInput
          label={t('bank.name')}
          autoComplete="name"
          maxLength={140}
          required
          {...text}
          {...form.getInputProps('account_name')}
        />
        <NumberFields form={form} />
        {mayNeedAddress(form.values) && <AddressFields propsOf={(name) => form.getInputProps(`address.${name}`)} />}
        <Select
          label={t('bank.currency')}
          data={[{ value: '', label: t('bank.any') }, ...currencies]}
          searchable
          allowDeselect={false}
          {...text}
          {...form.getInputProps('currency')}
        />
        {others.length > 0 && (
          <Checkbox
            label={t('bank.alsoFor')}
            description={t('bank.alsoFor.hint', { names: names.format(others.map(({ name }) => name)) })}
            {...form.getInputProps('alsoFor', { type: 'checkbox' })}
          />
        )}
        <PasswordField description={t('bank.password.hint')} {...form.getInputProps('password')} />
        <Text size="sm" c="dimmed">
          {t('bank.wait')}
        </Text>
        <Group justify="flex-end" gap="xs">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {t('app.cancel')}
            </Button>
          )}
          <Button type="submit" loading={add.isPending}>
            {t('bank.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Banks ask for the payee's address in payments that are not in euros within the European Economic Area. */
const mayNeedAddress = ({ hasIban, iban, currency }: Pick<Values, 'hasIban' | 'iban' | 'currency'>): boolean =>
  !hasIban || seemsAbroad(iban) || !['', 'EUR'].includes(currency.trim().toUpperCase());

/** The number of the account: an IBAN, or in other countries what their banks use. */
function NumberFields({ form }: Fields) {
  const t = useStrings();
  const { hasIban } = form.values;
  return (
    <>
      {hasIban ? (
        <TextInput
          label={t('bank.iban')}
          placeholder="DE89 3704 0044 0532 0130 00"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          required
          {...text}
          {...form.getInputProps('iban')}
        />
      ) : (
        <>
          <TextInput
            label={t('bank.number')}
            autoComplete="off"
            maxLength={64}
            required
            {...text}
            {...form.getInputProps('account_number')}
          />
          <TextInput
            label={t('bank.code')}
            autoComplete="off"
            maxLength={32}
            required
            {...text}
            {...form.getInputProps('bank_code')}
          />
          <TextInput
            label={t('bank.country')}
            description={t('bank.country.hint')}
            maxLength={2}
            required
            {...text}
            {...form.getInputProps('country')}
          />
        </>
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        onClick={() => form.setFieldValue('hasIban', !hasIban)}
      >
        {t(hasIban ? 'bank.noIban' : 'bank.withIban')}
      </Anchor>
    </>
  );
}

function useAdd(form: Fields['form'], others: readonly Holder[], onAdded: Props['onAdded']) {
  const t = useStrings();
  const queries = useQueryClient();
  const { api } = useBook();
  const proofOf = usePasswordProof();
  const doubtOf = usePayeeDoubt();
  return useMutation({
    mutationFn: ({
      iban,
      account_number,
      bank_code,
      country,
      password,
      hasIban,
      alsoFor,
      address,
      ...rest
    }: Values) => {
      const number = hasIban ? { iban } : { account_number, bank_code, country };
      const also = alsoFor ? { also_for: others.map((other) => other.holder_id) } : {};
      const where = mayNeedAddress({ hasIban, iban, currency: rest.currency }) ? { address: addressOf(address) } : {};
      return dataOf(
        api.POST('/api/v1/bank-accounts', { body: { ...rest, ...number, ...where, ...also, ...proofOf(password) } }),
      );
    },
    onSuccess: async (account) => {
      const doubt = doubtOf(account);
      if (doubt === undefined) showToast(t('bank.added'));
      else showProblemToast(t('bank.added.doubt', { doubt }));
      await afterPayoutChange(queries);
      onAdded(account);
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
}
