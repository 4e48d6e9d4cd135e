/** Opens the search, by a click or by ⌘K and Ctrl K on every screen of a book. The search itself is loaded when first used. */
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStrings } from '../strings/strings.tsx';
import '../ui/acted-on.ts';
import { Icon } from '../ui/icon.tsx';
import { isMac } from '../ui/is-mac.ts';
import { keepTyped, type Typed } from './keep-typed.ts';
import classes from './search-button.module.css';

const Search = lazy(async () => ({ default: (await import('./search/search.tsx')).Search }));

export function SearchButton() {
  const t = useStrings();
  /** What is typed until the field is there, while the search is open. */
  const [typed, setTyped] = useState<Typed>();
  const close = () => setTyped(undefined);
  const open = () => setTyped((before) => before ?? keepTyped(close));
  useEffect(() => typed?.stop, [typed]);
  // From a field too: there it means nothing else.
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton visibleFrom="sm" className={classes.button} onClick={open} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" size={16} />
        <span>{t('search.open')}</span>
        <Kbd size="xs" aria-hidden="true">
          {t('search.keys', { isMac: String(isMac) })}
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        radius="xl"
        aria-label={t('search.open')}
        onClick={open}
      >
        <Icon name="search" />
      </ActionIcon>
      {typed !== undefined && (
        <Suspense>
          <Search onClose={close} takeTyped={typed.take} />
        </Suspense>
      )}
    </>
  );
}
