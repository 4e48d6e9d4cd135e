/** Accounts of the ledger in words, from their names: `earnings:4` is somebody's earnings. */
import type { OrderTransfer } from '../api/types.ts';
import { type StringId, useStrings } from '../strings/strings.tsx';

export type TransferCode = OrderTransfer['code'];

const plain: Record<string, StringId> = {
  clearing: 'account.clearing',
  commission: 'account.commission',
  wallet: 'account.wallet',
  fees: 'account.fees',
  transit: 'account.transit',
  advances: 'account.advances',
  debt: 'account.ownDebt',
  debts: 'account.debts',
  cash: 'account.cash',
  'payouts:pending': 'account.payouts_pending',
  'outside:bank': 'account.outside.bank',
  'outside:card': 'account.outside.card',
  'outside:onlinewallet': 'account.outside.onlinewallet',
  'shadow:clearing': 'account.shadow_clearing',
  'shadow:commission': 'account.shadow_commission',
};

/** A provider's name, such as `mollie`, as its title most likely is: only the operator is told titles. */
const titled = (name: string): string =>
  name.replaceAll(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());

/** @returns words for an account. `name` is the party's, if it is known. */
export function useAccountWords(): (account: string, name?: string | null) => string {
  const t = useStrings();
  return (account, name) => {
    const known = plain[account];
    if (known !== undefined) return t(known);
    const [, kind = '', id = ''] = /^(earnings|debt|cash|outside|shadow:earnings):(.*)$/.exec(account) ?? [];
    if (kind === 'outside') return t('account.outside.provider', { name: titled(id) });
    if (kind === 'shadow:earnings') {
      const shown = name ?? id.replace(/^(ref|name|courier):/, '');
      return t('account.shadow_payee', { name: /^unnamed/.test(shown) ? t('account.unnamed') : shown });
    }
    const party = name ?? t('account.link', { id });
    if (kind === 'cash') return t('account.cashHeld', { name: party });
    return kind === 'debt' ? t('account.debt', { name: party }) : t('account.earnings', { name: party });
  };
}
