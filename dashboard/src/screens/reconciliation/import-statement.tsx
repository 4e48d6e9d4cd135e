/** Importing a statement: the file, what its columns are, what would happen, and only then the import. */
import { Button, Card, FileInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { StatementImport } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import { Tabs } from '../operator/tabs.tsx';
import { ColumnsForm, FileProblems } from './columns-form.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type Format, fileBytesMax, guessFormat, isCsv, type ReadFile, readFile } from './read-file.ts';
import { type ImportBody, type Source, sources } from './types.ts';

type Chosen = { file: ReadFile; guess: Format };

export function ImportStatement() {
  const t = useStrings();
  const may = useMay();
  if (!may('reconciliation.import')) {
    return (
      <Page title={t('recon.import.title')}>
        <Card withBorder>
          <EmptyState icon="lock" title={t('problem.forbidden.title')} text={t('recon.import.mayNot')} />
        </Card>
      </Page>
    );
  }
  return <Import />;
}

function Import() {
  const t = useStrings();
  const [source, setSource] = useState<Source>('bank');
  const [chosen, setChosen] = useState<Chosen>();
  const [fileProblem, setFileProblem] = useState<string>();
  const { preview, keep, forget } = useImport(source);
  const choose = async (file: File | null) => {
    forget();
    setChosen(undefined);
    setFileProblem(undefined);
    if (file === null) return;
    if (file.size === 0) return setFileProblem(t('recon.file.empty'));
    if (file.size > fileBytesMax) return setFileProblem(t('recon.file.tooLarge'));
    const read = await readFile(file);
    setChosen({ file: read, guess: guessFormat(read.text) });
    if (!isCsv(read)) preview.mutate(bodyOf(source, read));
  };
  return (
    <Page title={t('recon.import.title')} note={t('recon.import.note')}>
      <Panel title={t('recon.step.file')}>
        <Stack>
          <Tabs
            label={t('recon.source')}
            value={source}
            tabs={sources.map((value) => ({ value, label: t(`recon.source.${value}`) }))}
            onChange={(value) => {
              forget();
              setSource(value);
              if (chosen !== undefined && !isCsv(chosen.file)) preview.mutate(bodyOf(value, chosen.file));
            }}
          />
          <StatementFile problem={fileProblem} onChoose={(file) => void choose(file)} />
        </Stack>
      </Panel>
      {chosen !== undefined && !isCsv(chosen.file) && (
        <Reading
          key={chosen.file.name}
          preview={preview}
          onAccount={(account) => preview.mutate({ ...bodyOf(source, chosen.file), account })}
        />
      )}
      {chosen !== undefined && isCsv(chosen.file) && (
        <Panel title={t('recon.step.columns')}>
          <ColumnsForm
            key={chosen.file.name}
            file={chosen.file}
            guess={chosen.guess}
            source={source}
            preview={preview}
            onChange={forget}
          />
        </Panel>
      )}
      {preview.data !== undefined && preview.variables !== undefined && (
        <ImportPreview result={preview.data} keep={keep} onKeep={() => keep.mutate(preview.variables)} />
      )}
      {chosen === undefined && fileProblem === undefined && (
        <Group>
          <Text size="sm" c="dimmed">
            {t('recon.import.hint')}
          </Text>
        </Group>
      )}
    </Page>
  );
}

/** The preview of an import, and the import itself. */
function useImport(source: Source) {
  const t = useStrings();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const send = (body: ImportBody) => dataOf(api.POST('/api/v1/operator/statements', { body }));
  const preview = useMutation({ mutationFn: (body: ImportBody) => send({ ...body, dry_run: true }) });
  const keep = useMutation({
    mutationFn: send,
    onSuccess: async ({ lines, matched }) => {
      showToast(t('recon.imported', { lines, matched }));
      await queries.invalidateQueries({ queryKey: ['operator'] });
      await navigate({
        to: '/h/$holderId/$mode/operator/reconciliation',
        params: { holderId, mode },
        search: { source },
      });
    },
  });
  const forget = () => {
    preview.reset();
    keep.reset();
  };
  return { preview, keep, forget };
}

const bodyOf = (source: Source, { name, text, encoding }: ReadFile): ImportBody => ({
  source,
  file_name: name,
  text,
  encoding,
});

type ReadingProps = {
  preview: UseMutationResult<StatementImport, Error, ImportBody>;
  onAccount: (account: string) => void;
};

/** A file without columns is read at once: what it says is shown, or what is wrong with it. */
function Reading({ preview, onAccount }: ReadingProps) {
  const t = useStrings();
  const [account, setAccount] = useState('');
  if (preview.isPending) return <Loading heights={[240]} />;
  if (!preview.isError) return null;
  const unknown = problemOf(preview.error).details.find(({ field }) => field === 'account');
  if (unknown === undefined) return <FileProblems error={preview.error} />;
  return (
    <Panel title={t('recon.account.unknown')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAccount(account);
        }}
      >
        <Stack align="flex-start">
          <Text>{unknown.message}</Text>
          <TextInput
            label={t('recon.account.named')}
            required
            maxLength={100}
            value={account}
            onChange={(event) => setAccount(event.currentTarget.value)}
            w="100%"
            maw={420}
          />
          <Button type="submit">{t('recon.preview')}</Button>
        </Stack>
      </form>
    </Panel>
  );
}

type FileProps = { problem: string | undefined; onChoose: (file: File | null) => void };

function StatementFile({ problem, onChoose }: FileProps) {
  const t = useStrings();
  return (
    <FileInput
      label={t('recon.file')}
      description={t('recon.file.text')}
      placeholder={t('recon.file.choose')}
      accept=".csv,.txt,.xml,.sta,.mt940,.940,.zip,text/csv,text/plain,text/xml,application/xml,application/zip"
      leftSection={<Icon name="file-text" size={16} />}
      clearable
      clearButtonProps={{ 'aria-label': t('recon.file.clear') }}
      error={problem}
      onChange={onChoose}
      maw={420}
    />
  );
}
