/** Where the nodes of a chain stand in its picture. Pure. */
type Edge = { from: string; to: string; isMemo: boolean; firstAt: Date };

/**
 * Each node stands after all that its money came from, and an origin at 0. Money that later went back the way it had come moves
 * none of them, and notes of debts and cash only those that money does not.
 */
export function layersOf(edges: readonly Edge[]): Map<string, number> {
  const before = new Map<string, Set<string>>();
  const comesFrom = (key: string, origin: string): boolean =>
    key === origin || [...(before.get(key) ?? [])].some((one) => comesFrom(one, origin));
  const inTime = edges.toSorted((a, b) => Number(a.isMemo) - Number(b.isMemo) || Number(a.firstAt) - Number(b.firstAt));
  for (const { from, to } of inTime) {
    if (!comesFrom(from, to)) before.set(to, (before.get(to) ?? new Set()).add(from));
  }
  const layers = new Map<string, number>();
  const layerOf = (key: string): number => {
    const known = layers.get(key);
    if (known !== undefined) return known;
    const layer = [...(before.get(key) ?? [])].reduce((most, one) => Math.max(most, layerOf(one) + 1), 0);
    layers.set(key, layer);
    return layer;
  };
  for (const { from, to } of edges) for (const key of [from, to]) layerOf(key);
  return layers;
}
