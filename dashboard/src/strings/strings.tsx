/** The strings of the dashboard in the reader's language, with amounts and times as the reader's locale writes them. */
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { IntlProvider, type MessageFormatElement, RawIntlProvider, useIntl } from 'react-intl';
import type { en } from './en/index.ts';
import { english, translated } from './known.ts';
import type { Language } from './languages.ts';
import { readersLocale } from './locale.ts';
import { onShownLanguage, shownLanguage } from './shown-language.ts';
import { unbrokenDate } from './unbroken-date.ts';

export type StringId = keyof typeof en;
type Values = Record<string, string | number | Date>;

/** `t('orders.title')`: a string by its key, with its values filled in. */
export function useStrings(): (id: StringId, values?: Values) => string {
  const intl = useIntl();
  return useCallback(
    (id, values) => {
      const text = intl.messages[id];
      return typeof text === 'string' ? text : intl.formatMessage({ id }, values);
    },
    [intl],
  );
}

/** In the accounts whose screens are not translated, English. */
export const useShownLanguage = (): Language => useSyncExternalStore(onShownLanguage, shownLanguage);

/** Numbers and dates are the reader's in English too. */
export function Strings({ children }: { children: ReactNode }) {
  const language = useShownLanguage();
  // Strings without placeholders are plain text and never reach the formatter.
  return (
    <IntlProvider
      locale={readersLocale(language)}
      messages={(language === 'en' ? english : translated) as Record<string, MessageFormatElement[]>}
      defaultLocale="en"
      onError={ignoreMissing}
    >
      <UnbrokenDates>{children}</UnbrokenDates>
    </IntlProvider>
  );
}

/** A date stays on one line, also within a sentence; its time may go on the next. */
function UnbrokenDates({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const value = useMemo(() => {
    const formatDate: typeof intl.formatDate = (...date) => unbrokenDate(intl.formatDate(...date));
    return { ...intl, formatDate };
  }, [intl]);
  return <RawIntlProvider value={value}>{children}</RawIntlProvider>;
}

/** Missing keys are found by the compiler; a translation's missing words are English. */
const ignoreMissing = (): void => {};
