/** The language of the pages before sign-in. */
import { NativeSelect } from '@mantine/core';
import { chooseAsVisitor } from '../../app/change-language.ts';
import { type Language, languageNames, pageLanguage } from '../../strings/languages.ts';
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
      onChange={({ currentTarget }) => chooseAsVisitor(currentTarget.value as Language)}
    />
  );
}
