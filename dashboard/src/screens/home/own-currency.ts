/** The currency that examples are written in: the account's own or, before it has one, one in which the service takes money. */
import { useQuery } from '@tanstack/react-query';
import { apiOf, dataOf } from '../../api/client.ts';
import type { CompanyHome, ShopHome } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { busiestOf } from '../../ui/sums.ts';
import { companyQuery } from './company-query.ts';
import { shopQuery } from './shop-query.ts';

const usual = 'EUR';

/** @returns undefined until it is known. */
export function useOwnCurrency(): string | undefined {
  const { holder, holderId, mode } = useBook();
  const book = { holderId, mode };
  const company = useQuery({ ...companyQuery(book), enabled: holder.kind === 'company' });
  const shop = useQuery({ ...shopQuery(book), enabled: holder.kind === 'merchant' });
  const own = ofCompany(company.data) ?? ofShop(shop.data);
  const isRead = !company.isLoading && !shop.isLoading;
  const taken = useQuery({
    queryKey: ['top-up-currencies', holderId, mode],
    queryFn: () => dataOf(apiOf(book).GET('/api/v1/top-up-currencies')),
    enabled: isRead && own === undefined,
  });
  if (own !== undefined) return own;
  return isRead && !taken.isLoading ? (taken.data?.[0] ?? usual) : undefined;
}

const ofCompany = (home: CompanyHome | undefined): string | undefined =>
  busiestOf(home?.currencies ?? [], ({ orders }) => orders);

const ofShop = (home: ShopHome | undefined): string | undefined =>
  home?.today.currencies[0]?.currency ?? home?.balances[0]?.currency;
