/** Evidence against disputes: all of it arrives, once, and only while it is taken. */
import assert from 'node:assert/strict';
import { newPublicId } from '../../../src/base/database/public-id.ts';
import type { EvidenceFile, EvidenceRequest, EvidenceResult } from '../../../src/features/providers/provider.ts';
import { type Case, type Context, requireOutage } from '../case.ts';
import type { OpenedDispute, TakenEvidence } from '../harness.ts';
import { opened } from './disputes.ts';

const pdf: EvidenceFile = {
  purpose: 'shipping_documentation',
  name: '../delivery.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.7\n\u0000\u00ff\n%%EOF'),
};
const png: EvidenceFile = { purpose: 'other', name: 'shop.png', type: 'image/png', bytes: Buffer.from([0x89, 0x50]) };

const pdfOf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(bytes - 10, 32), Buffer.from('%%EOF')]);

export const evidenceFor = ({ id: disputeId }: OpenedDispute): EvidenceRequest => ({
  disputeId,
  submissionId: newPublicId('dev', 7n),
  texts: {
    explanation: 'The customer picked it up: “Άψογα, thank you”.',
    shipping_carrier: 'DHL',
    refund_policy: 'Within 30 days',
    refund_refusal: 'After a year',
    access_log: '2031-03-01 12:00 opened',
  },
  files: [pdf, png],
});

async function submit({ provider }: Context, evidence: EvidenceRequest): Promise<EvidenceResult> {
  const result = await provider.submitEvidence?.(evidence);
  assert(result);
  return result;
}

const submitted: EvidenceResult = { kind: 'submitted' };

async function taken({ harness }: Context, dispute: OpenedDispute): Promise<readonly TakenEvidence[]> {
  return (await harness.disputes?.evidence?.(dispute)) ?? [];
}

/** As far as the harness shows it. */
async function assertOnce(context: Context, dispute: OpenedDispute): Promise<void> {
  if (context.harness.disputes?.evidence === undefined) return;
  assert.equal((await taken(context, dispute)).length, 1, 'the provider has it once');
}

export const evidenceCases: readonly Case[] = [
  {
    name: 'evidence arrives with its texts and files',
    needs: ['submitEvidence', 'paid', 'disputes.evidence'],
    async run(context) {
      const { dispute } = await opened(context);
      const evidence = evidenceFor(dispute);
      assert.deepEqual(await submit(context, evidence), submitted);
      const [one] = await taken(context, dispute);
      assert.deepEqual(one?.texts, evidence.texts);
      const files = [...(one?.files ?? [])].map(({ purpose, type, bytes }) => [purpose, type, bytes.toString('hex')]);
      assert.deepEqual(
        files.sort(),
        evidence.files.map((file) => [file.purpose, file.type, file.bytes.toString('hex')]).sort(),
      );
    },
  },
  {
    name: 'evidence with as many bytes of files as evidenceFilesBytesMax states is taken',
    needs: ['submitEvidence', 'evidenceFilesBytesMax', 'paid', 'disputes'],
    async run(context) {
      const { dispute } = await opened(context);
      const half = (context.provider.evidenceFilesBytesMax ?? 0) / 2;
      const files = [
        { ...pdf, bytes: pdfOf(Math.floor(half)) },
        { ...pdf, purpose: 'other' as const, bytes: pdfOf(Math.ceil(half)) },
      ];
      assert.deepEqual(await submit(context, { ...evidenceFor(dispute), files }), submitted);
    },
  },
  {
    name: 'evidence is submitted once, however often it is asked for',
    needs: ['submitEvidence', 'paid', 'disputes'],
    async run(context) {
      const { dispute } = await opened(context);
      const evidence = evidenceFor(dispute);
      for (let times = 0; times < 3; times += 1) assert.deepEqual(await submit(context, evidence), submitted);
      await assertOnce(context, dispute);
    },
  },
  {
    name: 'evidence whose answer was lost is submitted once',
    needs: ['submitEvidence', 'outages.answerLost', 'paid', 'disputes.evidence'],
    async run(context) {
      requireOutage(context, 'answerLost', 'submitEvidence');
      const { dispute } = await opened(context);
      const evidence = evidenceFor(dispute);
      await context.harness.outages?.answerLost?.starts();
      await assert.rejects(async () => submit(context, evidence), 'no answer is an error');
      await context.harness.outages?.answerLost?.ends();
      assert.deepEqual(await submit(context, evidence), submitted);
      await assertOnce(context, dispute);
    },
  },
  {
    name: 'other evidence after it was submitted is refused',
    needs: ['submitEvidence', 'paid', 'disputes'],
    async run(context) {
      const { dispute } = await opened(context);
      await submit(context, evidenceFor(dispute));
      assert.equal((await submit(context, evidenceFor(dispute))).kind, 'refused');
      await assertOnce(context, dispute);
    },
  },
  {
    name: 'evidence after the dispute was decided is refused',
    needs: ['submitEvidence', 'paid', 'disputes.isWon'],
    async run(context) {
      const { dispute } = await opened(context);
      await context.harness.disputes?.isWon?.(dispute);
      assert.equal((await submit(context, evidenceFor(dispute))).kind, 'refused');
    },
  },
];
