/** Words in the cells of statements that say what a line is: pending, never booked, a balance, a total. Pure. */
import { foldedSet, foldText } from './fold-text.ts';

export type LineStatus = 'booked' | 'pending' | 'void';

const statuses: Record<LineStatus, ReadonlySet<string>> = {
  booked: foldedSet(
    `booked|posted|completed|complete|settled|cleared|executed|processed|paid|success|successful|succeeded|confirmed|approved|final|done|ok|book|sent|received|
    gebucht|umsatz gebucht|ausgefuhrt|verbucht|abgeschlossen|geboekt|uitgevoerd|verwerkt|geaccepteerd|comptabilise|execute|effectue|termine|valide|contabilizado|realizado|ejecutada|efectuado|liquidado|contabilizzato|eseguito|eseguita|contabilizzata|
    zauctovano|zauctovane|zuctovana|zauctovana|provedeno|zrealizowana|rozliczono|zaksiegowana|wykonana|konyvelt|teljesult|konyvelve|lekonyvelt|bokfort|bogfort|udfort|gennemfort|utford|utfort|genomford|kirjattu|toteutunut|inregistrata|gerceklesti|tamamlandi|knjizeno|izvrseno|processada|efetivado|concluido|lancado|исполнен|проведен`,
  ),
  pending: foldedSet(
    `pending|authorised|authorized|authorisation|authorization|processing|in progress|in process|on hold|hold|held|scheduled|unposted|uncleared|not posted|outstanding|upcoming|in transit|pdng|
    vorgemerkt|umsatz vorgemerkt|vormerkung|offen|ausstehend|schwebend|in bearbeitung|gereserveerd|in behandeling|reservering|nog te verwerken|en attente|en cours|a venir|autorisation|pendiente|retenido|retencion|en curso|pendente|in attesa|autorizzato|da contabilizzare|non contabilizzato|prenotata|in corso|
    cekajici|cekajuca|blokace|rezervovano|nezauctovano|rezervacia|oczekujaca|oczekujace|blokada|w trakcie|nierozliczona|fuggoben|zarolt|zarolva|fuggo|konyveletlen|lekonyveletlen|reserverad|reserverat|reserveret|reservert|preliminar|venter|afventer|kommande|odottaa|varaus|katevaraus|in asteptare|bekliyor|provizyon|na cekanju|rezerviran|agendado|futuro|в обработке`,
  ),
  void: foldedSet(
    `declined|failed|rejected|reverted|cancelled|canceled|canceled by user|denied|expired|refused|unsuccessful|error|voided|void|blocked|
    abgelehnt|storniert|fehlgeschlagen|nicht ausgefuhrt|zuruckgewiesen|geweigerd|geannuleerd|mislukt|afgewezen|refuse|annule|rejete|echoue|rechazado|rechazada|anulado|cancelado|cancelada|denegada|rifiutato|annullato|stornato|zamitnuto|zamietnuta|zruseno|nezrealizovano|odrzucona|anulowana|odrzucono|elutasitva|sikertelen|torolve|
    avvisad|avbruten|nekad|afvist|annulleret|avvist|avbrutt|hylatty|peruttu|respinsa|anulata|iptal|reddedildi|odbijeno|ponisteno|recusado|estornado|отклонен`,
  ),
};

/** Undefined for an empty cell or a word that is not known: what it means is for a person to say. */
export function knownStatus(cell: string): LineStatus | undefined {
  const word = foldText(cell);
  return (['booked', 'pending', 'void'] as const).find((status) => statuses[status].has(word));
}

