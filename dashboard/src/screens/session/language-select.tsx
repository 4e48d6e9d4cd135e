/** The language of the pages before sign-in. */
import { NativeSelect } from '@mantine/core';
import { type Language, languageNames, openIn, pageLanguage } from '../../strings/languages.ts';
import { useStrings } from '../../strings/strings.tsx';

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

export function LanguageSelect() {
  const t = useStrings();
  return (
    <NativeSelect
      aria-label={t('app.language')}
      variant="unstyled"
      size="sm"
      data={languages}
      value={pageLanguage}
      onChange={({ currentTarget }) => openIn(currentTarget.value as Language)}
    />
  );
}
