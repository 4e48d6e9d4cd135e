/**
 * A file of credit transfers for a bank: ISO 20022's pain.001.001.09, or .03 for banks that still want it. Pure, and made piece
 * by piece. What it writes validates against ISO's schemas, and is in the characters that every bank takes.
 */
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { hasLetters, isInEea, isInSepa, looksLikeBic } from './bank-codes.ts';
import { bankText } from './bank-text.ts';
import { addressXml, isUsable, type PostalAddress } from './postal-address.ts';

export const pain001Versions = ['pain.001.001.09', 'pain.001.001.03'] as const;
type Pain001Version = (typeof pain001Versions)[number];

export type BankParty = {
  name: string;
  /** Exactly one of this and `accountNumber` is set. */
  iban: string | null;
  accountNumber: string | null;
  /** A BIC, or the country's own bank code. */
  bankCode: string | null;
  /** Of the bank; ISO 3166. Null: not known. */
  bankCountry: string | null;
  /** Where the holder of the account is; null: not known. */
  address: PostalAddress | null;
};

export type CreditTransfer = {
  /** At most 35 letters and digits, different in every payment ever made. */
  reference: string;
  /** Minor units, above 0. */
  amount: bigint;
  creditor: BankParty;
  /** What the payee reads of it. */
  text: string;
  /** The payee's own (ISO 11649), which stands instead of the text; null: none. */
  creditorReference: string | null;
};

export type CreditTransferFile = {
  version: Pain001Version;
  /** At most 31 letters and digits, different in every file ever made. */
  messageId: string;
  createdAt: Date;
  /** `2031-03-05`. */
  executionDay: string;
  currency: string;
  debtor: BankParty;
  transfers: readonly CreditTransfer[];
  /** Marked in the header and in every payment's text. */
  isTest: boolean;
};

/** The rulebooks of SEPA; the schema would take 140. */
const nameLengthMax = 70;
const textLengthMax = 140;
/** 999,999,999.99 (SEPA credit transfer rulebook, AT-04). */
const sepaAmountMax = 99_999_999_999n;
/** Digits of an amount, by the schema. */
const amountMax = 10n ** 18n - 1n;

/** Of ISO's external code set. In other countries a bank code stands without the name of its system. */
const clearingSystems: Readonly<Record<string, string>> = Object.freeze({
  AT: 'ATBLZ',
  AU: 'AUBSB',
  CA: 'CACPA',
  CH: 'CHBCC',
  CN: 'CNAPS',
  DE: 'DEBLZ',
  GB: 'GBDSC',
  HK: 'HKNCC',
  IE: 'IENCC',
  IN: 'INFSC',
  JP: 'JPZGN',
  NZ: 'NZNCC',
  SG: 'SGIBG',
  TW: 'TWNCC',
  US: 'USABA',
  ZA: 'ZANCC',
});

const isSepa = (file: CreditTransferFile, { creditor }: CreditTransfer): boolean =>
  file.currency === 'EUR' && [file.debtor.iban, creditor.iban].every((iban) => iban !== null && isInSepa(iban));

const nameOf = ({ name }: BankParty): string => bankText(name, nameLengthMax);

/** Why this payment can't be in the file, or undefined: it follows what it is about, as in "po_1… : the name …". */
export function transferProblem(file: CreditTransferFile, transfer: CreditTransfer): string | undefined {
  if (!hasLetters(nameOf(transfer.creditor))) {
    return 'the name on the bank account has no letter that banks accept; put it on file in Latin letters';
  }
  if (isSepa(file, transfer) && transfer.amount > sepaAmountMax)
    return 'SEPA credit transfers end at 999,999,999.99 EUR';
  return transfer.amount > amountMax ? 'the amount has more than 18 digits' : undefined;
}

/**
 * Whether banks may ask for the payee's address, and the file has none that they can use: of a payment that is no SEPA
 * credit transfer, or goes to an account outside the European Economic Area.
 */
export function lacksAddress(file: CreditTransferFile, transfer: CreditTransfer): boolean {
  const { iban, bankCountry, address } = transfer.creditor;
  const country = iban?.slice(0, 2) ?? bankCountry;
  const isNear = isSepa(file, transfer) && country !== null && isInEea(country);
  return !isNear && !isUsable(address);
}

type Batch = { id: string; sepa: boolean; transfers: CreditTransfer[] };

/** The payments of one service level each: the bank handles SEPA payments another way. In the order of the file. */
export function batchesOf(file: CreditTransferFile): Batch[] {
  const sepa: CreditTransfer[] = [];
  const other: CreditTransfer[] = [];
  for (const transfer of file.transfers) (isSepa(file, transfer) ? sepa : other).push(transfer);
  return [
    { sepa: true, transfers: sepa },
    { sepa: false, transfers: other },
  ]
    .filter(({ transfers }) => transfers.length > 0)
    .map((batch, index) => ({ ...batch, id: `${file.messageId}-${index + 1}` }));
}

