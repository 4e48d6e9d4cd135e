/** The books as of a past day: what each kind of account had at its end, and which seal the transfers agree with. */
import { Alert, Button, Card, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookTime } from '../../api/book-time.ts';
import { dataOf } from '../../api/client.ts';
import type { PastBooks as Data } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const dayMs = 86_400_000;
/** What was asked for longer ago is not under way any more, as the service sees it too. */
const underWayMs = 3_600_000;
const isUnderWay = (books: Data | null | undefined): boolean =>
  books != null && books.derived_at === null && bookTime() - Date.parse(books.requested_at) < underWayMs;
const yesterday = (): string => new Date(bookTime() - dayMs).toISOString().slice(0, 10);

export function PastBooks() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const [day, setDay] = useState('');
  const key = ['operator', 'past-books', holderId, mode, day];
  const query = useQuery({
    queryKey: key,
    queryFn: () => dataOf(api.GET('/api/v1/operator/past-books', { params: { query: { day } } })),
    enabled: day !== '' && day <= yesterday(),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? 700 : false),
  });
  const derive = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/operator/past-books', { body: { day } })),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const books = query.data;
  const isDeriving = isUnderWay(books);
  return (
    <section aria-label={t('op.past.title')}>
      <Title order={2} mb={4}>
        {t('op.past.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('op.past.note')}
      </Text>
      <Card withBorder padding="lg">
        <Stack>
          <Group align="flex-end">
            <TextInput
              type="date"
              label={t('op.past.day')}
              w={190}
              max={yesterday()}
              value={day}
              onChange={({ currentTarget: { value } }) => {
                derive.reset();
                setDay(value);
              }}
            />
            {may('books.verify') && (
              <Button
                variant="default"
                disabled={!query.isSuccess || isDeriving}
                loading={derive.isPending}
                onClick={() => derive.mutate()}
              >
                {t(books?.derived_at == null ? 'op.past.derive' : 'op.past.again')}
              </Button>
            )}
          </Group>
          {derive.isError && <ProblemNotice error={derive.error} />}
          {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
          {query.isLoading && <Loading heights={[80]} />}
          {books === null && <Text c="dimmed">{t('op.past.none')}</Text>}
          {isDeriving && <Text role="status">{t('op.past.deriving')}</Text>}
          {books != null && books.derived_at === null && !isDeriving && <Text>{t('op.past.failed')}</Text>}
          {books != null && books.derived_at !== null && <Derived books={books} />}
        </Stack>
      </Card>
    </section>
  );
}

function Derived({ books: { derived_at: derivedAt, transfers, balances, unsealed, seal } }: { books: Data }) {
  const t = useStrings();
  const { mode } = useBook();
  const shown = balances.filter((one) => one.mode === mode);
  return (
    <>
      <div>
        <Text size="sm" component="div">
          <Dotted>
            <span>{t('op.past.transfers', { count: transfers ?? 0 })}</span>
            <span>
              {t('op.past.derived')} {derivedAt !== null && <Instant at={derivedAt} />}
            </span>
          </Dotted>
        </Text>
        {seal !== null && seal.count === 0 && (
          <Text size="sm">{t('op.past.sealed', { number: seal.number, compared: seal.compared })}</Text>
        )}
        {seal === null && <Text size="sm">{t('op.past.unsealed')}</Text>}
        {seal !== null && (unsealed ?? 0) > 0 && <Text size="sm">{t('op.past.partly', { count: unsealed ?? 0 })}</Text>}
      </div>
      {seal !== null && seal.count > 0 && (
        <Alert color="red" title={t('op.past.differs', { count: seal.count, number: seal.number })}>
          {seal.found.map(({ row, problem }) => (
            <Text key={`${row}${problem}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{row}</b>: {problem}
            </Text>
          ))}
        </Alert>
      )}
      {shown.length === 0 ? (
        <Text c="dimmed">{t('op.past.empty')}</Text>
      ) : (
        <Table aria-label={t('op.past.title')} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('op.past.kind')}</Table.Th>
              <Table.Th ta="end">{t('op.past.balance')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ currency, kind, balance }) => (
              <Table.Tr key={`${currency} ${kind}`}>
                <Table.Td>{t(`op.past.kind.${kind}`)}</Table.Td>
                <Table.Td ta="end">
                  <Money amount={balance} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
