/**
 * The words with which banks say, beside an amount without a sign, whether money came in or went out. Pure. A word that
 * neither the operator nor this list explains must stay unexplained (docs/contract/people.md, "Statements").
 */

export type Direction = 'in' | 'out';

/** What the operator says that the words in the sign column mean, beside those that are known. */
export type SignWords = { incoming: readonly string[]; outgoing: readonly string[] };

const squeezed = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[.:\s]/g, '');

const known: ReadonlyMap<string, Direction> = new Map([
  ...'bij in h haben gutschrift eingang c cr k credit kredit crédit crdt incoming inflow deposit paidin moneyin + abono haber accredito avere entrata entrada crédito credito recette entrée πίστωση alacak ma uznanie příjem bevétel jóváírás indbetaling inngående insättning pano talletus credited kreditt'
    .split(' ')
    .map((word) => [word, 'in'] as const),
  ...'af uit out s soll belastung ausgang d dr db debit debet débit dbit outgoing outflow withdrawal paidout moneyout - \u2212 cargo debe addebito dare uscita salida saída débito debito dépense sortie χρέωση borç wn obciążenie výdej výdaj kiadás terhelés udbetaling uttag otto nosto debited lastschrift'
    .split(' ')
    .map((word) => [word, 'out'] as const),
]);

/** The direction of a word from this list alone. */
export const knownDirection = (word: string): Direction | undefined => known.get(squeezed(word));

/** @returns undefined for a word that neither the operator nor this file explains. */
export function directionOf(cell: string, words: SignWords): Direction | undefined {
  const word = squeezed(cell);
  if (words.outgoing.some((one) => squeezed(one) === word)) return 'out';
  if (words.incoming.some((one) => squeezed(one) === word)) return 'in';
  return known.get(word);
}

/** What columns are called that say it, in letters only. */
const headers = new Set(
  'afbij bijaf sollhaben sollhabenkennzeichen sh shkennzeichen habensoll dc cd dk kd crdr drcr creditdebit debitcredit debetcredit creditdebet debetkredit debitkredit creditdebitindicator debitcreditindicator debitorcredit creditordebit cdtdbtind direction richting sign vorzeichen signe segno signo teken plusminus inout panootto wnma borçalacak dareavere debehaber bevételkiadás tartoziskövetel tj'.split(
    ' ',
  ),
);

/** Whether a column of this name says which lines went out. */
export const isSignHeader = (name: string): boolean => headers.has(name.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));
