/** A transfer as one would name it: of whom, what kind, when, and the id that a statement may hold. */
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { NamedTransfer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';

export function TransferFacts({ transfer }: { transfer: NamedTransfer }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { holder, owner, code, subject, created_at: at } = transfer;
  const isOwn = holder.kind === 'service';
  return (
    <div style={{ minWidth: 0 }}>
      <Text fw={550} component="div">
        {t(`code.${code}`)} ·{' '}
        {isOwn ? (
          t('recon.own')
        ) : (
          <Link
            to="/h/$holderId/$mode/operator/accounts/$id"
            params={{ holderId, mode, id: String(owner.holder_id) }}
            data-underline="always"
          >
            {owner.name}
          </Link>
        )}
        {code === 'top_up' && ` · ${t(holder.kind === 'company' ? 'account.clearing' : 'account.wallet')}`}
      </Text>
      <Group gap={6}>
        <Text size="xs" c="dimmed" component="div">
          <Instant at={at} />
        </Text>
        <Copyable value={subject.id} what={t('recon.subject')} />
      </Group>
    </div>
  );
}
