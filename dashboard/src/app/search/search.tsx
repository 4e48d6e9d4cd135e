/** The search: one field, and what it could mean. Arrow keys choose, Enter opens, Escape closes. */
import { Box, Combobox, type ComboboxStore, Group, Loader, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useBook } from '../book.ts';
import { baseOf, type Entry } from './hits.ts';
import { rememberRecent } from './recent.ts';
import classes from './search.module.css';
import { useEntries } from './use-entries.ts';

const lengthMax = 100;

/** @param props.takeTyped what was typed before the field was there. */
export function Search({ onClose, takeTyped }: { onClose: () => void; takeTyped: () => string }) {
  const t = useStrings();
  const navigate = useNavigate();
  const book = useBook();
  const [typed, setTyped] = useState('');
  const { entries, query, text, isWaiting } = useEntries(typed);
  // Escape closes the list, which is the whole dialog.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const groups = groupsOf(entries);
  useMark(
    combobox,
    text,
    groups.flatMap(([, lines]) => lines),
  );
  const open = (key: string) => {
    const entry = entries.find((one) => one.key === key);
    if (entry === undefined) return;
    if (entry.fills !== undefined) {
      setTyped(entry.fills);
      return;
    }
    if (!entry.isAct) rememberRecent(baseOf(book), entry);
    onClose();
    void navigate({ href: entry.href });
  };
  return (
    <Dialog title={t('search.title')} onClose={onClose} size="lg" isAtTop>
      <Combobox store={combobox} onOptionSubmit={open} withinPortal={false}>
        <Stack gap="sm">
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              aria-label={t('search.label')}
              placeholder={t('search.placeholder')}
              value={typed}
              maxLength={lengthMax}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onFocus={() => {
                const before = takeTyped();
                if (before !== '') setTyped((now) => before + now);
              }}
              leftSection={<Icon name="search" size={16} />}
              rightSection={isWaiting ? <Loader size={16} /> : null}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          </Combobox.EventsTarget>
          {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
          <Box className={classes.results}>
            <Combobox.Options aria-label={t('search.results')}>
              {groups.map(([group, lines]) => (
                <Combobox.Group key={group} label={group}>
                  {lines.map((entry) => (
                    <Line key={entry.key} entry={entry} />
                  ))}
                </Combobox.Group>
              ))}
            </Combobox.Options>
          </Box>
          {text !== '' && entries.length === 0 && !isWaiting && !query.isError && <Nothing text={text} />}
        </Stack>
      </Combobox>
    </Dialog>
  );
}

/**
 * What Enter opens: the first line, and after that the same one for as long as nothing else is typed, wherever later answers move
 * it. Never what was found for something else.
 */
function useMark(combobox: ComboboxStore, text: string, lines: readonly Entry[]): void {
  const marked = useRef<{ text: string; lines: readonly Entry[] }>({ text, lines: [] });
  const shown = lines.map(({ key, isOld }) => `${key} ${isOld ?? ''}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines are new at every rendering, and `shown` says what is in them
  useEffect(() => {
    const before = marked.current;
    marked.current = { text, lines };
    const kept = before.text === text ? before.lines[combobox.getSelectedOptionIndex()]?.key : undefined;
    const at = lines.findIndex(({ key, isOld }) => isOld !== true && (kept === undefined || key === kept));
    const first = at < 0 ? lines.findIndex(({ isOld }) => isOld !== true) : at;
    if (first < 0) combobox.resetSelectedOption();
    else combobox.selectOption(first);
  }, [shown, text]);
}

function Nothing({ text }: { text: string }) {
  const t = useStrings();
  return (
    <div role="status">
      <Text fw={550}>{t('search.none', { text })}</Text>
      <Text size="sm" c="dimmed">
        {t('search.none.text')}
      </Text>
    </div>
  );
}

const Line = ({ entry: { key, title, note } }: { entry: Entry }) => (
  <Combobox.Option value={key} className={classes.line ?? ''}>
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text span truncate miw={0}>
        {title}
      </Text>
      {note !== null && (
        <Text span size="sm" c="dimmed" truncate>
          {note}
        </Text>
      )}
    </Group>
  </Combobox.Option>
);

/** Together and in the order of their first line; what is among the recent ones is not shown again. */
function groupsOf(entries: readonly Entry[]): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>();
  const seen = new Set<string>();
  for (const entry of entries) {
    if (seen.has(entry.key)) continue;
    seen.add(entry.key);
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  }
  return [...groups];
}
