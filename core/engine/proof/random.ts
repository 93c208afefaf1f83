// The random number generator of simulations. The same seed gives the same walks.

/** Random numbers in [0, 1) from a seed: a 32-bit linear congruential generator with mixed high bits. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x45d9f3b) >>> 0
    mixed ^= mixed >>> 16
    return (mixed >>> 0) / 4_294_967_296
  }
}
