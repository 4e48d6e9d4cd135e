/** Opens the search, by a click or by ⌘K and Ctrl K on every screen of a book. The search itself is loaded when first used. */
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import classes from './search-button.module.css';

const Search = lazy(async () => ({ default: (await import('../screens/search/search.tsx')).Search }));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SearchButton() {
  const t = useStrings();
  const [isOpen, search] = useDisclosure(false);
  // From a field too: there it means nothing else.
  useHotkeys([['mod+K', search.open]], []);
  return (
    <>
      <UnstyledButton
        visibleFrom="sm"
        className={classes.button}
        onClick={search.open}
        aria-keyshortcuts="Control+K Meta+K"
      >
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
        onClick={search.open}
      >
        <Icon name="search" />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Search onClose={search.close} />
        </Suspense>
      )}
    </>
  );
}
