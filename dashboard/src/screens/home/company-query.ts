/** What the home of a company reads first: its route asks for it while the screen is still on its way. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf, type Book, dataOf } from '../../api/client.ts';

export const companyQuery = (book: Book) =>
  queryOptions({
    queryKey: ['home', book.holderId, book.mode, 'company'],
    queryFn: () => dataOf(apiOf(book).GET('/api/v1/home/company')),
  });
