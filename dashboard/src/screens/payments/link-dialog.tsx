/** Creates a payment to send to a customer, and then shows its address to copy. */
import { Anchor, Autocomplete, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { PaymentInFull, PaymentLink } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { useRefreshPayments } from './use-payment.ts';

const descriptionMax = 255;
const currencyLength = 3;
const common = ['EUR', 'USD', 'GBP'];

type Props = {
  /** The one that the shop takes most, or that of `like`. */
  currency?: string | undefined;
  /** The payment in whose place the link is: its amount and description stand there at first. */
  like?: Pick<PaymentInFull, 'amount' | 'description'>;
  onClose: () => void;
};

export function LinkDialog({ currency = 'EUR', like, onClose }: Props) {
  const t = useStrings();
  const { mode, api } = useBook();
  const refresh = useRefreshPayments();
  const problemOf = useAmountProblem();
  const form = useForm({
    initialValues: {
      amount: like === undefined ? '' : typedAmount(like.amount, currency),
      currency,
      description: like?.description ?? '',
    },
  });
  const create = useMutation({
    mutationFn: (amount: number) => {
      const description = form.values.description.trim();
      const body = { amount, currency: form.values.currency.trim().toUpperCase() };
      return dataOf(
        api.POST('/api/v1/payment-links', {
          body: description === '' ? body : { ...body, description },
        }),
      );
    },
    onSuccess: () => refresh(),
  });
  if (create.data !== undefined) return <LinkReady link={create.data} onClose={onClose} />;
  const submit = () => {
    const amount = readAmount(form.values.amount, form.values.currency);
    if (amount === undefined) form.setFieldError('amount', problemOf(form.values.amount, form.values.currency));
    else create.mutate(amount);
  };
  return (
    <FormDialog
      title={t('payLink.title')}
      action={t('payLink.action')}
      act={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {t('payLink.text')} {mode === 'test' ? t('payLink.test') : ''}
      </Text>
      <Group grow align="flex-start">
        <TextInput
          label={t('app.amount')}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('amount')}
          error={form.errors.amount ?? fieldProblem(create.error, 'amount')}
        />
        <Autocomplete
          label={t('app.currency')}
          data={[...new Set([currency, ...common])]}
          maxLength={currencyLength}
          {...form.getInputProps('currency')}
          error={fieldProblem(create.error, 'currency')}
        />
      </Group>
      <TextInput
        label={t('payLink.for')}
        description={t('payLink.for.note')}
        placeholder={t('payLink.for.example')}
        maxLength={descriptionMax}
        {...form.getInputProps('description')}
        error={fieldProblem(create.error, 'description')}
      />
    </FormDialog>
  );
}

function LinkReady({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Dialog title={t('payLink.ready.title')} onClose={onClose}>
      <Stack gap="md">
        <Text>
          <Money amount={link.amount} currency={link.currency} fw={600} />
          {link.description !== null && ` · ${link.description}`}
        </Text>
        <Text>{t('payLink.ready.text')}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {link.payment_url}
        </Code>
        <CopyButton value={link.payment_url} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              onClick={copy}
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
              fullWidth
            >
              {copied ? t('app.copied') : t('payLink.copy')}
            </Button>
          )}
        </CopyButton>
        <Text size="sm" c="dimmed" component="div">
          {t('payLink.until')} <Instant at={link.expires_at} />
        </Text>
        <Group justify="space-between" gap="xs">
          <Anchor href={link.payment_url} target="_blank" rel="noreferrer noopener">
            {t('payLink.open')} <Icon name="external-link" size={14} />
          </Anchor>
          <Link to="/h/$holderId/$mode/payments/$id" params={{ holderId, mode, id: link.payment_id }}>
            {t('payLink.see')}
          </Link>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('payLink.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
