/** The book that a screen shows, from its address, and the API client for it. */
import { useParams } from '@tanstack/react-router';
import { type Api, apiOf, type Book } from '../api/client.ts';
import { type Holder, useSession } from './session.ts';

type OpenBook = Book & { api: Api; holder: Holder };

export function useBook(): OpenBook {
  const { holderId, mode } = useParams({ from: '/signed-in/h/$holderId/$mode' });
  const session = useSession();
  const holder = session.holders.find((one) => one.holder_id === holderId) as Holder;
  return { holderId, mode, holder, api: apiOf({ holderId, mode }) };
}
