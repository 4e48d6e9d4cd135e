/**
 * What banks call the columns of their statements, in the languages of Europe and of those countries elsewhere whose
 * files are common. Pure. A name stands for one role, or for several where only the cells can tell.
 */
import { findCurrency } from '../../../base/money/currency.ts';
import type { CsvRole } from './csv-mapping.ts';
import { foldText } from './fold-text.ts';

export type NamedRole = CsvRole | 'text';

/** The better names first: of two columns that could have a role, the one that is named earlier has it. */
const phrases: Record<NamedRole, string> = {
  date: `booking date|posting date|posted date|date posted|post date|date processed|processed on|booked at|booked on|date of booking|booking day|
    buchungstag|buchungsdatum|buchungs datum|boekdatum|boekingsdatum|datum boeking|date comptable|date de comptabilisation|date de l ecriture|fecha contable|
    f contable|fecha de contabilizacion|data contabile|data di contabilizzazione|data registrazione|data lancamento|data do lancamento|data lanc|
    data ksiegowania|bokforingsdag|bokforingsdatum|bogforingsdato|bokforingsdato|bokfort dato|bokfort|kirjauspaiva|kirjauspvm|datum zauctovani|
    datum zuctovani|konyveles datuma|konyvelesi datum|konyveles napja|konyvelve|data inregistrarii|datum knjizenja|datum obrade|islem tarihi|ημερομηνια κινησης|
    date operation|date d operation|date de l operation|date op|date de transaction|date transaction|date opration|
    fecha operacion|fecha de operacion|fecha de la operacion|f operacion|fecha movimiento|data operazione|data op|data mov|data movimento|data movimiento|data operacji|
    datum provedeni|datum splatnosti|datum uskutocnenia|datum|date|dato|data|fecha|dia|tarih|ημερομηνια|kuupaev|datums|kuupaev|paivamaara|paiva|pvm|dag|jour|giorno|dan|den|kelte|tag|
    transaction date|transactiondate|txn date|tran date|trans date|transaction posted date|date of transaction|transactiedatum|uitvoeringsdatum|datum verrekening|transaktionsdatum|transaktionsdag|
    transaktionsdato|transaksjonsdato|utfort dato|umsatzdatum|belegdatum|belegtag|tapahtumapaiva|tranzakcio datuma|tranzakcio idopontja|tranzakcio ideje|data transakcji|data tranzactiei|data tranzactie|
    completed date|date completed|completed|created|created on|created at|started date|abschlussdatum|payment date|entry date|effective date|process date|processdate|date time|datetime|date started|data e ora|fecha y hora|дата|дата операции|дата проводки|timestamp utc|date journal|journal date|дата операції`,
  value_date: `value date|valuedate|value dat|val date|date of value|valuta|valutadatum|valuta datum|valutadato|valutadag|valuta date|wertstellung|wertstellungstag|wertstellungsdatum|wert|
    rentedatum|rentedato|rentedag|renteberegningsdato|date de valeur|date valeur|valeur|fecha valor|f valor|fecha de valor|data valuta|data valor|data de valor|data waluty|arvopaiva|arvopvm|erteknap|valutadat|
    datum valuty|valuta dátuma|datum valute|valor|valor tarihi|valör|data valutei|ημερομηνια αξιας|valeur date|интерес`,
  time: `time|uhrzeit|zeit|heure|hora|ora|tijd|saat|transaction time|abschlusszeit|tid|klokkeslet|ido|idopont|cas|godzina|klo|buchungszeit|zaman|час`,
  amount: `amount|betrag|bedrag|montant|importe|importo|valor|valor r|belopp|belob|summa|suma|castka|kwota|osszeg|iznos|znesek|tutar|islem tutari|ποσο|сумма|сума|maara|umsatz|umsatz in|value|quantia|net amount|netto|net|
    buchungsbetrag|betrag in|amount in|transaction amount|amount in account currency|amount account currency|booked amount|kwota w walucie rachunku|zauctovana castka|zauctovana castka v mene uctu|
    castka v mene uctu|kwota operacji|kwota transakcji|tranzakcio osszege|terhelés jóváírás|movimiento|importe eur|importo in|montant en|amount local|belob i|beloep|transactiebedrag|bedrag in|total amount|total|gross|suma operacji|
    amount transaction|transaction value|movement|net amt|import|valor do lancamento|valor lancamento|summa valuutas|netamount|suma i valuta|transaction amount local|betrag der buchung|mouvement|maara euroa|maara eur|amount signed|suma tranzactiei|objem|ciastka|suma tranzactie`,
  sign: 'soll haben kennzeichen|af bij|transaction type debit credit',
  credit: `credit|credits|credit amount|amount credit|credit amt|cr|cr amount|deposit|deposits|deposit amount|deposit amt|deposit amt inr|money in|paid in|paid in amount|amount in credit|inflow|haben|gutschrift|gutschriften|gutschrift in|kredit|bij|ontvangsten|
    credit montant|recette|recettes|entree|entrees|abono|abonos|haber|ingreso|ingresos|accrediti|accredito|entrate|entrata|avere|credito|creditos|entradas|entrada|uznania|uznanie|wplywy|ma|
    insattning|insattningar|inn pa konto|inn|inngaende|ind|indbetalt|indbetaling|jovairas|bevetel|alacak|πιστωση|prijem|uplata|prihod|credited amount|receipts|money received|amount received|lodgement|lodgements|lodged|tulot|pano|credited|incoming|incoming amount|wertstellung haben|
    deposit cr|cr amt|einzahlung|eingang|eingange|ink|isplacen|приход|кредит|uznane|amount cr|credit cr|potrazuje|dobro`,
  debit: `debit|debits|debit amount|amount debit|debit amt|dr|dr amount|withdrawal|withdrawals|withdrawal amount|withdrawal amt|withdrawal amt inr|money out|paid out|paid out amount|outflow|soll|belastung|belastungen|lastschrift|belastung in|
    debet|af|uitgaven|debit montant|depense|depenses|sortie|sorties|cargo|cargos|debe|gasto|gastos|addebiti|addebito|uscite|uscita|dare|debito|debitos|saidas|saida|obciazenia|obciazenie|
    wydatki|wn|uttag|ut fra konto|ut|utgaende|ud|udbetalt|udbetaling|terheles|kiadas|borc|χρεωση|vydaj|isplata|rashod|debited amount|payments|payment amount|money sent|amount sent|menot|otto|debited|outgoing|outgoing amount|withdrawal dr|dr amt|
    auszahlung|ausgang|ausgange|расход|дебет|debit dr|amount dr|duguje|breme`,
  currency: `currency|currency code|account currency|ccy|curr|cur|wahrung|waehrung|valuta|valuta rekening|munt|muntsoort|valutacode|devise|monnaie|monn|divisa|moneda|moeda|mena|mena uctu|waluta|waluta rachunku|waluta operacji|deviza|devizanem|tranzakcio devizaneme|penznem|valutakod|valuutta|para birimi|doviz|νομισμα|buchungswahrung|kontowahrung|konto valuta|transaction currency|валюта|valiuta|valuuta|monn|wahr|whg|currency name|paritet|
    local currency|valiut|valuta konto|currency amount|valuta naziv|payment currency|mutatievaluta`,
  balance: `balance|running balance|account balance|available balance|closing balance|balance after|balance after transaction|ledger balance|running bal|saldo|saldo nach buchung|kontostand|kontostand nach buchung|saldo na trn|saldo na mutatie|saldo po operacji|saldo po transakcji|saldo efter|saldo efter transaktion|solde|solde apres operation|
    saldo contable|saldo disponible|saldo tras la operacion|saldo contabile|saldo disponibile|saldo r|egyenleg|konyvelt egyenleg|konto egyenleg|bakiye|υπολοιπο|zustatek|zostatok|zostatok po|stanje|sold|bokfort saldo|bal|balance amt|balance inr|остаток|atlikums|likutis|jaak|runningbalance|resultat|balance amount|nuovo saldo|saldo final|saldo po|salden|saldo in|beginsaldo|valuta saldo`,
  charges: `fee|fees|charges|charge|commission|gebuhr|gebuhren|entgelt|frais|kosten|poplatek|comision|comisiones|commissioni|commissione|provize|dij|oplata|prowizja|avgift|gebyr|total fees|fee amount|transaction fee|processing fee|masraf|taxa|tarifa|kosten op verrichting|tasu`,
  bank_id: `transaction id|transactionid|transaction reference|transaction ref|transaction number|transaction no|trn|trn ref|id transakce|transaktions nr|transaktions id|transaktionsnummer|transactiereferentie|volgnr|volgnummer|journal number|
    n de transaction|numero de transaction|numero operacion|numero de operacion|num operacion|numero operazione|identifiant|identifiant operation|arkivref|arkivreferens|archiveringskenmerk|arkistointitunnus|archive id|numer transakcji|id operacji|
    reference number|txn id|tran id|utr|utr number|fitid|id|tranid|buchungsreferenz|bank reference|bank ref|entry reference|unique id|uuid|record id|numero de documento|numero documento|n documento|islem no|dekont no|referencni cislo transakce|referencni cislo|transaction reference number|id pohybu|id obchodu|id operace|identifikacia|dokumento nr|entry id|
    verificationsnummer|lopenr|balance transaction id|transaction no|nsu|protocolo|reference id|transferwise id|ref no|identifikator|izdvojeno|reklamacijos|izvod br|codigo movimiento`,
  end_to_end_id: `end to end id|endtoendid|end to end|e2e id|e2e reference|end to end reference|kundenreferenz end to end|kundenreferenz|customer reference|client reference|sepa reference|end to end referenz|reference de bout en bout|eref|referencia cliente|customer ref|reference client|klantreferentie|referencia de cliente|identificativo end to end|kundreferens|end2end|zahlungsreferenz|payment reference end to end|end to end referentie|ende zu ende referenz`,
  name: `name|counterparty name|counterparty|counter party|counterparty name|partner name|partner neve|payee|payee name|payer|merchant|merchant name|merchant description|beneficiary|beneficiary name|beneficiary remitter|sender receiver|sender|recipient|
    empfanger|auftraggeber empfanger|auftraggeber|zahlungspflichtiger|zahlungspflichtige|zahlungsempfanger|zahlungspflichtige r|zahlungsempfanger in|zahlungsempfanger zahlungspflichtiger|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|begunstigter auftraggeber|name zahlungsbeteiligter|
    partnername|auftraggeber begunstigter|empfanger auftraggeber|empfangername|gegenpartei|naam|naam tegenpartij|naam omschrijving|naam van de tegenpartij|tegenrekeninghouder|tegenpartij naam|naam tegenrekening|tegenpartij van de verrichting|handelaar|
    nom|nom du tiers|tiers|contrepartie|nom de la contrepartie|beneficiaire|donneur d ordre|emetteur|supplier found|supplierfound|nombre|nombre ordenante|ordenante|beneficiario|beneficiario ordenante|ordenante beneficiario|nome|controparte|nome controparte|ordinante|ordinante beneficiario|favorecido|
    nazwa nadawcy|nazwa odbiorcy|nadawca odbiorca|nadawca|odbiorca|kontrahent|nazwa kontrahenta|nazev protiuctu|nazov protiuctu|nazev protistrany|obchodni misto|nazev obchodnika|nazov partnera|protistrana|kedvezmenyezett|
    partner|ellenoldali nev|ellenoldali nev|saaja maksaja|saaja|maksaja|saajan nimi|nimi|mottagare|avsandare|avsandare mottagare|navn|afsender|modtager|mottaker|motpart|numele partenerului|contrapartida|alici|gonderen|primalac|naziv|
    ordering party|remitter|remitter beneficiary|paid to|payee payer|saneja maksataja|sanejs maksatajs|gavejas|moketojas|saaja maksja nimi|maksja|контрагент|получатель|opposing name|opposing account name|destination name|umsatz getatigt von|buchungsempfanger`,
  account: `counterparty account|counterparty iban|counterparty account number|partner iban|partner account|partner szamlaszama|payee account|payee iban|opposing iban|opposing account|tegenrekening|tegenrekening iban bban|tegenrekeningnummer|tegenrekening iban|tegenpartij|iban tegenpartij|iban tegenrekening|
    rekeningnummer tegenpartij|rekening tegenpartij|tegenpartij rekening|kontonummer iban|kontonummer iban zahlungsbeteiligter|iban zahlungsbeteiligter|iban des zahlungspflichtigen|gegenkonto|gegenkonto iban|iban empfanger|empfanger iban|konto empfanger|kontonr|
    compte contrepartie|iban contrepartie|compte de la contrepartie|numero de compte contrepartie|cuenta contrapartida|cuenta destino|iban controparte|conto controparte|numer rachunku nadawcy|numer konta kontrahenta|numer rachunku odbiorcy|rachunek kontrahenta|cislo protiuctu|
    cislo protiuctu kod banky|protiucet|bankovni spojeni|bank account details|cislo uctu protistrany|cislo protistrany|ellenoldali szamlaszam|ellenszamla|partner szamlaszam|saajan tilinumero|saajan tilinumero|motkonto|modkonto|kontonummer modtager|contul partenerului|karsi hesap|racun primaoca|
    account receiving|beneficiary account|counterparty account no|destination account|other account|to account number|sanemt konta|saaja maksja konto|konto tegenpartij|kontonummer des empfangers|opposing account iban|counteraccount|counteraccount number|korrespondentkonto|kontonummer|iban|account number|konto|numer konta|rachunek`,
  code: `type|transaction type|transactiontype|txn type|transaction code|tran code|type code|trancode|umsatzart|umsatztyp|vorgang|buchungsart|buchungsschlussel|posting key|geschaftsvorfall|gvc|code|mutatiesoort|mutatie soort|transactiesoort|betaalwijze|type verrichting|type betaling|transactietype|
    type d operation|type operation|type de transaction|nature|tipo|tipo movimento|tipo operazione|tipo de movimiento|tipo operacion|codigo|typ transakcji|typ|typ operacji|typ transakce|typ pohybu|rodzaj operacji|kategorie transakce|tranzakcio tipusa|tipus|tipusa|laji|tapahtumalaji|transaktionstyp|
    transaktionstype|transaksjonstype|type transaksjon|typetext|islem tipi|islem|tip tranzactie|vrsta|vrsta transakcije|вид операции|entry type|category code|globale transactiecode|row type|operacijos tipas|ieraksta tips|tyyppi|mode`,
  status:
    'status|state|booking status|transaction status|stav|stan|tila|durum|estado|stato|statut|etat|buchungsstatus|allapot|info|umsatzstatus|hold|pending|posting status|reservert|status transakcji',
  own_account: `account|account number|account no|own account|account iban|accountnumber|account id|account name|account identifier|iban|konto|kontonummer|auftragskonto|iban auftragskonto|iban auftraggeberkonto|auftraggeberkonto|bezeichnung auftragskonto|kontonummer auftragskonto|iban kontoinhaber|own iban|mon compte|
    rekening|rekeningnummer|iban bban|eigen rekening|rekening iban|numero de compte|numero compte|account num|accountnum|compte|n compte|num compte|cuenta|numero de cuenta|conto|numero conto|numer rachunku|numer konta|rachunek|cislo uctu|ucet|szamlaszam|szamla|sajat szamlaszam|konyvelesi szamla|tili|tilinumero|kontonr eget|from account|account from|contul|cont|hesap no|
    λογαριασμος|racun|produit|client account|kliendi konto|klienta konts|saskaitos nr|konto nr|счет|rekening nummer|opdrachtgeversrekening|conta|account reference|my account`,
  text: `description|transaction description|details|detail|transaction details|memo|narration|narrative|narrative 1|particulars|particulars 1|transaction particulars|remarks|transaction remarks|remark|reference|payment reference|reason|note|notes|comment|comments|purpose|subject|message|message for payee|message for me|title|additional information|
    extended description|original description|bank description|payment details|remittance information|remittance info|communication|reference text|description 1|description 2|description 3|description1|description2|description3|
    verwendungszweck|buchungstext|vwz|vwz1|vwz2|vwz3|vwz4|vwz5|vwz6|vwz7|vwz8|vwz9|vwz10|vwz11|vwz12|vwz13|vwz14|text|zahlungsgrund|zahlungsreferenz|beschreibung|beschreibung1|beschreibung2|beschreibung3|transaktionsbeschreibung|transaktionsbeschreibung zusatz|vorgang verwendungszweck|zusatzinfo|mitteilung|avisierungstext|betreff|notiz|verwendungszweck zeile 1|verwendungszweck zeile 2|buchungsdetails|
    omschrijving|omschrijving 1|omschrijving 2|omschrijving 3|mededeling|mededelingen|betalingskenmerk|gestructureerde mededeling|vrije mededeling|bericht|toelichting|kenmerk|referentie|opmerking|
    libelle|libelle operation|libelle simplifie|libelle complementaire|libelle de l operation|motif|detail|details de l operation|informations complementaires|commentaire|label|supplier|communications|communication libre|communication structuree|
    concepto|descripcion|observaciones|referencia|detalle|detalles|mas datos|concepto ampliado|referencia 1|referencia 2|glosa|causale|descrizione|descrizione operazione|descrizione completa|descrizione estesa|descrizione causale|causale descrizione|note movimento|historico|descricao|lancamento|detalhes|documento|descritivo|movimento|titulo|
    beskrivelse|tekst|text 1|meddelelse|meddelande|rubrik|referens|transaktion|specifikation|beskrivning|forklaring|besked|melding|kid|selite|viesti|viesti maksuviesti|viestit|tiedot|popis|poznamka|zprava|zprava pro prijemce|zprava pro me|poznamka pro me|variabilni symbol|variabilni symbol 1|vs|ks|ss|konstantni symbol|specificky symbol|variable symbol|variable symbol 1|constant symbol|specific symbol|
    informacia pre prijemcu|sprava|sprava pre prijemcu|variabilny symbol|ucel|ucel platby|referencia platitela|doplnkova informacia|tytul|tytul operacji|opis|opis operacji|opis transakcji|szczegoly transakcji|szczegoly|dane kontrahenta|kozlemeny|megjegyzes|reszletek|leiras|jogcim|tranzakcio|aciklama|islem aciklamasi|αιτιολογια|περιγραφη|opis placanja|svrha|svrha placanja|namen|opis prejemnika|detalii|detalii tranzactie|descriere|explicatii|назначение платежа|описание|детали|
    saksa|selgitus|makseselgitus|viitenumber|informacija par darijumu|maksajuma merkis|paskirtis|mokejimo paskirtis|chq ref number|cheque number|cheque no|chq no|check number|chq ref no|ref no cheque no|serial number|invoice number|viite|viitenro|customer reference text|additional description|transaction narration|tran particular|movimento descrizione|analysis code|other party reference|ref|memo description|operation|operacion|transaccion|transaction|bank memo|sub category description|references|notas`,
};

