/**
 * The chain of a payout that gave its money back, as it is drawn: in the order in which the money went, so that the account
 * stands there twice, as where it came from and as where it is.
 */
import type { MoneyTrace, TraceEdge, TraceNode } from '../../api/types.ts';

type Chain = Pick<MoneyTrace, 'trace' | 'nodes' | 'edges'>;

export type DrawnNode = TraceNode & {
  /** It had the money for a while, and gave it back. */
  isReturned?: boolean;
};
type DrawnChain = { nodes: DrawnNode[]; edges: TraceEdge[] };

const wayBack: readonly TraceEdge['code'][] = ['payout_returned', 'payout_fee_returned'];

/** @returns other chains as they are. */
export function asCameBack({ trace, nodes, edges }: Chain): DrawnChain {
  const back = edges.filter(({ code }) => wayBack.includes(code));
  const last = back.find(({ to }) => !back.some(({ from }) => from === to));
  if (!trace.startsWith('payout:') || last === undefined) return { nodes, edges };
  const pending = last.from;
  const bank = edges.find(({ code }) => code === 'payout_sent')?.to;
  // The bank is one place in the picture, where the money went to and came from.
  const bankAtReturn = back.find(({ to, code }) => to === pending && code === 'payout_returned')?.from;
  const fees = back.find(({ code }) => code === 'payout_fee_returned')?.from;
  const turned = [bank ?? pending, ...(fees === undefined ? [] : [fees])];
  const again = `again:${last.to}`;
  const end = Math.max(...nodes.map(({ layer }) => layer)) + 1;
  const drawn = nodes
    .filter(({ key }) => key !== bankAtReturn)
    .flatMap((node): DrawnNode[] => {
      if (node.key === last.to)
        return [
          { ...node, held: 0 },
          { ...node, key: again, held: last.amount, layer: end },
        ];
      const once = node.key === pending ? { ...node, came_in: last.amount } : node;
      return [turned.includes(node.key) ? { ...once, held: 0, isReturned: true } : once];
    });
  const returns = turned.map((from) => ({ ...last, from, to: again }));
  return { nodes: drawn, edges: [...edges.filter((edge) => !back.includes(edge)), ...returns] };
}
