/**
 * `sluice proof` writes the signed proof of the books into a file. `sluice verify-proof` judges one, without a database: exit
 * code 0 when it is genuine and the books balanced, 2 when it is genuine and they did not, 1 when it is not genuine.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { realNow } from '../../base/clock/clock.ts';
import { readPublicKey } from '../../core/seals/seal-keys.ts';
import { judgeProof } from '../../features/verification/judge-proof.ts';
import { makeProof } from '../../features/verification/make-proof.ts';
import { type Proof, proofText } from '../../features/verification/proof.ts';
import { readConfig } from '../config.ts';
import { complain, say, sayFile, sayJson, table } from './output.ts';
import { findSealKeys } from './seal-key.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

const notGenuine = 1;
const unbalanced = 2;

export async function proofCommand({ out }: { out?: string }): Promise<void> {
  const config = readConfig(process.env);
  const sealKeys = await findSealKeys(config);
  const { publicUrl } = config;
  const proof = await withDatabase((db) => makeProof(shellActor(), { db, publicUrl, sealKeys }, realNow()));
  if (out === undefined) return sayFile(proofText(proof));
  await writeFile(out, proofText(proof));
  complain(`${out}: the proof of ${proof.made_at}, signed by ${proof.key}.`);
}

export async function verifyProofCommand(file: string, options: { key?: string; json?: boolean }): Promise<void> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) throw new Error(`${file} can't be read.`);
  const key = options.key === undefined ? undefined : await readKey(options.key);
  const { proof, problems } = judgeProof(bytes, key);
  if (options.json) sayJson({ genuine: problems.length === 0, problems, proof: proof ?? null });
  else if (problems.length > 0 || proof === undefined) show(problems);
  else explain(proof, key !== undefined);
  if (problems.length > 0) process.exitCode = notGenuine;
  else if (proof?.verification.balanced === false) process.exitCode = unbalanced;
}

/** As it stands in a proof and in a head of seals, or the name of a file in PEM. */
async function readKey(key: string): Promise<Buffer> {
  if (/^[\w-]{43}$/.test(key)) return Buffer.from(key, 'base64url');
  const pem = await readFile(key, 'utf8').catch(() => undefined);
  const read = pem === undefined ? undefined : readPublicKey(pem);
  if (read !== undefined) return read;
  throw new Error('--key takes a public key of 43 characters, as in a proof, or the name of a file with one in PEM.');
}

function show(problems: readonly string[]): void {
  say('✗ This proof is not genuine.');
  for (const problem of problems) say(`    ${problem}`);
}

function explain(proof: Proof, keyGiven: boolean): void {
  const { service, made_at: madeAt, key, verification, totals, seal } = proof;
  const { checks, rows, finished_at: finishedAt, balanced } = verification;
  const failed = checks.filter(({ violations }) => violations > 0);
  say(`✓ not a byte has changed since ${madeAt}, and what it says adds up`);
  say(`✓ signed by ${keyGiven ? 'the key you gave' : key}`);
  say(
    `${balanced ? '✓' : '✗'} ${service}: ${checks.length - failed.length} of ${checks.length} checks passed at ${finishedAt}${
      rows === null ? '' : `, ${rows} rows read`
    }`,
  );
  for (const { name, violations } of failed) say(`    ${name}: ${violations} violations`);
  if (totals.length > 0) {
    const lines = totals.map((one) => [one.mode, one.currency, one.debits, one.credits, String(one.transfers)]);
    say(`\n${table([['Mode', 'Currency', 'Debits', 'Credits', 'Transfers'], ...lines])}`);
  }
  say(`
It proves that whoever has this key stated it: what the last full verification found, that debits and credits were
equal in each currency, and ${seal === null ? 'that nothing was sealed yet' : 'where the chain of seals ended'}.
It does not prove that the statement is true: for that, verify the database itself. It does not prove that the money
is at the bank, nor anything since ${finishedAt}.`);
  if (seal !== null)
    say(`What was sealed until then can be checked at the service: npx sluice verify --sealed ${seal}`);
  if (!keyGiven)
    say('Compare the key with one that you got another way, such as from an earlier head, or give it with --key.');
}
