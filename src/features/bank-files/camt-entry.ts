/**
 * One entry of a camt message, and the payments in it. Pure. Must never take the sign of an amount from anything but
 * `CdtDbtInd`: it says the direction of this entry, of a reversal (`RvslInd`) too.
 */
import { findCounterparty } from './camt-parties.ts';
import { type CamtStatement, readCode, readDayOf } from './camt-values.ts';
import { distinct, firstOf, readMoney, readReference } from './file-values.ts';
import type { EntryDetail, EntryFacts, FileEntry } from './statement-file.ts';
import { childrenOf, find, textOf, type XmlRecord } from './xml-records.ts';

/** A payment of an entry, before it is known whether it is the only one. */
export type DetailDraft = EntryDetail & { bankId: string | undefined; code: string | undefined };

type ReadEntry = { ok: true; entry: FileEntry } | { ok: false; problems: string[] };

type Money = { amount: bigint; currency: string };

/** The amount of an element in its currency; undefined where there is none that can be read. */
function moneyOf(parent: XmlRecord | undefined, path: string): Money | undefined {
  const element = find(parent, path);
  const currency = element?.attributes.Ccy ?? '';
  const amount = readMoney(element?.text ?? '', '.', currency);
  return amount.ok ? { amount: amount.value, currency } : undefined;
}

/** @param entry what comes before its payments, such as its amount and direction. */
export function readDetail(transaction: XmlRecord, entry: XmlRecord, statement: CamtStatement): DetailDraft {
  const money = moneyOf(entry, 'Amt');
  const isOut = (textOf(transaction, 'CdtDbtInd') ?? textOf(entry, 'CdtDbtInd')) === 'DBIT';
  const size = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt']
    .map((path) => moneyOf(transaction, path))
    .find((one) => one !== undefined && one.currency === money?.currency)?.amount;
  const facts = readFacts(transaction, {
    isOut,
    isReversal: isReversal(entry),
    // Without an amount of its own nothing shows charges that are not stated to be in it, and the entry's does for the others.
    money: size === undefined ? money : { amount: size, currency: money?.currency as string },
    statement,
  });
  return {
    ...facts,
    amount: size === undefined ? undefined : isOut ? -size : size,
    bankId: readReference(textOf(transaction, 'Refs/AcctSvcrRef')),
    code: readCode(find(transaction, 'BkTxCd')),
  };
}

export function readEntry(record: XmlRecord, drafts: readonly DetailDraft[], statement: CamtStatement): ReadEntry {
  const problems: string[] = [];
  const amountElement = find(record, 'Amt');
  const currency = amountElement?.attributes.Ccy ?? '';
  const amount = readMoney(amountElement?.text ?? '', '.', currency);
  if (!amount.ok) problems.push(amount.problem);
  const booked = readDayOf(textOf(record, 'BookgDt/Dt') ?? textOf(record, 'BookgDt/DtTm'));
  const value = readDayOf(textOf(record, 'ValDt/Dt') ?? textOf(record, 'ValDt/DtTm'));
  const stated = statusOf(record, statement);
  const fallback = readDayOf(stated === 'booked' ? statement.day : statement.createdOn);
  const day = booked ?? value ?? fallback;
  if (day === undefined) problems.push('has no booking date');
  for (const one of [day, value === day ? undefined : value]) if (one?.ok === false) problems.push(one.problem);
  if (!amount.ok || !day?.ok || problems.length > 0) return { ok: false, problems };

  const indicator = textOf(record, 'CdtDbtInd');
  const isOut = indicator === 'DBIT';
  const own = readFacts(record, {
    isOut,
    isReversal: isReversal(record),
    money: { amount: amount.value, currency },
    statement,
  });
  const single = onlyPayment(record, drafts, isOut ? -amount.value : amount.value);
  const facts = single === undefined ? own : merged(single, own);
  return {
    ok: true,
    entry: {
      ...facts,
      lineNumber: record.lineNumber,
      status: amount.value === 0n ? 'information' : stated,
      bookedOn: day.value.on,
      bookedTime: booked?.ok ? booked.value.time : undefined,
      valueOn: value?.ok ? value.value.on : undefined,
      currency,
      amount: isOut ? -amount.value : amount.value,
      direction: isOut || indicator === 'CRDT' ? 'read' : 'unknown',
      bankId: readReference(textOf(record, 'AcctSvcrRef')) ?? single?.bankId,
      code: readCode(find(record, 'BkTxCd')) ?? single?.code,
      reverses: isReversal(record),
      details: single === undefined ? detailsOf(drafts, isOut ? -amount.value : amount.value) : [],
    },
  };
}

const isReversal = (record: XmlRecord): boolean => ['true', '1'].includes(textOf(record, 'RvslInd') ?? '');

function statusOf(record: XmlRecord, { type }: CamtStatement): FileEntry['status'] {
  const status = textOf(record, 'Sts/Cd') ?? textOf(record, 'Sts');
  if (status === 'BOOK' || (status === undefined && find(record, 'Sts/Prtry') === undefined && type === 'camt.053')) {
    return 'booked';
  }
  return status === 'INFO' ? 'information' : 'pending';
}

/** The payment that the entry is: one alone, unless the bank says that there are more. */
function onlyPayment(record: XmlRecord, drafts: readonly DetailDraft[], amount: bigint): DetailDraft | undefined {
  const [only, ...more] = drafts;
  if (only === undefined || more.length > 0) return undefined;
  const said = childrenOf(record, 'NtryDtls').some((details) => Number(textOf(details, 'Btch/NbOfTxs') ?? 1) > 1);
  return said && only.amount !== amount ? undefined : only;
}

