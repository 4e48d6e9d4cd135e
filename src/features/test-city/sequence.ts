/** A reproducible sequence of pseudo-random numbers. For the data of the demo and of test cities only: not secret and not uniform. */

const modulus = 2_147_483_647;
const multiplier = 48_271;

/** @returns a function that gives the next integer from 0 up to, but not including, `below`. */
export function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * multiplier) % modulus;
    return state % below;
  };
}
