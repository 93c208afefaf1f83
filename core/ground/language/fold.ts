// How texts compare where people search and sort: without accents and case, the same on every database (domain §7).

/** Texts of plain ASCII have no marks to lose; a look is cheaper than taking them apart. */
const isPlain = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** `Größe` → `große`, `ÉCLAIR` → `eclair`: taken apart (NFD), without marks, in lower case. */
export function foldText(text: string): string {
  return (isPlain(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '')).toLowerCase()
}

/** The name of the hidden column beside a text that people search and sort by. */
export function foldedName(name: string): string {
  return `${name}_folded`
}
