/** From the page of one thing to the screen above it: a link over the title. What is above, the page's route says. */
import { Link, type LinkProps, linkOptions, useMatches, useRouterState } from '@tanstack/react-router';
import type { Language } from '../strings/languages.ts';
import { type StringId, useShownLanguage, useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { useBook } from './book.ts';
import { deskOf, placeAbove } from './navigation.ts';
import classes from './way-back.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** It was opened from the exceptions, to which the way back leads. */
    isFromDesk?: true;
  }
  interface StaticDataRouteOption {
    /** What is above the screen: the place of the navigation that it belongs to, or a screen that is none. */
    above?:
      | 'place'
      | { to: '/h/$holderId/$mode' | '/h/$holderId/$mode/top-ups'; search?: { view: string }; label: StringId };
  }
}

/** The title of a list, within a sentence of English; other languages keep its capital. */
const inSentence = (title: string, language: Language) =>
  language === 'en' ? title.charAt(0).toLowerCase() + title.slice(1) : title;

/** Nothing on a screen that has none above it. */
export function WayBack() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const above = useMatches({ select: (matches) => matches.at(-1)?.staticData.above });
  if (above === undefined) return null;
  if (above === 'place') return <PlaceAbove />;
  return (
    <LinkAbove
      to={linkOptions({ to: above.to, params: { holderId, mode }, search: above.search ?? {} })}
      title={t(above.label)}
    />
  );
}

/** To the place of the navigation that the screen belongs to, or to the exceptions from which it was opened. */
export function PlaceAbove() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isFromDesk = useRouterState({ select: ({ location }) => location.state.isFromDesk === true });
  const { to, label } = (isFromDesk ? deskOf(holder, mode) : undefined) ?? placeAbove(holder, mode, path);
  return <LinkAbove to={linkOptions({ to, params: { holderId, mode } })} title={t(label)} />;
}

export function LinkAbove({ to, title }: { to: LinkProps; title: string }) {
  const t = useStrings();
  const language = useShownLanguage();
  return (
    <Link {...to} className={classes.link} aria-label={t('app.backTo', { list: inSentence(title, language) })}>
      <Icon name="arrow-left" size={16} />
      {title}
    </Link>
  );
}
