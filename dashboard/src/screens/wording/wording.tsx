/** Every text of payment pages, emails and statements in a language, and what the operator says in its place. */
import { Alert, Badge, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OwnText } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, text, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { directionOf, type Language, languageNames } from '../../strings/languages.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { TextDialog } from './text-dialog.tsx';

const languages = Object.keys(languageNames) as Language[];
const areas = ['checkout', 'mails', 'statements'] as const;
const shows = ['own', 'attention'] as const;

export function WordingTexts() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const [edited, setEdited] = useState<OwnText>();
  const { filter, active, narrow, list } = useList({
    key: ['wording'],
    filters: { language: withUsual(oneOf(languages), 'en'), area: oneOf(areas), show: oneOf(shows), search: text },
    read: (query) => api.GET('/api/v1/operator/wording', { params: { query } }),
  });
  const { language } = filter;
  const edit = may('wording.change') ? setEdited : undefined;
  return (
    <Page
      title={t('wording.title')}
      note={
        <>
          {t('wording.note')} {edit === undefined && t('wording.readOnly')}
        </>
      }
    >
      <Controls filter={filter} active={active} narrow={narrow} />
      <List
        label={t('wording.title')}
        list={list}
        columns={useColumns(language, edit)}
        idOf={(row) => `${row.area}/${row.key}`}
        groupOf={(row) => t(`wording.area.${row.area}`)}
        empty={<EmptyState icon="search" title={t('wording.empty.title')} text={t('wording.empty.text')} />}
        card={(row) => (
          <CardFacts
            wraps
            title={<Said language={language} text={row.own ?? row.original} />}
            amount={edit && <Icon name="pencil" size={16} />}
            below={
              <>
                {edit && <VisuallyHidden>{t('wording.edit')}</VisuallyHidden>}
                <State row={row} />
              </>
            }
          />
        )}
        {...(edit === undefined ? {} : { onOpen: edit })}
      />
      {edited !== undefined && <TextDialog row={edited} language={language} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

type Filter = {
  language: Language;
  area?: (typeof areas)[number];
  show?: (typeof shows)[number];
  search?: string;
};
type ControlsProps = {
  filter: Filter;
  /** How many of them are in use, but for the language. */
  active: number;
  narrow: (change: { [Name in keyof Filter]?: Filter[Name] | undefined }) => void;
};

function Controls({ filter, active, narrow }: ControlsProps) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { data = [] } = useQuery({
    queryKey: ['wording', holderId, mode, 'languages'],
    queryFn: () => dataOf(api.GET('/api/v1/operator/wording/languages')),
  });
  const nameOf = (language: Language): string => {
    const count = data.find((one) => one.language === language)?.own ?? 0;
    const name = languageNames[language];
    return count === 0 ? name : t('wording.languageOf', { name, count });
  };
  const shown = data.find((one) => one.language === filter.language);
  const attention = shown?.attention ?? 0;
  return (
    <>
      <ListControls>
        <Choice
          label={t('wording.language')}
          value={filter.language}
          choices={languages.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(language) => narrow({ language })}
          isClearable={false}
        />
        <FilterButton active={active} />
        <Choice
          label={t('wording.area')}
          value={filter.area}
          choices={areas.map((value) => ({ value, label: t(`wording.area.${value}`) }))}
          onChange={(area) => narrow({ area })}
        />
        <Choice
          label={t('wording.show')}
          value={filter.show}
          choices={shows.map((value) => ({ value, label: t(`wording.show.${value}`) }))}
          onChange={(show) => narrow({ show })}
        />
        <SearchBox label={t('wording.search')} value={filter.search} onChange={(search) => narrow({ search })} />
      </ListControls>
      {shown !== undefined && (
        <Text size="sm" c="dimmed">
          {t('wording.changed', { own: shown.own, texts: shown.texts })}
        </Text>
      )}
      {attention > 0 && filter.show !== 'attention' && (
        <Alert color="yellow">
          <Stack gap="xs" align="flex-start">
            {t('wording.attention', { count: attention })}
            <Button
              size="xs"
              variant="default"
              onClick={() => narrow({ show: 'attention', area: undefined, search: undefined })}
            >
              {t('wording.attention.show')}
            </Button>
          </Stack>
        </Alert>
      )}
    </>
  );
}

/** Both alike: the table gives what is left to each in equal parts. */
const columnWidth = 320;

function useColumns(language: Language, onEdit: ((row: OwnText) => void) | undefined): Column<OwnText>[] {
  const t = useStrings();
  return [
    {
      key: 'original',
      title: t('wording.original'),
      width: columnWidth,
      cell: (row) => <Said language={language} text={row.original} />,
    },
    {
      key: 'own',
      title: t('wording.own'),
      width: columnWidth,
      cell: (row) => <Own row={row} language={language} onEdit={onEdit} />,
    },
  ];
}

type OwnProps = { row: OwnText; language: Language; onEdit: ((row: OwnText) => void) | undefined };

/** What is said in its place, and the way to say something. The button stays the same one, which has the focus after the dialog. */
function Own({ row, language, onEdit }: OwnProps) {
  const t = useStrings();
  const isOwn = row.own !== null;
  return (
    <Group justify={isOwn ? 'space-between' : 'flex-start'} wrap="nowrap" gap="xs" align="flex-start">
      {isOwn && (
        <Stack gap={4} align="flex-start">
          <Said language={language} text={row.own ?? ''} />
          <State row={row} />
        </Stack>
      )}
      {onEdit && (
        <Button
          key="edit"
          size="compact-sm"
          variant="subtle"
          flex="none"
          leftSection={!isOwn && <Icon name="plus" size={14} />}
          ms={isOwn ? 0 : -9}
          aria-label={t('wording.edit.of', { text: row.original })}
          onClick={() => onEdit(row)}
        >
          {t(isOwn ? 'wording.edit' : 'wording.add')}
        </Button>
      )}
    </Group>
  );
}

/** In its own language and direction. */
const Said = ({ language, text: said }: { language: Language; text: string }) => (
  <Text span lang={language} dir={directionOf(language)} style={{ overflowWrap: 'anywhere' }}>
    {said}
  </Text>
);

function State({ row: { state } }: { row: OwnText }) {
  const t = useStrings();
  if (state === 'original') return null;
  return (
    <Badge color={state === 'own' ? 'teal' : 'yellow'} variant="light" tt="none">
      {t(`wording.state.${state}`)}
    </Badge>
  );
}
