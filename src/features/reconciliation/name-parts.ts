/**
 * Finds, of whatever amount, the open transfers and payment files that lines and the payments in them name. Reads only. Every
 * open transfer of the source is read once for all lines, a page at a time.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { takeTurns } from '../bank-files/turns.ts';
import {
  type CollectiveLine,
  type Explanation,
  explain,
  type FiledTransfers,
  type Named,
  sideOf,
} from './collective.ts';
import { listFiledTransfers, listPayoutFileNames } from './filed-transfers.repository.ts';
import { type OpenTransfer, textOf } from './match-lines.ts';
import { allOpenTransfers, nameTransfers, openTransfers } from './name-transfers.ts';
import type { Outside } from './reconciliation.repository.ts';
import { createReferenceFinder, isSure, squeezed } from './text-references.ts';

/**
 * How our ids begin that transfers at a bank or acquirer are called by, long enough to be one: a text without any names
 * nothing of any amount. `rf` is the reference of a top-up.
 */
const idLike = /(?:po|pf|lr|top|pay|trx|att|ref)[0-9a-z]{22}|rf[0-9]{2}[a-z]{8}/;

/** Whether the text could name a transfer or file. */
export const couldName = (text: string): boolean => idLike.test(squeezed(text));

type Spoken = { line: CollectiveLine; texts: string[]; found: Set<OpenTransfer>[] };

/** @param pagesOf the transfers that count. @returns each line that names something, with what it could be. */
export async function explainLines(
  db: Database | Tx,
  outside: Outside,
  lines: readonly CollectiveLine[],
  pagesOf = allOpenTransfers,
): Promise<{ line: CollectiveLine; explanations: Explanation[] }[]> {
  const spoken: Spoken[] = [];
  const othersTurn = takeTurns();
  for (const line of lines) {
    const texts = textsOf(line);
    const found = texts.map(() => new Set<OpenTransfer>());
    if (line.charges !== null || texts.some(couldName)) spoken.push({ line, texts, found });
    await othersTurn();
  }
  const named = spoken.filter(({ texts }) => texts.some(couldName));
  const currencies = [...new Set(named.map(({ line }) => line.currency))];
  const pages = named.length === 0 ? [] : pagesOf(db, outside, currencies);
  for await (const page of pages) await findIn(page, named);
  await findBeforeCharges(db, outside, spoken);
  const filesOf = await findFiles(db, outside, named);
  return spoken
    .map(({ line, found: [own = new Set(), ...payments] }) => {
      const named: Named = { own, payments };
      return { line, explanations: explain(line, named, filesOf.get(line.id) ?? []) };
    })
    .filter(({ explanations }) => explanations.length > 0);
}

/** Of the line, then of each payment in it. */
const textsOf = (line: CollectiveLine): string[] => [
  textOf(line),
  ...(line.details?.payments ?? []).map(({ endToEndId, text }) => `${endToEndId ?? ''} ${text}`),
];

async function findIn(page: readonly OpenTransfer[], spoken: readonly Spoken[]): Promise<void> {
  const finders = new Map<string, ReturnType<typeof createReferenceFinder<OpenTransfer>>>();
  for (const transfer of page) {
    const finder = finders.get(sideOf(transfer)) ?? createReferenceFinder<OpenTransfer>(0);
    finders.set(sideOf(transfer), finder);
    // A short reference is nobody's name where the amounts say nothing.
    for (const reference of transfer.references) if (isSure(reference)) finder.add(reference, transfer);
  }
  const othersTurn = takeTurns();
  for (const { line, texts, found } of spoken) {
    const finder = finders.get(sideOf(line));
    for (const [at, text] of texts.entries()) {
      for (const transfer of finder?.find(text) ?? []) found[at]?.add(transfer);
      await othersTurn();
    }
  }
}

/** What a line names is known by its amount too, where the bank says what it kept: then a short reference is enough. */
async function findBeforeCharges(db: Database | Tx, outside: Outside, spoken: readonly Spoken[]): Promise<void> {
  const whole = spoken.flatMap(({ line: { charges, ...line }, found: [own] }) =>
    charges === null || own === undefined || own.size > 0 ? [] : [{ ...line, amount: line.amount + charges, own }],
  );
  if (whole.length === 0) return;
  for (const { line, found } of await nameTransfers(whole, openTransfers(db, outside, whole))) {
    for (const transfer of found) line.own.add(transfer);
  }
}

/** The files and batches that lines name, by line: the batch first, which is a part of its file. */
async function findFiles(
  db: Database | Tx,
  outside: Outside,
  spoken: readonly Spoken[],
): Promise<Map<bigint, FiledTransfers[]>> {
  const outgoing = outside.source === 'bank' ? spoken.filter(({ line }) => line.amount < 0n) : [];
  if (!outgoing.some(({ texts }) => texts.some((text) => squeezed(text).includes('pf')))) return new Map();
  const finder = createReferenceFinder<{ fileId: string; messageId: string }>(0);
  for (const file of await listPayoutFileNames(db, outside.mode)) finder.add(file.messageId, file);
  const named = outgoing.flatMap(({ line, texts }) => {
    const files = new Set(texts.flatMap((text) => [...finder.find(text)]));
    return files.size === 1 ? [{ line, texts, file: [...files][0] as { fileId: string; messageId: string } }] : [];
  });
  const filed = Map.groupBy(
    await listFiledTransfers(db, outside, [...new Set(named.map(({ file }) => file.fileId))]),
    ({ fileId }) => fileId,
  );
  return new Map(
    named.map(({ line, texts, file: { fileId } }) => {
      const whole = filed.get(fileId) ?? [];
      const letters = texts.map(squeezed);
      const batches = [...Map.groupBy(whole, ({ batchId }) => batchId)]
        .filter(([batchId]) => letters.some((text) => text.includes(squeezed(batchId))))
        .map(([, transfers]) => ({ fileId, transfers }));
      return [line.id, [...batches, { fileId, transfers: whole }]];
    }),
  );
}
