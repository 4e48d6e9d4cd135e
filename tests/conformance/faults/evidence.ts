/** Faults of evidence against disputes. */
import type { EvidenceRequest, EvidenceResult } from '../../../src/features/providers/provider.ts';
import type { Acme } from '../acme/account.ts';
import type { Fault } from './fault.ts';

const take = (acme: Acme, evidence: EvidenceRequest): EvidenceResult => {
  acme.disputes.find(({ id }) => id === evidence.disputeId)?.submissions.push(evidence);
  return { kind: 'submitted' };
};

const disputeOf = (acme: Acme, { disputeId }: EvidenceRequest) => acme.disputes.find(({ id }) => id === disputeId);

export const evidenceFaults: readonly Fault[] = [
  {
    does: 'submits evidence with each call',
    plant: (_good, acme) => ({
      submitEvidence: (evidence) => acme.call('write', () => take(acme, evidence)),
    }),
    seenBy: [
      'evidence is submitted once, however often it is asked for',
      'evidence whose answer was lost is submitted once',
      'other evidence after it was submitted is refused',
      'evidence after the dispute was decided is refused',
    ],
  },
  {
    does: 'refuses evidence that it has',
    plant: (good, acme) => ({
      async submitEvidence(evidence) {
        const isKnown = disputeOf(acme, evidence)?.submissions.length !== 0;
        return isKnown ? { kind: 'refused', reason: 'not_taken' } : good.submitEvidence(evidence);
      },
    }),
    seenBy: [
      'evidence is submitted once, however often it is asked for',
      'evidence whose answer was lost is submitted once',
    ],
  },
  {
    does: 'says of any evidence that it took it',
    plant: (good) => ({
      async submitEvidence(evidence) {
        await good.submitEvidence(evidence);
        return { kind: 'submitted' };
      },
    }),
    seenBy: ['other evidence after it was submitted is refused', 'evidence after the dispute was decided is refused'],
  },
  {
    does: 'takes less than it states',
    plant: (good) => ({
      async submitEvidence(evidence) {
        const bytes = evidence.files.reduce((sum, file) => sum + file.bytes.length, 0);
        return bytes < good.evidenceFilesBytesMax
          ? good.submitEvidence(evidence)
          : { kind: 'refused', reason: 'too_large' };
      },
    }),
    seenBy: ['evidence with as many bytes of files as evidenceFilesBytesMax states is taken'],
  },
  {
    does: 'loses the files',
    plant: (good) => ({ submitEvidence: (evidence) => good.submitEvidence({ ...evidence, files: [] }) }),
    seenBy: ['evidence arrives with its texts and files'],
  },
  {
    does: 'takes one text for another',
    plant: (good) => ({
      submitEvidence: ({ texts, ...rest }) =>
        good.submitEvidence({ ...rest, texts: { ...texts, refund_policy: texts.explanation ?? '' } }),
    }),
    seenBy: ['evidence arrives with its texts and files'],
  },
];
