/** The frame of a book's screens: navigation, holder and mode, the person's menu. Test mode frames the window in amber. */
import { AppShell, Box, Group, NavLink, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { Fragment, useEffect, useLayoutEffect, useState } from 'react';
import type { Session } from '../api/types.ts';
import { pageLanguage } from '../strings/languages.ts';
import { show } from '../strings/shown-language.ts';
import { useStrings } from '../strings/strings.tsx';
import { Deferred } from '../ui/deferred.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyOnInput } from '../ui/lazy.tsx';
import { Mark } from '../ui/mark.tsx';
import { useBook } from './book.ts';
import {
  IsClosed,
  IsSuspended,
  NoLongerMember,
  NotLiveYet,
  OtherKind,
  OtherRole,
  TwoStepFirst,
} from './closed-book.tsx';
import { useExceptionCount } from './exception-count.ts';
import { contentId, useFocusOnContent } from './focus-content.ts';
import { HolderSwitch } from './holder-switch.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { entriesOf, headingsOf, isOfOtherKinds, type Place, placeOfTrace, whoseScreen } from './navigation.ts';
import { PersonMenu } from './person-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { type Holder, holderOf, useSession } from './session.ts';
import classes from './shell.module.css';
import { rememberBook } from './start.ts';
import { traceQuery } from './trace-query.ts';
import { WayBack } from './way-back.tsx';

const Drawer = lazyOnInput(async () => (await import('../ui/bottom-drawer.tsx')).BottomDrawer);

const onBar = 4;

/** In an open tab the person may have stopped being a member, or their role have changed, since the session was read. */
export function Shell() {
  const { holderId, mode } = useParams({ from: '/signed-in/h/$holderId/$mode' });
  const holder = holderOf(useSession(), { holderId, mode });
  if (holder === undefined) return <NoLongerMember />;
  return (
    <Deferred until={null}>
      <OpenShell />
    </Deferred>
  );
}

function OpenShell() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const isDesk = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  useEffect(() => rememberBook({ holderId, mode }), [holderId, mode]);
  useLanguageOf(holder);
  useFocusOnContent();
  const places = entriesOf(holder, mode);
  return (
    <Box className={classes.window} data-mode={mode}>
      <a className={classes.skip} href={`#${contentId}`}>
        {t('app.skip')}
      </a>
      <AppShell
        layout="alt"
        header={{ height: 56 }}
        navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: true } }}
        footer={{ height: { base: 60, sm: 0 } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        {isDesk && (
          <AppShell.Navbar p="sm" className={classes.navigation} aria-label={t('app.menu')}>
            <Group gap="xs" px="xs" py={6} mb="sm">
              <Mark />
            </Group>
            <Places places={places} />
          </AppShell.Navbar>
        )}
        <AppShell.Header className={classes.header}>
          <Group h="100%" px={{ base: 'sm', md: 'xl' }} justify="space-between" wrap="nowrap">
            <HolderSwitch />
            <Group gap="sm" wrap="nowrap" className={classes.tools ?? ''}>
              <SearchButton />
              <ModeSwitch />
              <PersonMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Main id={contentId} tabIndex={-1} className={classes.main}>
          <Box maw={1200} mx="auto">
            <Screen />
          </Box>
        </AppShell.Main>
        <PhoneBar places={places} />
      </AppShell>
    </Box>
  );
}

/** The screens of companies and operators are in English, whatever the language of the page. */
function useLanguageOf({ kind }: Holder): void {
  useLayoutEffect(() => {
    show(kind === 'company' || kind === 'service' ? 'en' : pageLanguage);
    return () => show(pageLanguage);
  }, [kind]);
}

/** The screen at this address, or why it is not shown to this person. */
function Screen() {
  const { holderId, mode, holder } = useBook();
  const { person } = useSession();
  const isElsewhere = useRouterState({ select: ({ location }) => isOfOtherKinds(holder, location.pathname) });
  const others = useRouterState({ select: ({ location }) => whoseScreen(holder, mode, location.pathname) });
  if (isHeldTo(holder, person)) return <TwoStepFirst />;
  if (holder.status === 'pending' && mode === 'live') return <NotLiveYet />;
  if (isElsewhere) return <OtherKind />;
  if (others !== undefined) return <OtherRole words={others} />;
  return (
    <>
      {holder.status === 'closed' && <IsClosed />}
      {holder.status === 'suspended' && <IsSuspended />}
      <WayBack />
      {/* Another book is another screen: nothing that was read, typed or chosen in this one stays. */}
      <Deferred key={`${holderId}/${mode}`} until={null}>
        <Outlet />
      </Deferred>
    </>
  );
}

