/** Whose statements there are, and how each is called: the bank, and the providers that money comes in through. */
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import type { Source } from './types.ts';

/** In every service, and shown at once. */
const always = ['bank', 'card', 'onlinewallet'] as const;

/** Choices for people. `nameOf` has a name for each source, also of a provider that is no longer in use. */
export function useSources(): {
  choices: readonly { value: Source; label: string }[];
  nameOf: (source: Source) => string;
} {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { data = always.map((source) => ({ source, title: null })) } = useQuery({
    queryKey: ['operator', holderId, mode, 'statement-sources'],
    queryFn: () => dataOf(api.GET('/api/v1/operator/statement-sources')),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const nameOf = (source: Source): string => {
    const title = data.find((one) => one.source === source)?.title ?? undefined;
    const usual = always.find((one) => one === source);
    if (usual === undefined) return title ?? source;
    return title === undefined ? t(`recon.source.${usual}`) : title;
  };
  return { choices: data.map(({ source }) => ({ value: source, label: nameOf(source) })), nameOf };
}
