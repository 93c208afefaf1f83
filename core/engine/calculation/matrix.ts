// Matrix look-ups: cells in sorted arrays, scanned as the specification says (spec 2.5, domain §5).

export const matrixLookups = ['exact', 'nextHigher', 'nextLower'] as const
export type MatrixLookup = (typeof matrixLookups)[number]
