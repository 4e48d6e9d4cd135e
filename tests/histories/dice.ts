/** Chance that can be repeated: the same seed and place always draw the same numbers. */
export type Dice = (below: number) => number;

/** mulberry32, of a mix of both. */
export function diceOf(seed: number, place: number): Dice {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35)) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)] as T;
