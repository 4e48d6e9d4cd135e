/** The shapes of banks' CSVs, with invented lines: each is read as it is meant, or asks exactly what it has to. */
import { describe, expect, it } from 'vitest';
import type { StatementPart } from '../statement-file.ts';
import { answersOfMapping, type CsvAnswers, joinAnswers } from './csv-mapping.ts';
import { readCsv } from './read-csv.ts';
import { type UnderstoodCsv, understandCsv } from './understand-csv.ts';

async function all<Of>(parts: AsyncIterable<Of>): Promise<Of[]> {
  const found: Of[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

async function understood(text: string, given: CsvAnswers = {}): Promise<UnderstoodCsv> {
  const result = await understandCsv(() => [text], given);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result;
}

async function partsOf(text: string, given: CsvAnswers = {}): Promise<StatementPart[]> {
  const { mapping, questions } = await understood(text, given);
  if (mapping === undefined) throw new Error(`asked: ${JSON.stringify(questions)}`);
  return await all(readCsv([text], mapping));
}

/** `2031-03-01 -12.50 EUR text, text`, of what is pending or unknown in brackets. */
function shownAs(part: StatementPart): string {
  if (part.kind === 'problem') return `problem ${part.problem.lineNumber}: ${part.problem.message}`;
  if (part.kind === 'skipped') return `skipped ${part.name}`;
  if (part.kind === 'statement') return `account ${part.statement.account} ${part.statement.currency}`;
  const { amount, currency } = part.kind === 'entry' ? part.entry : part.balance;
  const money = `${amount < 0n ? '-' : ''}${String(amount < 0n ? -amount : amount).padStart(3, '0')} ${currency}`;
  if (part.kind === 'balance') return `${part.balance.which} ${part.balance.on} ${money}`;
  const { bookedOn, texts, counterpartyName, direction, status } = part.entry;
  const how = `${direction === 'unknown' ? ' [unknown]' : ''}${status === 'pending' ? ' [pending]' : ''}`;
  return `${bookedOn} ${money}${how} ${[...texts, ...(counterpartyName === undefined ? [] : [`by ${counterpartyName}`])].join(' + ')}`;
}

const entriesOf = (parts: readonly StatementPart[]): string[] =>
  parts.filter(({ kind }) => kind !== 'statement').map(shownAs);

const iban = 'DE02120300000000202051';

type Shape = [name: string, text: string, expected: string[]];

const plain: Shape[] = [
  [
    'ING of the Netherlands: a sign in words',
    '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"\n' +
      '"20310301","A Byron","NL20INGB0001234567","NL44RABO0123456789","GT","Af","71,00","Overschrijving","Factuur 1"\n' +
      '"20310314","B Liskov","NL20INGB0001234567","","GT","Bij","1.250,00","Overschrijving","top_1"\n',
    ['2031-03-01 -7100 EUR Factuur 1 + by A Byron', '2031-03-14 125000 EUR top_1 + by B Liskov'],
  ],
  [
    'Rabobank: signs, and texts in three columns',
    '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Code","Omschrijving-1","Omschrijving-2"\n' +
      '"NL44RABO0123456789","EUR","RABONL2U","000001","2031-03-01","2031-03-01","-7,49","+92,51","NL20INGB0001234567","A Byron","db","Rente","maart"\n' +
      '"NL44RABO0123456789","EUR","RABONL2U","000002","2031-03-02","2031-03-02","+50,00","+142,51","","B Liskov","cb","top_1",""\n',
    [
      '2031-03-01 -749 EUR Rente + maart + by A Byron',
      '2031-03-02 5000 EUR top_1 + by B Liskov',
      'opening 2031-03-01 10000 EUR',
      'closing 2031-03-02 14251 EUR',
    ],
  ],
  [
    'a German savings bank: two-digit years, a status',
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"\n' +
      '"DE89370400440532013000";"22.02.31";"22.02.31";"LASTSCHRIFT";"Rechnung 5";"Strom AG";"DE02120300000000202051";"X";"-36,99";"EUR";"Umsatz gebucht"\n' +
      '"DE89370400440532013000";"23.02.31";"23.02.31";"GUTSCHRIFT";"top_1";"Ada Byron";"DE02500105170137075030";"X";"1.036,99";"EUR";"Umsatz vorgemerkt"\n',
    [
      '2031-02-22 -3699 EUR LASTSCHRIFT + Rechnung 5 + by Strom AG',
      '2031-02-23 103699 EUR [pending] GUTSCHRIFT + top_1 + by Ada Byron',
    ],
  ],
  [
    'DKB: lines before the header, with the balance',
    '"Kontonummer:";"DE89370400440532013000 / Girokonto"\n\n"Von:";"01.03.2031"\n"Kontostand vom 31.03.2031:";"1.100,00 EUR"\n\n' +
      '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)"\n' +
      '"14.03.2031";"14.03.2031";"Überweisung";"Ada Byron";"top_1";"DE02120300000000202051";"X";"1.000,00"\n' +
      '"02.03.2031";"03.03.2031";"Lastschrift";"Strom AG";"März";"DE02500105170137075030";"X";"-36,99"\n',
    [
      '2031-03-14 100000 EUR Überweisung + top_1 + by Ada Byron',
      '2031-03-02 -3699 EUR Lastschrift + März + by Strom AG',
      'closing 2031-03-31 110000 EUR',
    ],
  ],
  [
    'Volksbank of old: S and H, opening and closing balance',
    'Kontonummer;DE89370400440532013000;;;;\n;;;;;\nBuchungstag;Valuta;Auftraggeber;Vorgang/Verwendungszweck;Währung;Umsatz;Soll/Haben\n' +
      '01.03.2031;01.03.2031;;Anfangssaldo;EUR;100,00;H\n14.03.2031;14.03.2031;Ada Byron;top_1;EUR;50,00;H\n15.03.2031;15.03.2031;Strom AG;Rechnung;EUR;20,00;S\n15.03.2031;15.03.2031;;Endsaldo;EUR;130,00;H\n',
    [
      '2031-03-14 5000 EUR top_1 + by Ada Byron',
      '2031-03-15 -2000 EUR Rechnung + by Strom AG',
      'opening 2031-03-01 10000 EUR',
      'closing 2031-03-15 13000 EUR',
    ],
  ],
  [
    'UBS: apostrophes, debits below 0, a time',
    'Kontonummer:;0234 00123456.40;\nIBAN:;CH93 0076 2011 6238 5295 7;\nBewertet in:;CHF;\nAnfangssaldo:;1000.00;\nSchlusssaldo:;2184.50;\n\n' +
      'Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2\n' +
      "2031-03-14;10:05:00;2031-03-14;2031-03-14;CHF;;1'234.50;2184.50;T2;Ada Byron;top_1\n2031-03-02;;2031-03-02;2031-03-02;CHF;-50.00;;950.00;T1;Strom AG;\n",
    [
      '2031-03-14 123450 CHF Ada Byron + top_1',
      '2031-03-02 -5000 CHF Strom AG',
      'opening 2031-03-02 100000 CHF',
      'closing 2031-03-14 218450 CHF',
    ],
  ],
  [
    'an Austrian bank without a header',
    'AT611904300234573201;Gutschrift top_1;14.03.2031;14.03.2031;1.050,00;EUR\nAT611904300234573201;Miete;02.03.2031;02.03.2031;-700,00;EUR\nAT611904300234573201;Strom;02.03.2031;02.03.2031;-7,00;EUR\n',
    ['2031-03-14 105000 EUR Gutschrift top_1', '2031-03-02 -70000 EUR Miete', '2031-03-02 -700 EUR Strom'],
  ],
  [
    'a Belgian bank: credit and debit beside the amount',
    'Rekeningnummer;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;Naam tegenpartij;Vrije mededeling\n' +
      'BE68539007547034;SMITH;EUR;02031;28/02/2031;BIJDRAGE;28/02/2031;-3,40;219,95;;-3,40;;;\nBE68539007547034;SMITH;EUR;02031;27/02/2031;STORTING;27/02/2031;10,00;223,35;10,00;;BE71096123456769;Ada Byron;top_1\n',
    [
      '2031-02-28 -340 EUR BIJDRAGE',
      '2031-02-27 1000 EUR STORTING + top_1 + by Ada Byron',
      'opening 2031-02-27 21335 EUR',
      'closing 2031-02-28 21995 EUR',
    ],
  ],
  [
    'a French bank: money out and in, narrow spaces',
    'Date opération;Date valeur;Libellé;Débit euros;Crédit euros\n14/03/2031;14/03/2031;VIR top_1;;1\u202f250,00\n02/03/2031;02/03/2031;PRLV STROM;-36,99;\n',
    ['2031-03-14 125000 EUR VIR top_1', '2031-03-02 -3699 EUR PRLV STROM'],
  ],
  [
    'a Spanish bank: lines before, one currency in cells',
    'Cuenta:;ES9121000418450200051332\nTitular:;Sluice\n\nF. Operación;F. Valor;Concepto;Importe;Saldo\n14/03/2031;15/03/2031;Abono top_1;1.250,00 €;1.350,00 €\n02/03/2031;02/03/2031;Recibo;-36,99 €;100,00 €\n',
    [
      '2031-03-14 125000 EUR Abono top_1',
      '2031-03-02 -3699 EUR Recibo',
      'opening 2031-03-02 13699 EUR',
      'closing 2031-03-14 135000 EUR',
    ],
  ],
  [
    'an Italian bank: dare and avere, a total',
    'Data contabile;Data valuta;Dare;Avere;Divisa;Descrizione\n14/03/2031;14/03/2031;;1.250,00;EUR;Bonifico top_1\n02/03/2031;02/03/2031;36,99;;EUR;Addebito\n;;36,99;1.250,00;;Totale\n',
    ['2031-03-14 125000 EUR Bonifico top_1', '2031-03-02 -3699 EUR Addebito'],
  ],
  [
    'a Polish bank: names of the currency in each line, no total',
    '#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;\n2031-03-02;2031-03-02;PRZELEW;top_1;ADA BYRON;61109010140000071219812874;1 250,00 PLN;1 350,00 PLN;\n2031-03-14;2031-03-14;ZAKUP;;;;-50,00 PLN;1 300,00 PLN;\n',
    [
      '2031-03-02 125000 PLN PRZELEW + top_1 + by ADA BYRON',
      '2031-03-14 -5000 PLN ZAKUP',
      'opening 2031-03-02 10000 PLN',
      'closing 2031-03-14 130000 PLN',
    ],
  ],
  [
    'a Czech bank: texts in many columns, an id',
    'Datum provedení;Datum zaúčtování;Číslo účtu;Název protiúčtu;Zpráva;VS;Zaúčtovaná částka;Měna účtu;Id transakce\n14.03.2031;15.03.2031;123456789/0800;Ada Byron;top_1;42;1 250,00;CZK;3228446118\n02.03.2031;02.03.2031;123456789/0800;Elektrárna;;;-36,99;CZK;3228446119\n',
    ['2031-03-15 125000 CZK top_1 + 42 + by Ada Byron', '2031-03-02 -3699 CZK by Elektrárna'],
  ],
  [
    'a Hungarian bank: dates that end with a point',
    'Könyvelés dátuma,Tranzakció dátuma,Partner neve,Közlemény,Összeg,Devizanem,Könyvelt egyenleg\n2031.03.02.,2031.03.02.,Ada Byron,top_1,1290,HUF,2290\n2031.03.14.,2031.03.14.,Áram,,-350,HUF,1940\n',
    [
      '2031-03-02 129000 HUF top_1 + by Ada Byron',
      '2031-03-14 -35000 HUF by Áram',
      'opening 2031-03-02 100000 HUF',
      'closing 2031-03-14 194000 HUF',
    ],
  ],
  [
    'a Swedish bank: a line of its own above the header',
    '* Transaktionsrapport Period 2031-03-01 – 2031-03-31;;;;\nBokföringsdag;Belopp;Mottagare;Rubrik;Saldo;Valuta\n2031/03/14;1250,00;;Swish top_1;1350,00;SEK\n2031/03/02;-50,00;El AB;Autogiro;100,00;SEK\n',
    [
      '2031-03-14 125000 SEK Swish top_1',
      '2031-03-02 -5000 SEK Autogiro + by El AB',
      'opening 2031-03-02 15000 SEK',
      'closing 2031-03-14 135000 SEK',
    ],
  ],
  [
    'Swedbank of the Baltics: D and K, balances and turnovers among the lines',
    '"Account No","","Date","Beneficiary","Details","Amount","Currency","D/K","Record ID"\n"LT121000011101001000","10","2031-03-01","","Opening balance","100.00","EUR","K",""\n"LT121000011101001000","20","2031-03-02","Ada Byron","top_1","50.00","EUR","K","1"\n"LT121000011101001000","20","2031-03-14","Energija","Saskaita","20.00","EUR","D","2"\n"LT121000011101001000","82","2031-03-31","","Turnover","50.00","EUR","K",""\n"LT121000011101001000","86","2031-03-31","","Closing balance","130.00","EUR","K",""\n',
    [
      '2031-03-02 5000 EUR top_1 + by Ada Byron',
      '2031-03-14 -2000 EUR Saskaita + by Energija',
      'opening 2031-03-01 10000 EUR',
      'closing 2031-03-31 13000 EUR',
    ],
  ],
  [
    'a bank of the UK: paid out and paid in with signs of currency',
    '"Account Name:","Current ****1234"\n"Account Balance:","£1,313.01"\n\n"Date","Transaction type","Description","Paid out","Paid in","Balance"\n"14 Mar 2031","Faster Payment","top_1","","£1,250.00","£1,313.01"\n"02 Mar 2031","Direct Debit","Electric","£36.99","","£63.01"\n',
    [
      '2031-03-14 125000 GBP top_1',
      '2031-03-02 -3699 GBP Electric',
      'opening 2031-03-02 10000 GBP',
      'closing 2031-03-14 131301 GBP',
    ],
  ],
  [
    'a bank of the US: withdrawals and deposits, months first',
    '"Transactions for account 1234 as of 03/31/2031 (USD)"\n"Date","Status","Type","CheckNumber","Description","Withdrawal","Deposit","RunningBalance (USD)"\n"03/14/2031","Posted","ACH","","top_1","","$1,250.00","$1,313.01"\n"03/02/2031","Posted","CHECK","558","Check 558","$36.99","","$63.01"\n',
    [
      '2031-03-14 125000 USD top_1',
      '2031-03-02 -3699 USD 558 + Check 558',
      'opening 2031-03-02 10000 USD',
      'closing 2031-03-14 131301 USD',
    ],
  ],
  [
    'an Indian bank: lakhs, Cr and Dr, dates with names',
    'Account Number,00000012345678901\nAccount Currency,INR\n\nTxn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance\n2 Mar 2031,2 Mar 2031,NEFT top_1,N1,,"1,25,000.00","1,35,000.00 Cr"\n14 Mar 2031,14 Mar 2031,BILL,N2,"2,000.50",,"1,32,999.50 Cr"\n',
    [
      '2031-03-02 12500000 INR NEFT top_1 + N1',
      '2031-03-14 -200050 INR BILL + N2',
      'opening 2031-03-02 1000000 INR',
      'closing 2031-03-14 13299950 INR',
    ],
  ],
  [
    'a Brazilian bank: C and D behind the amount',
    'Data;Histórico;Documento;Valor (BRL);Saldo\n14/03/2031;PIX top_1;1;1.250,00 C;1.350,00 C\n02/03/2031;TARIFA;2;50,00 D;100,00 C\n',
    [
      '2031-03-14 125000 BRL PIX top_1 + 1',
      '2031-03-02 -5000 BRL TARIFA + 2',
      'opening 2031-03-02 15000 BRL',
      'closing 2031-03-14 135000 BRL',
    ],
  ],
  [
    'a Turkish bank: time in the date, lira behind the amount',
    'Tarih;Açıklama;İşlem Tutarı;Bakiye\n14/03/2031 10:05:09;HAVALE top_1;1.250,00 TL;1.350,00 TL\n02/03/2031 09:00:00;FATURA;-50,00 TL;100,00 TL\n',
    [
      '2031-03-14 125000 TRY HAVALE top_1',
      '2031-03-02 -5000 TRY FATURA',
      'opening 2031-03-02 15000 TRY',
      'closing 2031-03-14 135000 TRY',
    ],
  ],
  [
    'a bank of Australia: tabs, parentheses',
    'Date\tDescription\tAmount (AUD)\tBalance\n02/03/2031\ttop_1\t1,250.00\t1,350.00\n14/03/2031\tPower\t(50.00)\t1,300.00\n',
    [
      '2031-03-02 125000 AUD top_1',
      '2031-03-14 -5000 AUD Power',
      'opening 2031-03-02 10000 AUD',
      'closing 2031-03-14 130000 AUD',
    ],
  ],
  [
    'Revolut: fees that come off the amount, a state',
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTOPUP,Current,2031-03-01 09:00:00,2031-03-02 10:15:00,top_1,100.00,0.00,EUR,COMPLETED,150.00\nTRANSFER,Current,2031-03-14 09:00:00,2031-03-14 10:15:00,To Ada,-20.00,1.50,EUR,COMPLETED,128.50\nCARD,Current,2031-03-15 09:00:00,2031-03-15 09:00:00,Shop,-5.00,0.00,EUR,REVERTED,\n',
    [
      '2031-03-02 10000 EUR top_1',
      '2031-03-14 -2150 EUR To Ada',
      'opening 2031-03-02 5000 EUR',
      'closing 2031-03-14 12850 EUR',
    ],
  ],
  [
    'a header of two lines, and pipes',
    'Booking|Value|Text|Amount|Running\ndate|date|(details)|(EUR)|balance\n2031-03-02|2031-03-02|top_1|1250.00|1350.00\n2031-03-14|2031-03-14|Power|-50.00|1300.00\n',
    [
      '2031-03-02 125000 EUR top_1',
      '2031-03-14 -5000 EUR Power',
      'opening 2031-03-02 10000 EUR',
      'closing 2031-03-14 130000 EUR',
    ],
  ],
  [
    'amounts with signs, in a file of nothing else',
    'Date,Text,Amount (EUR)\n2031-03-02,a,71.00\n2031-03-03,b,5.00\n2031-03-14,c,-80.00\n',
    ['2031-03-02 7100 EUR a', '2031-03-03 500 EUR b', '2031-03-14 -8000 EUR c'],
  ],
  [
    'amounts above 0 beside nothing that could be their sign: all of it came in',
    `Date,Text,Amount (EUR),IBAN\n2031-03-02,top_1,71.00,${iban}\n`,
    ['2031-03-02 7100 EUR top_1'],
  ],
  [
    'three decimals of a currency that has two are none',
    'Datum;Text;IBAN;Betrag (EUR)\n02.03.2031;top_1;DE02120300000000202051;-1.234\n',
    ['2031-03-02 -123400 EUR top_1'],
  ],
  [
    'an id that comes twice is none',
    'Date,Text,Transaction ID,IBAN,Amount (EUR)\n2031-03-02,a,T1,DE02120300000000202051,-1.00\n2031-03-14,b,T1,DE02500105170137075030,-2.00\n',
    ['2031-03-02 -100 EUR a + T1', '2031-03-14 -200 EUR b + T1'],
  ],
  [
    'N26: quotes behind a backslash',
    '"Booking Date","Partner Name","Partner Iban","Payment Reference","Amount (EUR)"\n2031-03-02,"Ada \\"Byron\\"",DE02120300000000202051,"top_1, thanks",1250.00\n2031-03-14,Power,DE02500105170137075030,,-50.00\n',
    ['2031-03-02 125000 EUR top_1, thanks + by Ada "Byron"', '2031-03-14 -5000 EUR by Power'],
  ],
  [
    'a French bank: the closing balance before the lines, the opening one after them',
    'Compte : 12345678;;;\nSolde en fin de période;;;"1300,00"\nDate;Libellé;Débit (EUR);Crédit (EUR)\n02/03/2031;top_1;;"1250,00"\n14/03/2031;Energie;"-50,00";\nSolde en début de période;;;"100,00"\n',
    [
      '2031-03-02 125000 EUR top_1',
      '2031-03-14 -5000 EUR Energie',
      'opening 2031-03-02 10000 EUR',
      'closing 2031-03-14 130000 EUR',
    ],
  ],
  [
    'OCBC: a long text goes on under its first part',
    'Account details for:,12345678\nLedger Balance,"1,300.00"\n\nTransaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n02/03/2031,02/03/2031,TRANSFER,,1250.00\n,,top_1 \n,,ADA\n14/03/2031,14/03/2031,POWER,50.00,\n,,MARCH\n',
    [
      '2031-03-02 125000 SGD TRANSFER + top_1 + ADA',
      '2031-03-14 -5000 SGD POWER + MARCH',
      'closing 2031-03-14 130000 SGD',
    ],
  ],
  [
    'sep=, \\r line ends, a trailing minus and quotes in texts without quotes',
    'sep=;\rBuchungsdatum;Text;IBAN;Betrag EUR\r02.03.2031;Firma "Ada" top_1;DE02120300000000202051;1.250,00\r14.03.2031;Strom;DE02500105170137075030;50,00-\r',
    ['2031-03-02 125000 EUR Firma "Ada" top_1', '2031-03-14 -5000 EUR Strom'],
  ],
];

describe('is read without a question:', () => {
  it.each(plain)('%s', async (_name, text, expected) => {
    expect(entriesOf(await partsOf(text))).toEqual(expected);
    expect((await understood(text)).questions).toEqual([]);
  });

  it('and in pieces of any length', async () => {
    for (const [, text, expected] of plain) {
      const { mapping } = await understood(text);
      const pieces = function* () {
        for (let at = 0; at < text.length; at += 1) yield text[at] ?? '';
      };
      if (mapping === undefined) throw new Error('asked');
      expect(entriesOf(await all(readCsv(pieces(), mapping)))).toEqual(expected);
    }
  });
});

/** The answers, by position, and what is read with the first. */
const asking: [name: string, text: string, asked: string[], answer: CsvAnswers, expected: string[]][] = [
  [
    'amounts above 0 alone, in a column without a name',
    '2031-03-02,top_1,71.00,EUR\n',
    ['direction: signed, inverted'],
    { amounts: 'inverted' },
    ['2031-03-02 -7100 EUR top_1'],
  ],
  [
    'amounts above 0, and words that could be a sign',
    'Date,Text,Amount (EUR),Tyyppi\n2031-03-02,a,71.00,Xin\n2031-03-03,b,5.00,Yin\n2031-03-14,c,2.00,Xin\n',
    ['direction: signed, inverted, sign_column 3'],
    { columns: { sign: 3 }, sign_words: { incoming: ['Yin'], outgoing: ['Xin'] } },
    ['2031-03-02 -7100 EUR a', '2031-03-03 500 EUR b', '2031-03-14 -200 EUR c'],
  ],
  [
    'a type of card in the words of a sign',
    'Date,Text,Amount (EUR),Funding\n2031-03-02,a,71.00,credit\n2031-03-03,b,5.00,debit\n',
    ['direction: signed, inverted, sign_column 3'],
    { amounts: 'signed' },
    ['2031-03-02 7100 EUR a', '2031-03-03 500 EUR b'],
  ],
  [
    'a word that could be a sign, in a column without a name',
    '2031-03-02;Rent;71,00;credit;EUR\n2031-03-14;Power;5,00;credit;EUR\n',
    ['direction: signed, inverted, sign_column 3'],
    { columns: { sign: 3 } },
    ['2031-03-02 7100 EUR Rent', '2031-03-14 500 EUR Power'],
  ],
  [
    'signs in a file that is of a card',
    'Card number,1234\n\nDate,Text,Amount (EUR)\n2031-03-02,a,71.00\n2031-03-14,b,-80.00\n',
    ['direction: signed, inverted'],
    { amounts: 'inverted' },
    ['2031-03-02 -7100 EUR a', '2031-03-14 8000 EUR b'],
  ],
  [
    'a card: what has no CR went out, or came in',
    'Date,Details,Amount (GBP)\n02/03/2031,Shop,71.00\n14/03/2031,Thank you,50.00 CR\n',
    ['direction: unmarked_out, signed'],
    { amounts: 'unmarked_out' },
    ['2031-03-02 -7100 GBP Shop', '2031-03-14 5000 GBP Thank you'],
  ],
  [
    'days that could be months',
    `Date,Text,Amount (EUR),IBAN\n02/03/2031,top_1,-71.00,${iban}\n`,
    ['date_order: DMY, MDY'],
    { date_order: 'MDY' },
    ['2031-02-03 -7100 EUR top_1'],
  ],
  [
    'a mark that groups, or is the decimal mark',
    `Datum;Text;Betrag (EUR);IBAN\n02.03.2031;top_1;-1.000;${iban}\n`,
    ['decimal: point, comma'],
    { decimal: 'comma' },
    ['2031-03-02 -100000 EUR top_1'],
  ],
  [
    'no currency',
    `Date,Text,Amount,IBAN\n2031-03-02,top_1,-71.00,${iban}\n`,
    ['currency'],
    { currency: 'EUR' },
    ['2031-03-02 -7100 EUR top_1'],
  ],
  [
    'two columns of that name',
    'Date,Text,Amount,Amount,Currency,Valuta\n2031-03-02,top_1,-71.00,-80.00,EUR,2031-03-02\n',
    ['columns amount: 2, 3'],
    { columns: { amount: 3 } },
    ['2031-03-02 -8000 EUR top_1'],
  ],
  [
    'money in and out without a header',
    '2031-03-02,top_1,,1250.00,EUR\n2031-03-14,Power,50.00,,EUR\n',
    ['direction: first_out, second_out'],
    { columns: { debit: 2, credit: 3 } },
    ['2031-03-02 125000 EUR top_1', '2031-03-14 -5000 EUR Power'],
  ],
  [
    'money in and out without a header, of which one is rare',
    `${'2031-03-14,Rent,,50.00,EUR\n'.repeat(11)}2031-03-15,Power,7.00,,EUR\n`,
    ['direction: first_out, second_out'],
    { columns: { debit: 2, credit: 3 } },
    [...Array<string>(11).fill('2031-03-14 5000 EUR Rent'), '2031-03-15 -700 EUR Power'],
  ],
  [
    'a status nobody knows',
    `Date,Text,Amount (EUR),Status,IBAN\n2031-03-02,top_1,-71.00,R7,${iban}\n`,
    ['status: R7'],
    { status_words: { booked: [], pending: ['R7'], void: [] } },
    ['2031-03-02 -7100 EUR [pending] top_1'],
  ],
  [
    'fees that may be in the amount',
    `Date,Text,Amount (EUR),Fee,IBAN\n2031-03-02,top_1,-71.00,1.50,${iban}\n`,
    ['charges: included, extra'],
    { charges: 'extra' },
    ['2031-03-02 -7250 EUR top_1'],
  ],
];

function shownQuestion(question: UnderstoodCsv['questions'][number]): string {
  switch (question.kind) {
    case 'direction':
      return `direction: ${question.answers.map(({ says, change }) => (says === 'sign_column' ? `${says} ${change.columns?.sign}` : says)).join(', ')}`;
    case 'date_order':
      return `date_order: ${question.answers.map(({ order }) => order).join(', ')}`;
    case 'decimal':
      return `decimal: ${question.answers.map(({ decimal }) => decimal).join(', ')}`;
    case 'columns':
      return `columns ${question.role}: ${question.answers.map(({ column }) => column).join(', ')}`;
    case 'charges':
      return `charges: ${question.answers.map(({ charges }) => charges).join(', ')}`;
    case 'currency':
      return 'currency';
    default:
      return `${question.kind}: ${question.words.join(', ')}`;
  }
}

describe('asks what it leaves open:', () => {
  it.each(asking)('%s', async (_name, text, asked, answer, expected) => {
    const { questions, mapping } = await understood(text);
    expect(questions.map(shownQuestion)).toEqual(asked);
    if (mapping !== undefined) {
      const entries = (await all(readCsv([text], mapping))).filter(({ kind }) => kind === 'entry').map(shownAs);
      expect(entries.every((entry) => entry.includes('[unknown]'))).toBe(true);
    }
    expect((await understood(text, answer)).questions).toEqual([]);
    expect(entriesOf(await partsOf(text, answer))).toEqual(expected);
  });

  it('and takes one answer after the other', async () => {
    const text = '02/03/2031,top_1,71.00\n';
    const kinds = (given: CsvAnswers) =>
      understood(text, given).then(({ questions }) => questions.map(({ kind }) => kind));
    expect(await kinds({})).toEqual(['date_order', 'currency', 'direction']);
    const first = joinAnswers({ date_order: 'DMY' }, { currency: 'EUR' });
    expect(await kinds(first)).toEqual(['direction']);
    expect(await kinds(joinAnswers(first, { amounts: 'signed' }))).toEqual([]);
  });
});

describe('a running balance', () => {
  const text = (rows: string) => `Opening balance:,100.00\nDate,Text,Amount (EUR),Balance\n${rows}`;

  it.each<[name: string, rows: string, expected: string[] | 'direction', agrees: boolean]>([
    ['proves that all came in', '2031-03-02,a,10.00,110.00\n2031-03-03,b,5.00,115.00\n', ['1000', '500'], true],
    ['proves that all went out', '2031-03-03,b,5.00,85.00\n2031-03-02,a,10.00,90.00\n', ['-500', '-1000'], true],
    ['that disagrees proves nothing', '2031-03-02,a,10.00,110.00\n2031-03-03,b,5.00,117.00\n', 'direction', false],
  ])('%s', async (_name, rows, expected, agrees) => {
    const { balance, questions, mapping } = await understood(text(rows));
    expect(balance?.agrees).toBe(agrees);
    expect(questions.map(({ kind }) => kind)).toEqual(expected === 'direction' ? [expected] : []);
    if (expected === 'direction') expect(balance?.brokenAt).toBe(4);
    else if (mapping !== undefined) {
      const entries = (await all(readCsv([text(rows)], mapping))).flatMap((part) =>
        part.kind === 'entry' ? [String(part.entry.amount)] : [],
      );
      expect(entries).toEqual(expected);
    }
  });

  it('proves nothing of the oldest line, whose balance before it nobody knows', async () => {
    const bare = 'Date,Text,Amount (EUR),Balance\n2031-03-02,a,10.00,110.00\n2031-03-03,b,5.00,105.00\n';
    expect((await understood(bare)).questions.map(({ kind }) => kind)).toEqual(['direction']);
  });

  it('of a card may be what is owed', async () => {
    const card =
      'Card number,1234\nDate,Text,Amount (EUR),Balance\n2031-03-02,a,10.00,110.00\n2031-03-03,b,-5.00,105.00\n';
    expect((await understood(card)).questions.map(({ kind }) => kind)).toEqual(['direction']);
  });

  it('that is not on every line proves nothing of amounts without signs', async () => {
    const sparse = '2031-03-02,a,10.00,90.00\n2031-03-03,b,5.00,\n';
    expect((await understood(text(sparse))).questions.map(({ kind }) => kind)).toEqual(['direction']);
  });

  it('explains the words of a sign', async () => {
    const signed =
      'Date,Text,Amount (EUR),Sign,Balance\n2031-03-01,z,1.00,Yin,100.00\n2031-03-02,a,10.00,Xin,90.00\n2031-03-03,b,5.00,Yin,95.00\n';
    const { mapping, questions } = await understood(signed);
    expect(questions).toEqual([]);
    expect(mapping?.sign_words).toEqual({ incoming: ['Yin'], outgoing: ['Xin'] });
  });

  it('says which of two columns is the amount', async () => {
    const bare = '2031-03-02;a;-10,00;90,00;EUR\n2031-03-03;b;5,00;95,00;EUR\n2031-03-14;b;15,00;110,00;EUR\n';
    expect((await understood(bare)).mapping?.columns).toMatchObject({ amount: 2, balance: 3 });
  });
});

describe('a profile', () => {
  it('that no column is the sign reads the next file so too', async () => {
    const text = 'Date,Text,Amount (EUR),D/C\n2031-03-02,a,71.00,D\n';
    const { mapping } = await understood(text, { amounts: 'signed', columns: { sign: null } });
    if (mapping === undefined) throw new Error('asked');
    expect(entriesOf(await partsOf(text, answersOfMapping(mapping)))).toEqual(['2031-03-02 7100 EUR a']);
    expect(entriesOf(await partsOf(text))).toEqual(['2031-03-02 -7100 EUR a']);
  });

  it('fits the bank’s next file by its fingerprint', async () => {
    const march =
      'IBAN;DE89370400440532013000\nBuchungstag;Text;Betrag;Währung;Valuta\n14.03.2031;a;-1,00;EUR;14.03.2031\n';
    const april = '﻿"Buchungstag";"Text";"Betrag";"Währung";"Valuta"\r\n"01.04.2031";"b";"2,00";"EUR";"01.04.2031"\r\n';
    const [one, other] = [await understood(march), await understood(april)];
    expect(other.fingerprint).toBe(one.fingerprint);
    if (one.mapping === undefined) throw new Error('asked');
    expect(JSON.parse(JSON.stringify(one.mapping))).toEqual(one.mapping);
    expect((await all(readCsv([april], one.mapping))).map(shownAs)).toEqual([
      'account undefined undefined',
      '2031-04-01 200 EUR b',
    ]);
    const different = await understood(march.replace('Text', 'Verwendungszweck'));
    expect(different.fingerprint).not.toBe(one.fingerprint);
    expect((await all(readCsv([march.replace('Text', 'Zweck')], one.mapping))).map(shownAs)).toEqual([
      expect.stringMatching(/^problem undefined: The file has no line with the columns "buchungstag"/),
    ]);
  });
});
