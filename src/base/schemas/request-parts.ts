/** Schema parts shared by the partner's requests. */
import { Type } from 'typebox';

/** Amounts have at most 12 digits before the point. */
export const amountLimit = 1_000_000_000_000;

const textLengthMax = 255;

const textOf =
  (format: 'text' | 'ref') =>
  (description: string, ...examples: string[]) =>
    Type.String({
      minLength: 1,
      maxLength: textLengthMax,
      format,
      description,
      ...(examples.length === 0 ? {} : { examples }),
    });

/** A note, a reason; also a ref of what exists already, which may be from a time when any text was taken as one. */
export const plainText = textOf('text');

/** A ref or name that is given here. */
export const refText = textOf('ref');

export const reasonLengthMax = 500;

/** Why a person does it. @param description who reads it. */
export const reasonFor = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: reasonLengthMax, format: 'ref', description, examples: [example] });

/** Why the operator does something. */
export const reasonText = reasonFor('Kept in the audit log', 'Agreed with the bank');
