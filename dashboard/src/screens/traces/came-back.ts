/** The chain of a payout that the bank sent back, as it is drawn: the bank had the money for a while, and the account has it again. */
import type { MoneyTrace } from '../../api/types.ts';

type Chain = Pick<MoneyTrace, 'trace' | 'nodes' | 'edges'>;

/** @returns other chains as they are. */
export function asCameBack<T extends Chain>(chain: T): T {
  const back = chain.edges.filter(({ code }) => code === 'payout_returned');
  const [inTheEnd] = back.filter(({ to }) => !back.some(({ from }) => from === to));
  const sent = chain.edges.find(({ code }) => code === 'payout_sent');
  if (!chain.trace.startsWith('payout:') || inTheEnd === undefined || sent === undefined) return chain;
  const pending = inTheEnd.from;
  const bank = back.find(({ to }) => to === pending)?.from;
  if (bank === undefined) return chain;
  return {
    ...chain,
    // One bank, which the money went to and came from.
    nodes: chain.nodes
      .filter(({ key }) => key !== bank)
      .map((node) => {
        if (node.key === inTheEnd.to) return { ...node, held: inTheEnd.amount };
        if (node.key === sent.to) return { ...node, held: 0 };
        return node.key === pending ? { ...node, came_in: inTheEnd.amount } : node;
      }),
    edges: chain.edges.map((edge) => (edge.from === bank ? { ...edge, from: sent.to } : edge)),
  };
}
