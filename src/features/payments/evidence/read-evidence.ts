/** Gathers the evidence of one dispute, without the bytes of its files. Reads only. */
import type { Database } from '../../../base/database/pool.ts';
import { type EvidenceKey, findEvidence, findNames, listFiles } from './evidence.repository.ts';
import type { ShownEvidence } from './evidence-schemas.ts';

export async function readEvidence(db: Database, key: EvidenceKey): Promise<ShownEvidence> {
  const evidence = await findEvidence(db, key);
  if (evidence === undefined) return { evidence, files: [], names: { submittedBy: null, handedOverBy: null } };
  const [files, names] = [await listFiles(db, key), await findNames(db, evidence)];
  return { evidence, files, names };
}
