// Hostile values for fields of a package, and a reproducible random number generator.

/** Mulberry32: the same sequence in every run. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const hostile: readonly unknown[] = [
  ...[null, '', 0, -1, 1.5, 1e300, 2 ** 53, true, '1', ' ', 'x'.repeat(70_000), '\u0000', '\ud800', '../../x', '=1+1'],
  ...[[], {}, [null], [[]], { all: [] }, { not: { not: null } }, { any: [{ question: 999_999, operator: '==', value: 1 }] }],
  ...[
    { raw: 'x' },
    { constructor: 1 },
    { toString: null },
    JSON.parse('{"__proto__": {"x": 1}}'),
    { file: 'manifest.json', name: 'x' },
  ],
  ...[{ terms: [] }, [{ number: 1 }, { operator: '^' }], [{ customer_group_id: 1, price: 'x' }], { rows: null }],
]
