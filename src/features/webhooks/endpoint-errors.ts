/** The refusals that several use cases of endpoints share. */
import { AppError } from '../../base/errors/app-error.ts';

export const unknownEndpoint = (): AppError =>
  new AppError('not_found', { message: 'No webhook endpoint has this id.' });

export const unknownDelivery = (): AppError =>
  new AppError('not_found', { message: 'No event of this endpoint has this id.' });

export const notActive = (): AppError =>
  new AppError('invalid_state', { message: 'The endpoint is not active. Resume it first.' });