/** Names that say little: any other name of the role is better. */
const vague = new Set(
  `name|naam|nom|nombre|nome|nimi|navn|naziv|partner|sender|datum|date|dato|data|fecha|account|account name|account number|iban|konto|kontonummer|compte|cuenta|conto|rachunek|numer konta|ucet|rekening|type|typ|tipo|id|value|total|total amount|net|netto|gross|valuta|time`.split(
    '|',
  ),
);
export const vagueRank = 1_000;

const roles: ReadonlyMap<string, readonly [NamedRole, number][]> = countNames();

function countNames(): Map<string, [NamedRole, number][]> {
  const found = new Map<string, [NamedRole, number][]>();
  for (const [role, list] of Object.entries(phrases) as [NamedRole, string][]) {
    for (const [rank, phrase] of list.split('|').entries()) {
      const name = foldText(phrase);
      found.set(name, [...(found.get(name) ?? []), [role, rank + (vague.has(name) ? vagueRank : 0)]]);
    }
  }
  return found;
}

/** Of another currency than the account's, or a rate: never the amount that was booked. */
const foreign =
  /\b(original|orig|ursprung\w*|fremd\w*|foreign|oorspr\w*|puvodni|povodna|local (amount|currency)|instructed|origine|exchange|kurs|wechselkurs|koers|rate|taux|cambio|tasa|compensation|target|quote|umrechnungskurs|arfolyam|kurz|einzelbetrag|converted|refunded|omregnet)\b/;

