// The writing direction of a language.

export type Direction = 'ltr' | 'rtl'

/** Primary subtags of right-to-left languages. */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function getTextDirection(tag: string): Direction {
  return rightToLeft.has(tag.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr'
}
