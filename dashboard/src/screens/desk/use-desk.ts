/** What the desk reads and sends: the same for a company, a shop and the operator, each at addresses of its own. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Exception, Permission, QueryOf } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { exceptionsKey } from '../../app/exception-count.ts';
import { useMay } from '../../app/may.ts';

type Asked = QueryOf<'operatorListExceptions'>;

export function useDesk() {
  const { holderId, mode, holder, api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const isOperator = holder.kind === 'service';
  const named = ({ kind, object_id }: Exception) => ({ kind, object_id });
  return {
    isOperator,
    mayDo: (needed: Permission | undefined): boolean => needed !== undefined && may(needed),
    mayAssign: may(isOperator ? 'operator_exceptions.assign' : 'exceptions.assign'),
    mayFinish: may(isOperator ? 'operator_exceptions.finish' : 'exceptions.finish'),
    /** Only the operator's can be narrowed to an account. */
    read: ({ account, ...query }: Asked) =>
      isOperator
        ? api.GET('/api/v1/operator/exceptions', {
            params: { query: { ...query, ...(account === undefined ? {} : { account }) } },
          })
        : api.GET('/api/v1/exceptions', { params: { query } }),
    assign: async (row: Exception, personId: string | null) => {
      const body = { ...named(row), ...(personId === null ? {} : { person_id: personId }) };
      if (isOperator) await api.POST('/api/v1/operator/exceptions/assign', { body });
      else await api.POST('/api/v1/exceptions/assign', { body });
    },
    finish: async (row: Exception) => {
      if (isOperator) await api.POST('/api/v1/operator/exceptions/finish', { body: named(row) });
      else await api.POST('/api/v1/exceptions/finish', { body: named(row) });
    },
    refresh: () => queries.invalidateQueries({ queryKey: exceptionsKey({ holderId, mode }, isOperator) }),
  };
}

/** An act on a row, after which the queue is read again. */
export function useRowAct<Asks>(act: (asked: Asks) => Promise<void>, onDone?: () => void) {
  const { refresh } = useDesk();
  return useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onSettled: refresh,
  });
}