export type HeaderName = {
  /** Empty for a name that says nothing here. Lower ranks are the better names. */
  roles: readonly [NamedRole, number][];
  /** The currency in it: `Betrag (EUR)`, `Withdrawals (SGD)`. */
  currency: string | undefined;
  isForeign: boolean;
};

const currencyNames: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  euros: 'EUR',
  euro: 'EUR',
};

const nameLengthMax = 200;

export function readHeaderName(cell: string): HeaderName {
  const plain = cell.slice(0, nameLengthMax).replace(/^#/, '').trim();
  const [, coded] = /(?:^|[\s([/_-])([A-Z]{3}|€|£|₹|[Ee]uros?)[)\]\s]*$/.exec(plain) ?? [];
  const currency = coded === undefined ? undefined : (currencyNames[coded.toLowerCase()] ?? findCurrency(coded)?.code);
  const name = foldText(plain);
  const without = currency === undefined ? name : foldText(plain.slice(0, plain.lastIndexOf(coded ?? '')));
  const isForeign = foreign.test(name);
  const found =
    roles.get(name) ??
    roles.get(without) ??
    roles.get(without.replace(/ (in|i|en|w|v|r)$/, '')) ??
    roles.get(foldText(plain.replaceAll(/\(.*?\)/g, ''))) ??
    [];
  return { roles: isForeign && !found.some(([role]) => role === 'text') ? [] : found, currency, isForeign };
}
