/** The strings of the dashboard in the reader's language, with amounts and times as the reader's locale writes them. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { IntlProvider, type MessageFormatElement, RawIntlProvider, useIntl } from 'react-intl';
import type { en } from './en/index.ts';
import { known } from './known.ts';
import { readersLocale } from './locale.ts';

export type StringId = keyof typeof en;
type Values = Record<string, string | number | Date>;

/** `t('orders.title')`: a string by its key, with its values filled in. */
export function useStrings(): (id: StringId, values?: Values) => string {
  const intl = useIntl();
  return useCallback(
    (id, values) => {
      const text = known[id];
      return typeof text === 'string' ? text : intl.formatMessage({ id }, values);
    },
    [intl],
  );
}

/** The words are English until there are others; numbers and dates are the reader's. */
export function Strings({ children }: { children: ReactNode }) {
  // Strings without placeholders are plain text and never reach the formatter.
  return (
    <IntlProvider
      locale={readersLocale()}
      messages={known as Record<string, MessageFormatElement[]>}
      defaultLocale="en"
      onError={ignoreMissing}
    >
      <UnbrokenDates>{children}</UnbrokenDates>
    </IntlProvider>
  );
}

/** A date stays on one line, also within a sentence. */
function UnbrokenDates({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const value = useMemo(() => {
    const formatDate: typeof intl.formatDate = (...date) => intl.formatDate(...date).replaceAll(' ', '\u00a0');
    return { ...intl, formatDate };
  }, [intl]);
  return <RawIntlProvider value={value}>{children}</RawIntlProvider>;
}

/** Missing keys are found by the compiler; other locales' missing words fall back to English. */
const ignoreMissing = (): void => {};
