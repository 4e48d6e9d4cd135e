/** Numbers that look random and are the same every time. For demo data only: nothing secret, nothing fair. */

const modulus = 2_147_483_647;
const multiplier = 48_271;

/** @returns a function that gives the next whole number from 0 up to, not including, `below`. */
export function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * multiplier) % modulus;
    return state % below;
  };
}
