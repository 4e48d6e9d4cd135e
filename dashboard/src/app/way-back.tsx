/** From an object that is not there, or not for this person, to the screen that lists what is. */
import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Language } from '../strings/languages.ts';
import { type StringId, useShownLanguage, useStrings } from '../strings/strings.tsx';
import { useBook } from './book.ts';

type Props = { to: Extract<LinkProps['to'], `/h/$holderId/$mode${string}`>; label: StringId };

/** The title of a list, within a sentence of English; other languages keep its capital. */
const inSentence = (title: string, language: Language) =>
  language === 'en' ? title.charAt(0).toLowerCase() + title.slice(1) : title;

export function WayBack({ to, label }: Props) {
  const t = useStrings();
  const language = useShownLanguage();
  const { holderId, mode } = useBook();
  return (
    <Button variant="default" mt="sm" renderRoot={(props) => <Link to={to} params={{ holderId, mode }} {...props} />}>
      {t('app.backTo', { list: inSentence(t(label), language) })}
    </Button>
  );
}
