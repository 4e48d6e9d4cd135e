/** What the home of a company reads first: its route asks for it while the screen is still on its way. */
import { queryOptions } from '@tanstack/react-query';
import type { paths } from '../../api/api.generated.ts';
import { apiOf, type Book, dataOf } from '../../api/client.ts';

export type CompanyFacts =
  paths['/api/v1/home/company']['get']['responses'][200]['content']['application/json']['data'];

export const companyQuery = (book: Book) =>
  queryOptions({
    queryKey: ['home', book.holderId, book.mode, 'company'],
    queryFn: () => dataOf(apiOf(book).GET('/api/v1/home/company')),
  });
