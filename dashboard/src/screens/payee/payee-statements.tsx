/** A payee's last months, each with its statement. */
import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Panel } from '../../ui/panel.tsx';

const shownMax = 6;

/** The newest first, from this month back to the one in which the link was made. */
function monthsOf({ now, created_at: since }: Pick<Payee, 'now' | 'created_at'>): Date[] {
  const today = new Date(now);
  const months = Array.from(
    { length: shownMax },
    (_, back) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)),
  );
  return months.filter((month, back) => back === 0 || month.toISOString().slice(0, 7) >= since.slice(0, 7));
}

export function PayeeStatements({ payee }: { payee: Payee }) {
  const t = useStrings();
  const intl = useIntl();
  const { holderId, mode } = useBook();
  return (
    <Panel title={t('payee.statements')}>
      <Stack gap={6} align="flex-start">
        {monthsOf(payee).map((month) => (
          <Link
            key={month.toISOString()}
            to="/h/$holderId/$mode/settlements/statements"
            params={{ holderId, mode }}
            search={{ beneficiary_ref: String(payee.id), month: month.toISOString().slice(0, 7) }}
          >
            {intl.formatDate(month, { timeZone: 'UTC', month: 'long', year: 'numeric' })}
          </Link>
        ))}
      </Stack>
    </Panel>
  );
}