/** @param content XML, or text: what comes from outside has been through `bankText` or is a code, and needs no escaping. */
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** @param file without a payment that `transferProblem` names. */
export function* writePain001(file: CreditTransferFile): Generator<string> {
  const batches = batchesOf(file);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${file.version}">\n<CstmrCdtTrfInitn>\n`;
  yield `${element(
    'GrpHdr',
    [
      element('MsgId', file.messageId),
      element('CreDtTm', file.createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
      file.isTest ? element('Authstn', element('Prtry', 'TEST')) : '',
      totalsOf(file, file.transfers),
      element('InitgPty', element('Nm', nameOf(file.debtor))),
    ].join(''),
  )}\n`;
  for (const batch of batches) {
    yield `<PmtInf>\n${batchHeader(file, batch)}\n`;
    for (const transfer of batch.transfers) yield `${transferXml(file, batch, transfer)}\n`;
    yield '</PmtInf>\n';
  }
  yield '</CstmrCdtTrfInitn>\n</Document>\n';
}

const decimal = (amount: bigint, currency: string): string => formatDecimal(amount, exponentOf(currency));

export const controlSum = (transfers: readonly Pick<CreditTransfer, 'amount'>[]): bigint =>
  transfers.reduce((sum, { amount }) => sum + amount, 0n);

const totalsOf = ({ currency }: CreditTransferFile, transfers: readonly CreditTransfer[]): string =>
  element('NbOfTxs', String(transfers.length)) + element('CtrlSum', decimal(controlSum(transfers), currency));

function batchHeader(file: CreditTransferFile, { id, sepa, transfers }: Batch): string {
  const { debtor, executionDay, version } = file;
  const isNew = version === 'pain.001.001.09';
  return [
    element('PmtInfId', id),
    element('PmtMtd', 'TRF'),
    // Each payment is a line of the statement, so that it can be matched.
    element('BtchBookg', 'false'),
    totalsOf(file, transfers),
    element('PmtTpInf', element('SvcLvl', element('Cd', sepa ? 'SEPA' : 'NURG'))),
    element('ReqdExctnDt', isNew ? element('Dt', executionDay) : executionDay),
    element('Dbtr', partyXml(debtor)),
    element('DbtrAcct', accountXml(debtor) + (sepa ? '' : element('Ccy', file.currency))),
    element('DbtrAgt', agentXml(debtor, version) ?? notProvided),
    element('ChrgBr', sepa ? 'SLEV' : 'SHAR'),
  ].join('');
}

function transferXml(file: CreditTransferFile, { sepa }: Batch, transfer: CreditTransfer): string {
  const { reference, amount, creditor } = transfer;
  const amountText = decimal(amount, file.currency);
  const agent = agentXml(creditor, file.version);
  return element(
    'CdtTrfTxInf',
    [
      element('PmtId', element('InstrId', reference) + element('EndToEndId', reference)),
      element('Amt', `<InstdAmt Ccy="${file.currency}">${amountText}</InstdAmt>`),
      // Within SEPA the bank knows the payee's bank by the IBAN.
      agent === undefined
        ? sepa || creditor.iban !== null
          ? ''
          : element('CdtrAgt', notProvided)
        : element('CdtrAgt', agent),
      element('Cdtr', partyXml(creditor)),
      element('CdtrAcct', accountXml(creditor)),
      element('RmtInf', remittanceXml(file, transfer)),
    ].join(''),
  );
}

/** SEPA takes a text or a structured reference, not both; a test says that it is one all the same. */
function remittanceXml({ isTest }: CreditTransferFile, { text, creditorReference }: CreditTransfer): string {
  const own = element('Ustrd', bankText(`${isTest ? 'TEST ' : ''}${text}`, textLengthMax));
  if (creditorReference === null) return own;
  const type = element('Tp', element('CdOrPrtry', element('Cd', 'SCOR')) + element('Issr', 'ISO'));
  const structured = element('Strd', element('CdtrRefInf', type + element('Ref', creditorReference)));
  return (isTest ? own : '') + structured;
}

const partyXml = (party: BankParty): string =>
  element('Nm', nameOf(party)) + (party.address === null ? '' : element('PstlAdr', addressXml(party.address)));

const accountXml = ({ iban, accountNumber }: BankParty): string =>
  element('Id', iban === null ? element('Othr', element('Id', accountNumber ?? '')) : element('IBAN', iban));

const notProvided = element('FinInstnId', element('Othr', element('Id', 'NOTPROVIDED')));

/** @returns undefined when nothing is known of the bank. */
function agentXml({ bankCode, bankCountry }: BankParty, version: Pain001Version): string | undefined {
  if (bankCode === null) return undefined;
  if (looksLikeBic(bankCode)) {
    return element('FinInstnId', element(version === 'pain.001.001.09' ? 'BICFI' : 'BIC', bankCode));
  }
  const system = bankCountry === null ? undefined : clearingSystems[bankCountry];
  return element(
    'FinInstnId',
    element(
      'ClrSysMmbId',
      (system === undefined ? '' : element('ClrSysId', element('Cd', system))) + element('MmbId', bankCode),
    ) + (bankCountry === null ? '' : element('PstlAdr', element('Ctry', bankCountry))),
  );
}
