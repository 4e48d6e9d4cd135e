/** What the roles of the operator's people may do, so that nothing is offered that the service would refuse. */
import { useBook } from '../../app/book.ts';

export function useOperator() {
  const book = useBook();
  const { role } = book.holder;
  const isAdministrator = role === 'administrator';
  return {
    ...book,
    mayMoveMoney: isAdministrator || role === 'finance',
    mayDecide: isAdministrator,
    maySuspend: isAdministrator || role === 'support',
    mayVerify: role !== 'viewer',
  };
}
