/** Ending a link, or letting it serve live mode too. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkHistory } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toast.ts';

export type LinkChange = { what: 'end' | 'widen'; link: LinkHistory };

/** What this person can do with a link now. */
export function useLinkChanges(): (link: LinkHistory) => LinkChange['what'][] {
  const may = useMay();
  return ({ status, modes }) => {
    if (status === 'ended') return [];
    return [
      ...(may('links.widen') && !modes.includes('live') ? (['widen'] as const) : []),
      ...(may('links.end', modes) ? (['end'] as const) : []),
    ];
  };
}

export function ChangeLink({ what, link, onClose }: LinkChange & { onClose: () => void }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const { id, name } = link;
  const change = useMutation({
    mutationFn: async () => {
      const asked = { params: { path: { id: String(id) } } };
      if (what === 'end') await api.POST('/api/v1/beneficiaries/{id}/end', asked);
      else await api.POST('/api/v1/beneficiaries/{id}/widen', asked);
    },
    onSuccess: () => {
      showToast(t(what === 'end' ? 'links.wasEnded' : 'links.widened', { name }));
      onClose();
      return queries.invalidateQueries({ queryKey: ['links', holderId, mode] });
    },
  });
  const endText = link.modes.includes('live') ? 'links.end.text' : 'links.end.textTest';
  return (
    <Confirm
      title={t(`links.${what}.title`, { name })}
      action={t(`links.${what}`)}
      destroys={what === 'end'}
      onConfirm={() => change.mutate()}
      onClose={onClose}
      act={change}
    >
      {what === 'end' ? t(endText, { id: String(id), name }) : t('links.widen.text')}
    </Confirm>
  );
}
