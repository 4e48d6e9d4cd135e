/** What the page of the public proof says, in words. Pure. */
import { headText } from '../../core/seals/head.ts';
import type { ProofDeps } from '../../features/verification/make-proof.ts';
import { sumOf } from '../../features/verification/proof.ts';
import { proofAddresses } from '../../features/verification/proof-addresses.ts';
import { type PublicProof, type Verdict, verdictOf } from '../../features/verification/public-proof.ts';

const headings: Record<Verdict, string> = {
  balanced: 'The books balance',
  unbalanced: 'The books don’t balance',
  unverified: 'The books haven’t been verified yet',
};
const secondMs = 1000;
const numbers = new Intl.NumberFormat('en');
const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Such as "28 Nov 2026". */
export const showDay = (at: Date): string => days.format(at);

const shown = (at: Date) => ({ iso: at.toISOString(), text: `${times.format(at)} UTC` });
const took = (ms: number): string =>
  ms < secondMs ? `${numbers.format(ms)} ms` : `${seconds.format(ms / secondMs)} s`;
const violations = (count: number): string => `${numbers.format(count)} violation${count === 1 ? '' : 's'}`;

export function showProof(proof: PublicProof, { publicUrl, sealKeys }: Pick<ProofDeps, 'publicUrl' | 'sealKeys'>) {
  const { full, last, head, run } = proof;
  const verdict = verdictOf(proof);
  return {
    verdict,
    heading: headings[verdict],
    host: new URL(publicUrl).host,
    full: full && showVerification(full),
    // A full one says what one of recent changes would.
    recent:
      last === undefined || last.kind === 'full'
        ? undefined
        : { at: shown(last.finishedAt), text: last.ok ? 'balanced' : 'did not balance' },
    running:
      run &&
      (run.checksTotal === null
        ? 'A verification is about to start.'
        : `Verifying now: ${run.checksDone} of ${run.checksTotal} checks done.`),
    seal: head && {
      text: headText(head),
      number: numbers.format(head.number),
      at: shown(head.sealedAt),
      isSigned: head.signature !== null,
    },
    file: full && sealKeys && proofAddresses.file,
    key: sealKeys?.publicKey.toString('base64url'),
  };
}

function showVerification({ checks, startedAt, finishedAt }: NonNullable<PublicProof['full']>) {
  const rows = sumOf(checks.map((check) => check.rows ?? null));
  // What failed comes first.
  const ordered = [...checks.filter(({ count }) => count > 0), ...checks.filter(({ count }) => count === 0)];
  return {
    at: shown(finishedAt),
    took: took(finishedAt.getTime() - startedAt.getTime()),
    rows: rows === null ? undefined : numbers.format(rows),
    passed: `${checks.filter(({ count }) => count === 0).length} of ${checks.length}`,
    checks: ordered.map(({ name, count, rows: read, tookMs }) => ({
      name,
      rows: read === undefined || read === null ? '–' : numbers.format(read),
      took: tookMs === undefined ? '–' : took(tookMs),
      isOk: count === 0,
      result: count === 0 ? 'Passed' : violations(count),
    })),
  };
}
