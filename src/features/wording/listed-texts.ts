/** The texts of a language as the operator sees them: what Sluice says, what they say in its place. Pure. */
import type { Language } from '../../base/languages/languages.ts';
import { readText, textProblem, valuesOf } from '../../base/languages/text-rules.ts';
import type { CustomText, TextArea } from '../../core/wording/custom-texts.ts';
import type { TextCatalog } from './text-catalog.ts';

export const textStates = ['original', 'own', 'outdated', 'unused'] as const;

/**
 * `outdated`: the original has changed since the own text was written, which is used. `unused`: it no longer fits, or
 * this version has no such text.
 */
type TextState = (typeof textStates)[number];

export type ListedText = {
  area: TextArea;
  key: string;
  english: string;
  original: string;
  /** Null: none. */
  own: string | null;
  state: TextState;
};

type TextFilter = {
  area?: TextArea | undefined;
  /** Whether only those that the operator has written, or has to look at. */
  show?: 'own' | 'attention' | undefined;
  /** Within the key, the texts or what replaces them; whatever its case. */
  search?: string | undefined;
};

/** @param own of this language. */
export function listTexts(
  catalog: TextCatalog,
  language: Language,
  own: readonly Omit<CustomText, 'language'>[],
  { area, show, search }: TextFilter,
): ListedText[] {
  const idOf = (one: { area: TextArea; key: string }): string => `${one.area}/${one.key}`;
  const written = new Map(own.map((one) => [idOf(one), one]));
  const known = catalog.in(language).map((text): ListedText => {
    const custom = written.get(idOf(text));
    written.delete(idOf(text));
    return { ...text, own: custom?.text ?? null, state: stateOf(text, custom) };
  });
  const gone = [...written.values()].map(
    ({ original, text, ...one }): ListedText => ({
      ...{ area: one.area, key: one.key, english: original, original, own: text },
      state: 'unused',
    }),
  );
  const wanted = search?.toLocaleLowerCase();
  return [...known, ...gone].filter(
    (one) =>
      (area === undefined || one.area === area) &&
      (show !== 'own' || one.own !== null) &&
      (show !== 'attention' || needsAttention(one.state)) &&
      (wanted === undefined ||
        [one.key, one.english, one.original, one.own ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted))),
  );
}

/** What a text is told: the names in its braces. */
export const namesIn = (text: string): string[] => [...new Set(valuesOf(readText(text) ?? []).map(({ name }) => name))];

const needsAttention = (state: TextState): boolean => state === 'outdated' || state === 'unused';

function stateOf(
  { english, original }: { english: string; original: string },
  custom: Pick<CustomText, 'text' | 'original'> | undefined,
): TextState {
  if (custom === undefined) return 'original';
  if (textProblem(english, custom.text) !== undefined) return 'unused';
  return custom.original === original ? 'own' : 'outdated';
}
