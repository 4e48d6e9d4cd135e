/** The lines of the search that do something: with the objects found for what was typed, or how to go on typing. */
import { defaultStringifySearch } from '@tanstack/react-router';
import type { SearchHit } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { readAmount } from '../../ui/decimal.ts';
import { useMoney } from '../../ui/money.tsx';
import { useBook } from '../book.ts';
import { mayIn } from '../may.ts';
import { type Act, actsOf, isMeant, searchOf } from './acts.ts';
import { baseOf, type Entry } from './hits.ts';
import { type Command, readCommand, waysOf } from './read-command.ts';

const linesMax = 5;
/** Letters, from which on it is said how to go on. */
const hintedFrom = 2;

export function useActs(text: string) {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode, holder } = useBook();
  const acts = actsOf(holder.kind, (permission) => mayIn(holder, mode, permission));
  const words = acts.map(({ verb, said }) => ({ verb, said: t(said) }));
  const command = readCommand(text, words);
  const act = acts.find(({ verb }) => verb === command?.verb);
  const group = t('search.do');

  const lineOf = (known: Act, given: Command, what: string, id: string, currency: string | null): Entry | undefined => {
    const ofCurrency = given.currency ?? currency;
    const { amount } = given;
    const value = amount === undefined || ofCurrency === null ? undefined : readAmount(amount, ofCurrency);
    // With more decimals than its currency has, it is no amount.
    if (amount !== undefined && ofCurrency !== null && value === undefined) return undefined;
    const sum = value === undefined || ofCurrency === null ? (amount ?? null) : money(value, ofCurrency);
    const href = `${baseOf({ holderId, mode })}${known.path(id)}${defaultStringifySearch(searchOf(known, given))}`;
    return {
      key: `do ${known.verb} ${id}`,
      href,
      title: t(known.line as 'search.act.refund', { what: known.object === undefined ? (sum ?? '') : what }).trim(),
      note: known.object === undefined ? null : (given.reason ?? sum),
      group,
      isAct: true,
    };
  };

  /** How to go on, for whoever typed a verb alone or the beginning of one. */
  const hints = (): Entry[] =>
    acts.flatMap(({ verb, said, say }) => {
      const way = waysOf({ verb, said: t(said) }).find((one) => one.toLowerCase().startsWith(text.toLowerCase()));
      if (say === undefined || way === undefined || text.length < hintedFrom) return [];
      const title = t(say as 'search.say.payment', { way });
      return [{ key: `say ${verb}`, fills: `${way} `, title, note: null, group, isAct: true as const, href: '' }];
    });

  return {
    /** What to look for: of something to do, its object. */
    lookedFor: command === undefined ? text : command.object,
    isCommand: command !== undefined,
    linesOf: (hits: readonly SearchHit[]): Entry[] => {
      if (command === undefined || act === undefined || (act.object !== undefined && command.object === ''))
        return hints();
      if (act.object === undefined) {
        const line = lineOf(act, command, '', '', null);
        return line === undefined ? [] : [line];
      }
      return hits
        .filter((hit) => isMeant(act, command, hit))
        .slice(0, linesMax)
        .flatMap((hit) => lineOf(act, command, hit.title, hit.id, hit.currency) ?? []);
    },
  };
}
