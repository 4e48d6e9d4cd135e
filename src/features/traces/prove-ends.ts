/** Whether statements prove what entered and left the service in a chain. Pure; amounts are minor units. */
import type { Mode } from '../../base/money/mode.ts';

export const proofs = ['proven', 'waiting', 'test_mode'] as const;
export type Proof = (typeof proofs)[number];

/** @param moved of an end's transfers. @param matched of them with lines. In test mode there is no bank, unless statements are imported. */
export function proofOf(mode: Mode, moved: bigint, matched: bigint): Proof {
  if (matched >= moved) return 'proven';
  return mode === 'test' && matched === 0n ? 'test_mode' : 'waiting';
}
