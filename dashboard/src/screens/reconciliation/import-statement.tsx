/** Importing statements: files are dropped, read one after the other, and each is shown before it is imported. */
import { Button, Card, FileButton, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../operator/tabs.tsx';
import { Profiles } from './profiles.tsx';
import classes from './reconciliation.module.css';
import { useSources } from './sources.ts';
import { type FileSource, ImportedFile } from './statement-file.tsx';
import type { Source } from './types.ts';
import { UnfinishedFiles } from './unfinished-files.tsx';

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

type Chosen = { key: number; file: FileSource; fileName: string; source: Source; isDone: boolean };

function Import() {
  const t = useStrings();
  const sources = useSources();
  const [source, setSource] = useState<Source>('bank');
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [onScreen, setOnScreen] = useState<ReadonlySet<number>>(new Set());
  const add = (files: readonly Pick<Chosen, 'file' | 'fileName'>[]) =>
    setChosen((before) => [
      ...before,
      ...files.map((one, index) => ({ ...one, key: before.length + index, source, isDone: false })),
    ]);
  const show = (fileId: number) => setOnScreen((before) => new Set([...before, fileId]));
  const finish = (key: number) =>
    setChosen((before) => before.map((one) => (one.key === key ? { ...one, isDone: true } : one)));
  const current = chosen.find(({ isDone }) => !isDone)?.key;
  /** Files of the same name are told apart. */
  const nameOf = (key: number): string => {
    const name = chosen[key]?.fileName ?? '';
    const number = chosen.slice(0, key + 1).filter(({ fileName }) => fileName === name).length;
    return number === 1 ? name : t('recon.file.again', { name, number });
  };
  return (
    <Page title={t('recon.import.title')} note={t('recon.import.note')}>
      <Panel title={t('recon.step.file')}>
        <Stack>
          <Tabs label={t('recon.source')} value={source} tabs={sources.choices} onChange={setSource} />
          <FilesInput
            title={t('recon.files.of', { source: sources.nameOf(source) })}
            onChoose={(files) => add(files.map((file) => ({ file, fileName: file.name })))}
          />
        </Stack>
      </Panel>
      <UnfinishedFiles
        source={source}
        onScreen={onScreen}
        onContinue={({ file_id: file, file_name: fileName }) => {
          show(file);
          add([{ file, fileName }]);
        }}
      />
      {chosen.map(({ key, file, source: of, isDone }) => (
        <ImportedFile
          key={key}
          file={file}
          name={nameOf(key)}
          source={of}
          isWaiting={!isDone && key !== current}
          onStored={show}
          onDone={() => finish(key)}
        />
      ))}
      <Profiles source={source} />
    </Page>
  );
}

/** Files can be dropped anywhere on it. @param props.title on a phone, where nothing is dropped. */
function FilesInput({ title, onChoose }: { title: string; onChoose: (files: readonly File[]) => void }) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const [isOver, setIsOver] = useState(false);
  const reset = useRef<() => void>(null);
  const choose = (files: readonly File[]) => {
    onChoose(files);
    // The same file may be chosen again.
    reset.current?.();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within it does the same by keyboard
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {!isPhone && <Icon name="file-text" size={28} />}
      <Text fw={550}>{isPhone ? title : t('recon.files.text')}</Text>
      <FileButton multiple onChange={choose} resetRef={reset}>
        {(props) => (
          <Button fullWidth={isPhone} {...props}>
            {t('recon.files.choose')}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed" maw={520}>
        {t('recon.import.hint')}
      </Text>
    </div>
  );
}
