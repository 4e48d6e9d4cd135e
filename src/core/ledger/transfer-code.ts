/** The code of a transfer, as answers and statements declare it. */
import { Type } from 'typebox';
import { oneOf } from '../../base/database/columns.ts';
import { transferCodes } from './transfer.ts';

/** In an answer. */
export const TransferCodeName = (description?: string) =>
  Type.Enum([...transferCodes], description === undefined ? {} : { description });

/** In a statement. */
export const transferCode = oneOf(...transferCodes);
