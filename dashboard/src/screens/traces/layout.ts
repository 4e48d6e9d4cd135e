/** Where nodes and edges of the picture are: columns by layer, in percent of the width and pixels of the height. Pure. */
type Layered = { key: string; layer: number };
type Between = { from: string; to: string };

export const nodeHeight = 96;
export const nodeGap = 16;
/** Of the width, between two columns. */
export const columnGap = 7;

type Drawn = { path: string; isBack: boolean };
/** Where an edge arrives: in percent of the width and pixels from the top. */
type Head = { x: number; y: number; isBack: boolean };

/** The nodes of each layer that has any, from the origin on. */
export function columnsOf<Node extends Layered>(nodes: readonly Node[]): Node[][] {
  const layers = [...new Set(nodes.map(({ layer }) => layer))].sort((a, b) => a - b);
  return layers.map((layer) => nodes.filter((node) => node.layer === layer));
}

const heightOf = (count: number): number => count * (nodeHeight + nodeGap) - nodeGap;

export function drawEdges(
  columns: readonly (readonly Layered[])[],
  edges: readonly Between[],
): { height: number; drawn: Drawn[]; heads: Head[] } {
  const height = Math.max(0, ...columns.map(({ length }) => heightOf(length)));
  const width = (100 - (columns.length - 1) * columnGap) / columns.length;
  const places = new Map(
    columns.flatMap((column, at) =>
      column.map(({ key }, row): [string, { start: number; middle: number; column: number }] => [
        key,
        {
          start: at * (width + columnGap),
          middle: (height - heightOf(column.length)) / 2 + row * (nodeHeight + nodeGap) + nodeHeight / 2,
          column: at,
        },
      ]),
    ),
  );
  const drawn = edges.flatMap(({ from, to }): (Drawn & Head)[] => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return [];
    const isBack = b.column <= a.column;
    // Beside each other in one column they are joined by a curve on its far side.
    const [x1, x2] =
      isBack && b.column < a.column ? [a.start, b.start + width] : [a.start + width, b.start + (isBack ? width : 0)];
    const bend = isBack && b.column < a.column ? -columnGap / 2 : columnGap / 2;
    const x2Bend = isBack && b.column === a.column ? x2 + bend : x2 - bend;
    const path = `M ${x1} ${a.middle} C ${x1 + bend} ${a.middle} ${x2Bend} ${b.middle} ${x2} ${b.middle}`;
    return [{ path, isBack, x: x2, y: b.middle }];
  });
  return {
    height,
    drawn: [...new Map(drawn.map((one) => [one.path, one])).values()],
    heads: [...new Map(drawn.map((one) => [`${one.x} ${one.y} ${one.isBack}`, one])).values()],
  };
}
