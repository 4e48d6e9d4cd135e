/** What the address of an audit log may ask for. Anything else is dropped. */

export type AuditSearch = { search?: string; cursor?: string; action?: string; from?: string; to?: string };

const act = /^[a-z_]{1,30}\.[a-z_]{1,30}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

export function auditSearch(given: Record<string, unknown>): AuditSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' || typeof given[name] === 'number' ? String(given[name]) : '';
  return {
    ...(text('search') === '' ? {} : { search: text('search') }),
    ...(text('cursor') === '' ? {} : { cursor: text('cursor') }),
    ...(act.test(text('action')) ? { action: text('action') } : {}),
    ...(day.test(text('from')) ? { from: text('from') } : {}),
    ...(day.test(text('to')) ? { to: text('to') } : {}),
  };
}
