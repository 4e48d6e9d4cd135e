/** What the bank said against the name of a bank account, in words. */
import type { BankAccount } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';

/** Undefined: nothing. The account is on file all the same. */
export function usePayeeDoubt(): (account: BankAccount) => string | undefined {
  const t = useStrings();
  return ({ payee_check: check }) => {
    if (check?.result === 'no_match') return t('bank.payee.no_match');
    if (check?.result !== 'close_match') return undefined;
    return check.name === null
      ? t('bank.payee.close_match.unnamed')
      : t('bank.payee.close_match', { name: check.name });
  };
}
