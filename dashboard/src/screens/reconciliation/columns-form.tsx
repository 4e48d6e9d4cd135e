/** What the columns of a file are. The guess is filled in; the service judges it by reading the whole file. */
import { Alert, Button, Checkbox, Group, List, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { problemOf } from '../../api/problem.ts';
import type { StatementImport } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import {
  dateFormats,
  delimiters,
  type Format,
  guessColumns,
  linesOf,
  type ReadFile,
  type Role,
  roles,
} from './read-file.ts';
import type { ImportBody, Source } from './types.ts';

type Props = {
  file: ReadFile;
  guess: Format;
  source: Source;
  preview: UseMutationResult<StatementImport, Error, ImportBody>;
  /** What was previewed is no longer what is filled in. */
  onChange: () => void;
};

type Values = Record<Role, string> & {
  delimiter: string;
  decimal: 'point' | 'comma';
  dateFormat: string;
  ofAll: string;
  account: string;
  /** Words in the sign column, separated by commas. */
  outgoing: string;
  incoming: string;
  /** No column is a sign. */
  signed: boolean;
};

const optional: readonly Role[] = ['amount', 'sign', 'credit', 'debit', 'currency', 'id'];
const noAnswer = { outgoing: '', incoming: '', signed: false };

export function ColumnsForm({ file, guess, source, preview, onChange }: Props) {
  const t = useStrings();
  const form = useForm<Values>({
    initialValues: { ...valuesOf(guess), delimiter: guess.delimiter, ofAll: '', account: '', ...noAnswer },
    onValuesChange: onChange,
    validate: {
      date: (value) => (value === '' ? t('recon.column.needed') : null),
      reference: (value) => (value === '' ? t('recon.column.needed') : null),
      amount: (value, { credit, debit }) =>
        value === '' && credit === '' && debit === '' ? t('recon.column.amountNeeded') : null,
      ofAll: (value, { currency }) => (value === '' && currency === '' ? t('recon.column.currencyNeeded') : null),
    },
  });
  const { header } = guessColumns(linesOf(file.text), form.values.delimiter);
  const names = [...new Set(header)].filter((name) => name !== '');
  const changeDelimiter = (delimiter: string | null) => {
    if (delimiter === null) return;
    form.setValues({ ...valuesOf(guessColumns(linesOf(file.text), delimiter)), ...noAnswer, delimiter });
  };
  const answer = (change: { sign: string } | { signed: true }) => {
    form.setValues(change);
    preview.mutate(bodyOf({ ...form.values, ...change }, file, source));
  };
  return (
    <form onSubmit={form.onSubmit((values) => preview.mutate(bodyOf(values, file, source)))} noValidate>
      <Stack>
        <ColumnFields form={form} names={names} />
        <FormatFields form={form} onDelimiter={changeDelimiter} />
        {form.values.signed && (
          <Checkbox label={t('recon.sign.none')} {...form.getInputProps('signed', { type: 'checkbox' })} />
        )}
        {preview.data !== undefined && preview.data.sign_columns.length > 0 && (
          <SignQuestion columns={preview.data.sign_columns} onAnswer={answer} />
        )}
        {preview.isError && <FileProblems error={preview.error} />}
        <Group>
          <Button
            type="submit"
            loading={preview.isPending}
            {...(preview.data === undefined ? {} : { variant: 'default' })}
          >
            {t('recon.preview')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Form = UseFormReturnType<Values>;

/** @param props.names of the file's columns. */
function ColumnFields({ form, names }: { form: Form; names: string[] }) {
  const t = useStrings();
  // A file has one column for amounts, or two.
  const isOffered = (role: Role) =>
    form.values.amount === '' ? role !== 'sign' : role !== 'credit' && role !== 'debit';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {roles.filter(isOffered).map((role) => (
        <Select
          key={role}
          label={t(`recon.column.${role}`)}
          data={names}
          clearable={optional.includes(role)}
          searchable
          placeholder={t('recon.column.none')}
          {...form.getInputProps(role)}
          value={form.values[role] === '' ? null : form.values[role]}
          onChange={(value) => form.setFieldValue(role, value ?? '')}
        />
      ))}
    </SimpleGrid>
  );
}

/** How the file writes dates, amounts and signs, and what it does not say. */
function FormatFields({ form, onDelimiter }: { form: Form; onDelimiter: (delimiter: string | null) => void }) {
  const t = useStrings();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      <Select
        label={t('recon.delimiter')}
        data={delimiters.map((value) => ({ value, label: t(`recon.delimiter.${delimiterNames[value]}`) }))}
        allowDeselect={false}
        value={form.values.delimiter}
        onChange={onDelimiter}
      />
      <Select
        label={t('recon.decimal')}
        data={(['point', 'comma'] as const).map((value) => ({ value, label: t(`recon.decimal.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('decimal')}
      />
      <Select
        label={t('recon.dateFormat')}
        data={dateFormats}
        allowDeselect={false}
        {...form.getInputProps('dateFormat')}
      />
      {form.values.currency === '' && (
        <CurrencyInput label={t('recon.ofAll')} description={t('recon.ofAll.text')} {...form.getInputProps('ofAll')} />
      )}
      {form.values.sign !== '' && (
        <>
          <TextInput
            label={t('recon.sign.outgoing')}
            description={t('recon.sign.words')}
            maxLength={200}
            {...form.getInputProps('outgoing')}
          />
          <TextInput
            label={t('recon.sign.incoming')}
            description={t('recon.sign.words')}
            maxLength={200}
            {...form.getInputProps('incoming')}
          />
        </>
      )}
      <TextInput
        label={t('recon.account')}
        description={t('recon.account.text')}
        maxLength={100}
        {...form.getInputProps('account')}
      />
    </SimpleGrid>
  );
}

/** No amount has a sign, and a column could be it: an answer previews the file again. */
function SignQuestion({
  columns,
  onAnswer,
}: {
  columns: readonly string[];
  onAnswer: (change: { sign: string } | { signed: true }) => void;
}) {
  const t = useStrings();
  return (
    <Alert role="alert" color="yellow" variant="light" title={t('recon.sign.question')}>
      <Text size="sm" mb="sm">
        {t('recon.sign.question.text')}
      </Text>
      <Group gap="xs">
        {columns.map((name) => (
          <Button key={name} size="xs" onClick={() => onAnswer({ sign: name })}>
            {t('recon.sign.use', { name })}
          </Button>
        ))}
        <Button size="xs" variant="default" onClick={() => onAnswer({ signed: true })}>
          {t('recon.sign.none')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Each problem of the file with its line and column. */
export function FileProblems({ error }: { error: unknown }) {
  const t = useStrings();
  const ofFile = problemOf(error).details.filter(({ field }) => field === 'text');
  if (ofFile.length === 0) return <ProblemNotice error={error} />;
  return (
    <Alert role="alert" color="red" variant="light" title={t('recon.file.problems')}>
      <List size="sm" spacing={4}>
        {ofFile.map(({ message }) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t('recon.file.problems.text')}
      </Text>
    </Alert>
  );
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

const valuesOf = ({ columns, decimal, dateFormat }: Omit<Format, 'delimiter'>) => ({
  date: columns.date ?? '',
  amount: columns.amount ?? '',
  sign: columns.sign ?? '',
  credit: columns.credit ?? '',
  debit: columns.debit ?? '',
  currency: columns.currency ?? '',
  reference: columns.reference ?? '',
  id: columns.id ?? '',
  decimal,
  dateFormat,
});

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function bodyOf(values: Values, { name, text, encoding }: ReadFile, source: Source): ImportBody {
  const { date, amount, sign, credit, debit, currency, reference, id, signed } = values;
  const money = amount === '' ? { credit, debit } : { amount, sign };
  const words = { outgoing: wordsOf(values.outgoing), incoming: wordsOf(values.incoming) };
  const given = Object.fromEntries(Object.entries({ ...money, currency, id }).filter(([, one]) => one !== ''));
  return {
    source,
    file_name: name,
    text,
    encoding,
    columns: { date, reference, ...given },
    ...(currency === '' ? { currency: values.ofAll.trim().toUpperCase() } : {}),
    ...(values.account.trim() === '' ? {} : { account: values.account.trim() }),
    ...(amount === '' || sign === '' ? { signed } : { sign_words: words }),
    decimal: values.decimal,
    delimiter: values.delimiter,
    date_format: values.dateFormat,
  };
}
