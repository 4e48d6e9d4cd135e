/**
 * An id of ours as a bank carries it. Pure. Banks take 35 characters without underscores (EPC217-08); ours have up to 36 with
 * one, after their prefix. Without it they fit, and stay different: a prefix has letters only and a fixed length.
 */
const lengthMax = 35;

/** @throws Error for an id of another shape: that would be a fault of ours. */
export function bankReference(id: string): string {
  const reference = id.replace('_', '');
  if (reference.length > lengthMax || !/^[A-Za-z0-9]+$/.test(reference))
    throw new Error('not an id that banks can carry');
  return reference;
}

/** For comparison with what a bank gives back: some change the case, or put separators in. */
export const comparableReference = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
