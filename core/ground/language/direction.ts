// Says which way a language is written.

export type Direction = 'ltr' | 'rtl'

/** Languages that are written from right to left, by primary subtag. */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function directionOf(tag: string): Direction {
  return rightToLeft.has(tag.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr'
}
