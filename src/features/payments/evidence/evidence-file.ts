/**
 * Judges an uploaded file of evidence by its content, whatever its name says: a PDF, PNG or JPEG, whole from its beginning to its end
 * mark. Pure. Nothing in it is decoded, and it is only ever handed on as an attachment.
 */
import type { EvidenceFileType } from '../../providers/provider.ts';

/** As much as Stripe takes. */
export const fileBytesMax = 5 * 1_024 * 1_024;

export const fileExtensions: Readonly<Record<EvidenceFileType, string>> = Object.freeze({
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
});

type FileProblem = 'empty' | 'too_many_bytes' | 'unknown_type' | 'incomplete';

export const fileProblems: Readonly<Record<FileProblem, string>> = Object.freeze({
  empty: 'is empty',
  too_many_bytes: 'must have at most 5 MB',
  unknown_type: 'must be a PDF, PNG or JPEG file',
  incomplete: 'is incomplete or damaged',
});

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegEnd = Buffer.from([0xff, 0xd9]);
/** Readers of PDF look for its end mark in so many bytes. */
const pdfTailBytes = 1_024;

const kinds: readonly { type: EvidenceFileType; begins(bytes: Buffer): boolean; ends(bytes: Buffer): boolean }[] = [
  {
    type: 'application/pdf',
    begins: (bytes) => bytes.toString('latin1', 0, 5) === '%PDF-',
    ends: (bytes) => bytes.subarray(-pdfTailBytes).includes('%%EOF'),
  },
  {
    type: 'image/png',
    begins: (bytes) => bytes.subarray(0, 8).equals(pngSignature) && bytes.toString('latin1', 12, 16) === 'IHDR',
    ends: (bytes) => bytes.toString('latin1', bytes.length - 8, bytes.length - 4) === 'IEND',
  },
  {
    type: 'image/jpeg',
    begins: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
    // Cameras append data of their own.
    ends: (bytes) => bytes.lastIndexOf(jpegEnd) > 3,
  },
];

export function readFileType(
  bytes: Buffer,
): { ok: true; type: EvidenceFileType } | { ok: false; problem: FileProblem } {
  if (bytes.length === 0) return { ok: false, problem: 'empty' };
  if (bytes.length > fileBytesMax) return { ok: false, problem: 'too_many_bytes' };
  const kind = kinds.find(({ begins }) => begins(bytes));
  if (kind === undefined) return { ok: false, problem: 'unknown_type' };
  return kind.ends(bytes) ? { ok: true, type: kind.type } : { ok: false, problem: 'incomplete' };
}
