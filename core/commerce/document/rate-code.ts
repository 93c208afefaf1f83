// Shortens the codes of a tax rate to the width of its column, in whole codes.

/** Characters of the column. */
const longest = 255

const more = '…'
const between = ', '

/** Unchanged if it fits, else the leading codes with an ellipsis. */
export function fittingCode(code: string): string {
  if (code.length <= longest) return code
  const end = code.lastIndexOf(between, longest - between.length - more.length)
  if (end > 0) return `${code.slice(0, end)}${between}${more}`
  // A single code that is too long. Remove a lone surrogate at the end: it could not be stored.
  return `${code.slice(0, longest - more.length).replace(/[\uD800-\uDBFF]$/, '')}${more}`
}