/** The first screens at the bottom of a phone, and the others in a drawer. */
function PhoneBar({ places }: { places: readonly Place[] }) {
  const t = useStrings();
  const isHere = useIsHere();
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>();
  const others = places.slice(onBar);
  return (
    <>
      <AppShell.Footer hiddenFrom="sm" className={classes.bar} component="nav" aria-label={t('app.mainScreens')}>
        {places.slice(0, onBar).map((place) => (
          <BarLink key={place.to} place={place} />
        ))}
        {others.length > 0 && (
          <UnstyledButton
            className={classes.barLink}
            data-active={others.some(isHere) || undefined}
            onClick={() => setOpen(true)}
          >
            <Icon name="dots" size={22} />
            <span>
              {t('app.more')}
              {others.some(({ hasCount }) => hasCount === true) && (
                <>
                  {' '}
                  <Count />
                </>
              )}
            </span>
          </UnstyledButton>
        )}
      </AppShell.Footer>
      {isOpen !== undefined && (
        <Drawer opened={isOpen} onClose={() => setOpen(false)} title={t('app.menu')}>
          <Places places={others} onChosen={() => setOpen(false)} />
        </Drawer>
      )}
    </>
  );
}

function Places({ places, onChosen }: { places: readonly Place[]; onChosen?: () => void }) {
  const t = useStrings();
  const isHere = useIsHere();
  const { holderId, mode } = useBook();
  const headings = headingsOf(places);
  return (
    <Stack gap={2}>
      {places.map((place, n) => (
        <Fragment key={place.to}>
          {headings[n] !== undefined && (
            <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
              {t(headings[n])}
            </Text>
          )}
          <NavLink
            renderRoot={(props) => (
              <Link to={place.to} params={{ holderId, mode }} activeOptions={{ exact: true }} {...props} />
            )}
            label={t(place.label)}
            leftSection={<Icon name={place.icon} />}
            {...(place.hasCount === true ? { rightSection: <Count /> } : {})}
            active={isHere(place)}
            aria-current={isHere(place) ? 'page' : undefined}
            className={classes.place}
            onClick={onChosen}
          />
        </Fragment>
      ))}
    </Stack>
  );
}

function BarLink({ place }: { place: Place }) {
  const t = useStrings();
  const isHere = useIsHere();
  const { holderId, mode } = useBook();
  return (
    <Link
      to={place.to}
      params={{ holderId, mode }}
      className={classes.barLink}
      data-active={isHere(place) || undefined}
      aria-current={isHere(place) ? 'page' : undefined}
    >
      <Icon name={place.icon} size={22} />
      <span>
        {t(place.label)}
        {place.hasCount === true && (
          <>
            {' '}
            <Count />
          </>
        )}
      </span>
    </Link>
  );
}

/** Nothing while there is none. Counts end at a thousand of each kind. */
function Count() {
  const count = useExceptionCount() ?? 0;
  return count === 0 ? null : <span className={classes.count}>{count}</span>;
}

/** Whether a place, or a screen below it, is open. Home is above all others and is itself alone. */
function useIsHere(): (place: Place) => boolean {
  const { holderId, mode, holder } = useBook();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') });
  const base = `/h/${holderId}/${mode}`;
  const isIn = (screen: string) => path === base + screen || (screen !== '' && path.startsWith(`${base}${screen}/`));
  const { id } = useParams({ strict: false });
  const asked = path.startsWith(`${base}/traces/`) ? id : undefined;
  const chain = useQuery({ ...traceQuery({ holderId, mode }, holder, asked ?? ''), enabled: false });
  if (asked !== undefined) {
    const traced = placeOfTrace(holder, mode, { asked, about: chain.data?.trace });
    return ({ to }) => to === traced?.to;
  }
  return ({ to, leadsOn = [] }) => [to.slice('/h/$holderId/$mode'.length), ...leadsOn].some(isIn);
}

/** Operators do nothing before their second factor is on; the service refuses them too. */
const isHeldTo = ({ kind }: Holder, person: Session['person']): boolean =>
  kind === 'service' && person.second_factor_policy === 'required' && !person.second_factor;
