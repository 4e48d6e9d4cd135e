/** The numbers of bank accounts, as far as they are shown. */
import { useQuery } from '@tanstack/react-query';
import type { Payout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { bankAccountsQuery } from './queries.ts';

/** @returns the number of the account that a payout goes to; empty for those who may not see it. */
export function useBankNumbers(): (payout: Pick<Payout, 'bank_account_id'>) => string {
  const { holderId, mode } = useBook();
  const banks = useQuery({ ...bankAccountsQuery({ holderId, mode }), retry: false });
  return ({ bank_account_id: id }) => banks.data?.find((one) => one.bank_account_id === id)?.number ?? '';
}
