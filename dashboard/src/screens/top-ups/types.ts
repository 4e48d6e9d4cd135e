/** A top-up by bank transfer, as the API answers it. */
import type { paths } from '../../api/api.generated.ts';

export type Transfer = paths['/api/v1/top-ups/{id}']['get']['responses'][200]['content']['application/json']['data'];

/** `RF32 KXQM PTBD`, as it is read and typed. */
export const grouped = (reference: string): string => reference.match(/.{1,4}/g)?.join(' ') ?? reference;
