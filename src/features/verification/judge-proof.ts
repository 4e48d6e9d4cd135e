/**
 * Judges a proof of the books without a database: that not a byte of it has changed since it was signed, and that what it
 * says adds up. It can't tell whether what was signed is true. Pure.
 */
import { Check } from 'typebox/value';
import { isSignatureOf, isSigned, readHead } from '../../core/seals/head.ts';
import { Proof, proofText, signedText, sumOf } from './proof.ts';

type JudgedProof = {
  /** Undefined when the file is no proof. */
  proof: Proof | undefined;
  /** What is wrong, as sentences; empty when it is genuine and adds up. */
  problems: string[];
};

/** @param key which it must be signed by, 32 bytes; undefined: whichever it names. */
export function judgeProof(file: Buffer, key: Buffer | undefined): JudgedProof {
  const proof = readProof(file);
  if (proof === undefined) return { proof, problems: ['This is not a proof of the books.'] };
  const { signature, ...said } = proof;
  const signedBy = Buffer.from(proof.key, 'base64url');
  const problems: string[] = [];
  // The last character of a key or a signature has bits that are not part of it: written anew, they are what was signed.
  const written = {
    ...said,
    key: signedBy.toString('base64url'),
    signature: Buffer.from(signature, 'base64url').toString('base64url'),
  };
  if (!file.equals(Buffer.from(proofText(written))))
    problems.push('The file was changed: it is not written as it was.');
  if (!isSignatureOf(signedText(said), signedBy, Buffer.from(signature, 'base64url'))) {
    problems.push('The signature does not match: the file was changed, or signed by another key.');
  }
  if (key !== undefined && !key.equals(signedBy)) problems.push('It is signed by another key than the one given.');
  return { proof, problems: [...problems, ...sumProblems(proof)] };
}

function readProof(file: Buffer): Proof | undefined {
  try {
    const read: unknown = JSON.parse(file.toString('utf8'));
    return Check(Proof, read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** What it says must agree with itself. */
function sumProblems({ verification, totals, seal, made_at: madeAt }: Proof): string[] {
  const { checks, balanced, rows, started_at: startedAt, finished_at: finishedAt } = verification;
  const problems: string[] = [];
  if (balanced !== checks.every(({ violations }) => violations === 0)) {
    problems.push(`It says that the books ${balanced ? 'balance' : 'do not balance'}, and its checks say otherwise.`);
  }
  if (rows !== sumOf(checks.map((check) => check.rows))) problems.push('The rows of its checks do not add up.');
  if (new Set(checks.map(({ name }) => name)).size < checks.length) problems.push('It has a check twice.');
  // All in one form, in which the order of the texts is that of the times.
  if (startedAt > finishedAt || finishedAt > madeAt) problems.push('Its times are not in order.');
  for (const { mode, currency, ...sums } of totals) {
    const book = `${currency}, ${mode} mode`;
    if (sums.debits !== sums.credits) problems.push(`Debits and credits differ: ${book}.`);
    if (sums.debit_balances !== sums.credit_balances) problems.push(`Balances do not add up to zero: ${book}.`);
  }
  if (new Set(totals.map(({ mode, currency }) => `${mode} ${currency}`)).size < totals.length) {
    problems.push('It has a currency twice.');
  }
  const head = seal === null ? undefined : readHead(seal);
  if (seal !== null && head === undefined) problems.push('Its head of the seals cannot be read.');
  if (head !== undefined && head.publicKey !== null && !isSigned(head)) {
    problems.push('Its head of the seals has a signature that is not its own.');
  }
  return problems;
}
