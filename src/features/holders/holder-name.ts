/** The name of a company, a shop or a wallet. Pure. */
import { AppError } from '../../base/errors/app-error.ts';
import { isLongerThan } from '../../core/http/text.ts';

export const holderNameMax = 100;

/** @returns it without blanks around it. @throws AppError `validation_failed` of `name`. */
export function readHolderName(given: string): string {
  const name = given.trim();
  if (name !== '' && !isLongerThan(name, holderNameMax)) return name;
  const message = `A name has 1 to ${holderNameMax} characters.`;
  throw new AppError('validation_failed', { message, details: [{ field: 'name', message }] });
}

/** Whether the operator, or a company that the operator approved, vouches for it. Wallets and couriers open by themselves. */
export const isVouchedFor = ({ kind, status }: { kind: string; status: string }): boolean =>
  kind === 'service' || (status === 'active' && (kind === 'company' || kind === 'merchant'));
