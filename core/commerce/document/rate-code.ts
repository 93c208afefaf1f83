// The codes of a rate as a document keeps them: as many whole ones as its column holds.

/** Characters of the column. */
const longest = 255

const more = '…'
const between = ', '

/** As it is where it fits; else the first codes of it, with an ellipsis for those left out. */
export function fittingCode(code: string): string {
  if (code.length <= longest) return code
  const end = code.lastIndexOf(between, longest - between.length - more.length)
  if (end > 0) return `${code.slice(0, end)}${between}${more}`
  // One that is too long by itself; half a character at the end could not be stored.
  return `${code.slice(0, longest - more.length).replace(/[\uD800-\uDBFF]$/, '')}${more}`
}
