/** Which screen a followed chain belongs to. Pure. */

export type FollowedTrace = {
  /** What was asked for, such as `transfer:88`. */
  asked: string;
  /** What it turned out to be about: a transfer's chain is that of its order, say. Undefined while it is read. */
  about?: string | undefined;
};

/** A payee's share of an order is among its earnings. */
const special: Record<string, readonly string[]> = { order: ['/orders', '/earnings'], line: ['/reconciliation'] };

/** @returns where the addresses of that screen end; the first that the reader has is it. */
export function endsOfTrace(
  { kind: reader }: { kind: string },
  { asked, about = asked }: FollowedTrace,
): readonly string[] {
  // To the operator a dispute is not the payment that it is shown with.
  const isDispute = reader === 'service' && asked.startsWith('dispute:');
  const [kind = ''] = (isDispute ? asked : about).split(':');
  return special[kind] ?? [`/${kind.replace('_', '-')}s`];
}
