/** Importing a statement: the file, what its columns are, what would happen, and only then the import. */
import { Card, FileInput, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import { Tabs } from '../operator/tabs.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type Format, fileBytesMax, guessFormat, type ReadFile, readFile } from './read-file.ts';
import { type ImportBody, type Source, sources } from './types.ts';

type Chosen = { file: ReadFile; guess: Format };

export function ImportStatement() {
  const t = useStrings();
  const may = useMay();
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
  };
  if (!may('reconciliation.import')) {
    return (
      <Page title={t('recon.import.title')}>
        <Card withBorder>
          <EmptyState icon="lock" title={t('problem.forbidden.title')} text={t('recon.import.mayNot')} />
        </Card>
      </Page>
    );
  }
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
            }}
          />
          <StatementFile problem={fileProblem} onChoose={(file) => void choose(file)} />
        </Stack>
      </Panel>
      {chosen !== undefined && (
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

type FileProps = { problem: string | undefined; onChoose: (file: File | null) => void };

function StatementFile({ problem, onChoose }: FileProps) {
  const t = useStrings();
  return (
    <FileInput
      label={t('recon.file')}
      description={t('recon.file.text')}
      placeholder={t('recon.file.choose')}
      accept=".csv,.txt,text/csv,text/plain"
      leftSection={<Icon name="file-text" size={16} />}
      clearable
      clearButtonProps={{ 'aria-label': t('recon.file.clear') }}
      error={problem}
      onChange={onChoose}
      maw={420}
    />
  );
}
