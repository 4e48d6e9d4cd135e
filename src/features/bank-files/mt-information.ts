/**
 * Field `:86:` of MT940 and MT942: who paid, and why. It is free text by SWIFT's standard; banks structure it with
 * subfields (`?20…?32`, in Germany, Poland, Switzerland), code words (`/NAME/…/REMI/`, in the Benelux), labels (`NAAM: …`)
 * or not at all. Pure.
 */

import { distinct, firstOf, isIban, readAccount, readMoney, readReference } from './file-values.ts';
import { readLabels } from './mt-labels.ts';
import type { Movement } from './mt-movement.ts';
import { readSlashes } from './mt-slashes.ts';
import { readSubfields } from './mt-subfields.ts';
import { type Information, unfolded } from './mt-text.ts';
import { reasonCodeIn } from './reason-codes.ts';
import type { EntryFacts } from './statement-file.ts';

type Account = { number: string | undefined; currency: string };

/** @param blocks the lines of each `:86:` of the entry. */
export function readInformation(
  blocks: readonly string[][],
  movement: Movement,
  own: Account,
): EntryFacts & { code: string | undefined } {
  const isOut = movement.amount < 0n;
  const all = [
    readSupplement(movement.supplement),
    ...blocksOf(blocks).map((lines) => readBlock(lines, isOut)),
    readIbanReference(movement, blocks),
  ];
  const endToEndId = all.map((one) => readReference(one.endToEndId)).find((one) => one !== undefined);
  const texts = distinct(all.flatMap((one) => one.texts)).filter((text) => readReference(text) !== undefined);
  const isReturned = movement.code === 'NRTI' || all.some((one) => one.isReturned);
  const reason = firstOf(...all.map((one) => one.reason)) ?? reasonCodeIn(texts.join(' ')) ?? undefined;
  return {
    code: firstOf(...all.slice(1).map((one) => one.code), all[0]?.code),
    endToEndId,
    texts,
    counterpartyName: firstOf(...all.slice(1).flatMap((one) => one.names ?? []), ...(all[0]?.names ?? [])),
    counterpartyAccount: all
      .flatMap((one) => one.accounts ?? [])
      .map(readAccount)
      .find((one) => one !== undefined && own.number?.endsWith(one) !== true),
    charges: chargesOf(all, movement.amount, own.currency),
    returned: isReturned ? { endToEndId, reason } : undefined,
  };
}

/** A bank that begins `:86:` anew for each code word means one text. */
function blocksOf(blocks: readonly string[][]): string[][] {
  const isOne = blocks.length > 1 && blocks.every(([first = '']) => /^\/[A-Z]{3,4}\//.test(first));
  return isOne ? [blocks.flat()] : [...blocks];
}

function readBlock(lines: readonly string[], isOut: boolean): Information {
  return (
    readSubfields(lines) ??
    readSlashes(lines, isOut) ??
    readLabels(lines) ?? { texts: unfolded(lines, { first: 61, others: 65 }).split(/\n+/) }
  );
}

/** SNS and ASN write the counterparty's account as the reference, its name below, and both again in `:86:`. */
function readIbanReference(
  { reference, supplement: [name] }: Movement,
  [[first = ''] = []]: readonly string[][],
): Information {
  if (reference === undefined || name === undefined || first.trim() !== `${reference} ${name}`) return { texts: [] };
  return { texts: [], accounts: [reference], names: [name] };
}

/** The lines behind `:61:`: `/OCMT/EUR11,85//CHGS/EUR0,50/`, the counterparty's account or name, or a text. */
function readSupplement(lines: readonly string[]): Information {
  const [only = '', ...more] = lines;
  const text = lines.join('');
  const said = (word: string): string | undefined => new RegExp(`/${word}/([^/]*)`).exec(text)?.[1];
  if (/^\/(OCMT|CHGS|TRCD|EXCH|IACC)\//.test(text)) {
    return { texts: [], code: said('TRCD'), original: said('OCMT'), charges: said('CHGS') };
  }
  const isAccount = more.length === 0 && (isIban(only) || /^P?\d{9,10}$/.test(only));
  return isAccount ? { texts: [], accounts: [only.replace(/^P0*/, '')] } : { texts: lines.slice() };
}

/** They count only where the amounts before and after them prove that they are in the entry. */
function chargesOf(all: readonly Information[], amount: bigint, currency: string): bigint | undefined {
  const moneyOf = (text: string | undefined): bigint | undefined => {
    const [, code = currency, digits = ''] = /^([A-Z]{3})?(\d[\d,]*)$/.exec(text?.replaceAll(/\s/g, '') ?? '') ?? [];
    const read = code === currency ? readMoney(digits, ',', code) : undefined;
    return read?.ok ? read.value : undefined;
  };
  const original = all.map((one) => moneyOf(one.original)).find((one) => one !== undefined);
  const charges = all.map((one) => moneyOf(one.charges)).find((one) => one !== undefined);
  if (original === undefined || charges === undefined || charges === 0n) return undefined;
  const before = amount < 0n ? -amount - charges : amount + charges;
  return before === original ? charges : undefined;
}
