/** One operation: its parameters and body, prefilled with the example of the API reference, and its response. */
import { Alert, Button, Card, Code, Group, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { curlOf } from './curl-of.ts';
import { isJson, type Operation, type Parameter, readable, requestOf } from './operations.ts';

const shownHeight = 560;
const successMax = 300;
const bodyRowsMin = 6;
const bodyRowsMax = 24;

export function TryForm({ operation }: { operation: Operation }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: initialOf(operation) });
  const send = useMutation({
    mutationFn: ({ body, ...values }: Record<string, string>) =>
      dataOf(api.POST('/api/v1/try', { body: requestOf(operation, values, body ?? '') })),
    // Whatever was done shows on the other screens.
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'api-operations' }),
  });
  const submit = (values: Record<string, string>) => {
    const { body = '' } = values;
    if (body.trim() !== '' && !isJson(body)) form.setFieldError('body', t('try.body.notJson'));
    else send.mutate(values);
  };
  const { body = '', ...parameters } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Card withBorder padding="lg" component="section">
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            <div>
              <Title order={2} size="h3">
                {operation.summary}
              </Title>
              <Text size="sm" c="dimmed" mt={4}>
                <Code>
                  {operation.method} {operation.path}
                </Code>
              </Text>
            </div>
            {operation.parameters.map((parameter) => (
              <TextInput
                key={parameter.name}
                label={parameter.name}
                description={describe(parameter, t('try.required'))}
                {...form.getInputProps(parameter.name)}
              />
            ))}
            {operation.body !== undefined && (
              <Textarea
                label={t('try.body')}
                autosize
                minRows={bodyRowsMin}
                maxRows={bodyRowsMax}
                spellCheck={false}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
                {...form.getInputProps('body')}
              />
            )}
            {send.isError && <ProblemNotice error={send.error} />}
            <Group>
              <Button type="submit" loading={send.isPending}>
                {t('try.send')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      <Stack gap="lg" miw={0}>
        {send.data === undefined ? <NoResponse /> : <Response answer={send.data} />}
        <Command text={curlOf(window.location.origin, operation, requestOf(operation, parameters, body))} />
      </Stack>
    </SimpleGrid>
  );
}

function Command({ text }: { text: string }) {
  const t = useStrings();
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="sm">
        <Title order={2} size="h3">
          {t('try.curl')}
        </Title>
        <Snippet text={text} what={t('try.curl.command')} maxHeight="none" />
      </Stack>
    </Card>
  );
}

function NoResponse() {
  const t = useStrings();
  return (
    <Card withBorder padding="lg" component="section">
      <Title order={2} size="h3">
        {t('try.answer')}
      </Title>
      <Text c="dimmed" mt={4}>
        {t('try.answer.none')}
      </Text>
    </Card>
  );
}

type Answer = {
  status: number;
  request_id: string;
  headers: { name: string; value: string }[];
  body: string;
  is_cut: boolean;
};

function Response({ answer }: { answer: Answer }) {
  const t = useStrings();
  const { status, request_id: requestId, headers, body, is_cut: isCut } = answer;
  return (
    <Card withBorder padding="lg" component="section" aria-live="polite">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h3">
            {t('try.answer')}
          </Title>
          <ToneBadge tone={status < successMax ? 'done' : 'failed'}>{String(status)}</ToneBadge>
        </Group>
        <Copyable value={requestId} what={t('try.requestId')} />
        {headers.map(({ name, value }) => (
          <Text key={name} size="sm" c="dimmed">
            {name}: {value}
          </Text>
        ))}
        {isCut && <Alert color="yellow">{t('try.answer.cut')}</Alert>}
        {body !== '' && <Snippet text={readable(body)} what={t('try.answer.body')} maxHeight={shownHeight} />}
      </Stack>
    </Card>
  );
}

const initialOf = ({ parameters, body }: Operation): Record<string, string> => ({
  ...Object.fromEntries(parameters.map(({ name, example }) => [name, example])),
  body: body ?? '',
});

const describe = ({ description, required }: Parameter, word: string): string =>
  [required ? word : '', description].filter(Boolean).join(' · ');