function merged({ amount: _, bankId: __, code: ___, ...payment }: DetailDraft, entry: EntryFacts): EntryFacts {
  return {
    endToEndId: payment.endToEndId ?? entry.endToEndId,
    texts: distinct([...payment.texts, ...entry.texts]),
    counterpartyName: payment.counterpartyName ?? entry.counterpartyName,
    counterpartyAccount: payment.counterpartyAccount ?? entry.counterpartyAccount,
    charges: entry.charges ?? payment.charges,
    returned: payment.returned ?? entry.returned,
  };
}

/** Their amounts are given only if all are known and add up to the entry's: otherwise some are of something else. */
function detailsOf(drafts: readonly DetailDraft[], amount: bigint): EntryDetail[] {
  let sum: bigint | undefined = 0n;
  for (const draft of drafts) sum = sum === undefined || draft.amount === undefined ? undefined : sum + draft.amount;
  return drafts.map(({ bankId: _, code: __, ...detail }) =>
    sum === amount ? detail : { ...detail, amount: undefined },
  );
}

type Context = { isOut: boolean; isReversal: boolean; money: Money | undefined; statement: CamtStatement };

/** What `Ntry` and `TxDtls` say in the same way. */
function readFacts(record: XmlRecord, { isOut, isReversal, money, statement }: Context): EntryFacts {
  const returned = find(record, 'RtrInf');
  const endToEndId = readReference(textOf(record, 'Refs/EndToEndId'));
  const parties = find(record, 'RltdPties');
  const counterparty = findCounterparty(parties, statement, { isOut, isBack: returned !== undefined || isReversal });
  return {
    endToEndId,
    texts: distinct([...remittance(record), ...(isOut ? ownReferences(record) : []), ...additional(record)]),
    counterpartyName: counterparty.name,
    counterpartyAccount: counterparty.account,
    charges: money === undefined ? undefined : readCharges(record, isOut, money),
    returned:
      returned === undefined
        ? undefined
        : { endToEndId, reason: textOf(returned, 'Rsn/Cd') ?? textOf(returned, 'Rsn/Prtry') },
  };
}

function remittance(record: XmlRecord): (string | undefined)[] {
  const information = find(record, 'RmtInf');
  return (information?.children ?? []).flatMap((child) => {
    if (child.name === 'Ustrd') return [child.text];
    if (child.name !== 'Strd') return [];
    return [
      textOf(child, 'CdtrRefInf/Ref') ?? textOf(child, 'CdtrRefInf/CdtrRef'),
      ...childrenOf(child, 'RfrdDocInf').map((document) => textOf(document, 'Nb') ?? textOf(document, 'RfrdDocNb')),
      ...childrenOf(child, 'AddtlRmtInf').map(({ text }) => text),
    ];
  });
}

/** The ids of our own payment file and of its batch, which the bank may book as one. */
function ownReferences(record: XmlRecord): (string | undefined)[] {
  const batches = childrenOf(record, 'NtryDtls').flatMap((details) => childrenOf(details, 'Btch'));
  const ids = [find(record, 'Refs'), ...batches].flatMap((one) => [textOf(one, 'PmtInfId'), textOf(one, 'MsgId')]);
  return ids.map(readReference);
}

const additional = (record: XmlRecord): (string | undefined)[] => [
  ...childrenOf(find(record, 'RtrInf'), 'AddtlInf').map(({ text }) => text),
  ...record.children.filter(({ name }) => name === 'AddtlTxInf' || name === 'AddtlNtryInf').map(({ text }) => text),
  foreignAmount(record),
];

/** What was sent in another currency: `Sent as USD 120.00`. */
function foreignAmount(record: XmlRecord): string | undefined {
  const element = find(record, 'AmtDtls/InstdAmt/Amt');
  const currency = element?.attributes.Ccy;
  const own = (find(record, 'Amt') ?? find(record, 'AmtDtls/TxAmt/Amt'))?.attributes.Ccy;
  return currency === undefined || own === undefined || own === currency
    ? undefined
    : firstOf(`${currency} ${element?.text}`);
}

/**
 * What the bank kept. Where it does not say whether that is in the amount (`ChrgInclInd`), the amount before charges must
 * show it.
 */
function readCharges(record: XmlRecord, isOut: boolean, { amount, currency }: Money): bigint | undefined {
  const charges = childrenOf(record, 'Chrgs').flatMap((one) => {
    const records = childrenOf(one, 'Rcrd');
    return records.length > 0 ? records : [one];
  });
  let included = 0n;
  let open = 0n;
  for (const charge of charges) {
    const says = textOf(charge, 'ChrgInclInd');
    if (says === 'false' || says === '0') continue;
    const money = moneyOf(charge, 'Amt') ?? moneyOf(charge, 'TtlChrgsAndTaxAmt');
    if (money === undefined || money.currency !== currency) continue;
    const kept = textOf(charge, 'CdtDbtInd') === 'CRDT' ? -money.amount : money.amount;
    if (says === undefined) open += kept;
    else included += kept;
  }
  const before = isOut ? amount - open - included : amount + open + included;
  const isShown = ['AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'].some((path) => {
    const money = moneyOf(record, path);
    return money?.currency === currency && money.amount === before;
  });
  const all = isShown ? included + open : included;
  return all === 0n ? undefined : all;
}
