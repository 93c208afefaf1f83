// Normalises texts for search and sorting without accents and case, identically on each database.

/** Pure ASCII has no accents. This check is cheaper than normalising. */
const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** `Größe` → `große`, `ÉCLAIR` → `eclair`: decomposed (NFD), without combining marks, in lower case. */
export function foldText(text: string): string {
  return (isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '')).toLowerCase()
}

/** The name of the hidden column with the normalised text of a property. */
export function toFoldedColumnName(name: string): string {
  return `${name}_folded`
}