const opening = foldedSet(
  `opening balance|balance brought forward|brought forward|starting balance|start balance|previous balance|beginning balance|balance b f|initial balance|anfangssaldo|alter saldo|alter kontostand|saldovortrag|ubertrag|startsaldo|beginsaldo|vorig saldo|oud saldo|solde initial|ancien solde|solde precedent|solde d ouverture|solde anterieur|balance at start of period|solde en debut de periode|solde debut de periode|
  saldo inicial|saldo anterior|saldo iniziale|saldo precedente|saldo de apertura|pocatecni zustatek|pociatocny zostatok|saldo poczatkowe|nyitoegyenleg|nyito egyenleg|ingaende saldo|ingaende balans|primo saldo|primosaldo|inngaende saldo|alkusaldo|sold initial|acilis bakiyesi|pocetno stanje|sakuma atlikums|algsaldo|likutis pradziai|pradinis likutis|devreden bakiye|devir|ingoing balance|saldo do dia anterior|входящий остаток`,
);
const closing = foldedSet(
  `closing balance|ending balance|end balance|final balance|balance carried forward|carried forward|current balance|new balance|ledger balance|balance c f|endsaldo|neuer saldo|neuer kontostand|schlusssaldo|kontostand|abschlusssaldo|eindsaldo|nieuw saldo|solde final|nouveau solde|solde de cloture|solde au|solde fin de periode|solde en fin de periode|balance at end of period|
  saldo final|saldo actual|saldo finale|saldo di chiusura|saldo de cierre|saldo attuale|konecny zustatek|konecny zostatok|saldo koncowe|zaroegyenleg|zaro egyenleg|utgaende saldo|utgaende balans|ultimo saldo|ultimosaldo|utgaende saldo|loppusaldo|sold final|kapanis bakiyesi|krajnje stanje|konacno stanje|beigu atlikums|loppsaldo|lopp saldo|likutis pabaigai|galutinis likutis|saldo contabile finale|исходящий остаток`,
);
const totals = foldedSet(
  `total|totals|grand total|sum|subtotal|sub total|turnover|total turnover|total debits|total credits|debit turnover|credit turnover|number of transactions|total transactions|summe|gesamt|gesamtsumme|umsatz gesamt|summe soll|summe haben|totaal|totalen|aantal|totaux|total des mouvements|total debit|total credit|totale|totali|totale movimenti|totale entrate|totale uscite|
  saldo|balance|balances|saldo total|totales|celkem|spolu|obrat|obraty|suma|razem|podsumowanie|osszesen|mindosszesen|forgalom|summa|omsattning|i alt|ialt|sammanlagt|yhteensa|toplam|ukupno|promet|apgrozijums|kaive|apyvarta|toplam borc|toplam alacak|saldo do periodo|total geral|saldo atual|disponible|available balance|итого|оборот|обороты|wechselkurs|net total|suma obciazen|suma uznan`,
);

const phraseLengthMax = 80;

type BalanceWord = 'opening' | 'closing' | 'total';

/** Whether a cell says that its line is a balance or a total. Trailing dates and colons don't count. */
export function balanceWord(cell: string): BalanceWord | undefined {
  if (cell.length > phraseLengthMax) return undefined;
  const phrase = cell.replace(/[\d./:\-\s]+$/, '');
  if (phrase === '' || /\d/.test(phrase)) return undefined;
  const word = foldText(phrase).replace(
    / (vom|zum|am|per|au|du|al|del|a|at|on|as of|op|pr|den|ke dni|k|na dan|dne)$/,
    '',
  );
  if (opening.has(word)) return 'opening';
  if (closing.has(word)) return 'closing';
  return totals.has(word) ? 'total' : undefined;
}

const turnover =
  /^(total |debit |credit )?(turnover|apyvarta|apgrozijums|kaive|obrat|obraty|omsattning|forgalom|promet|oborot|оборот|обороты)\b/;

/**
 * Whether a line with a date and an amount is a balance or a turnover all the same. A lone `Total` is none: it may be who
 * sells petrol.
 */
export const isBalanceText = (cell: string): boolean => {
  const word = balanceWord(cell);
  return word === 'opening' || word === 'closing' || (word === 'total' && turnover.test(foldText(cell)));
};
