/**
 * The hosted address of a payment: it starts with the base the payment was created through (docs/contract.md,
 * "Addresses").
 */
import { merchantBasePaths } from '../../http/interface-of.ts';
import type { Payment } from '../payment.ts';

export const paymentPath = (payment: Pick<Payment, 'base' | 'id'>): string =>
  `${merchantBasePaths[payment.base]}/user/authentication/form/${payment.id}`;
