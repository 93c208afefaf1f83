// Shortens the codes of a tax rate to the width of its column, in whole codes.

/** Characters of the column. */
const maxCodeLength = 255

const ellipsis = '…'
const separator = ', '

/** Unchanged if it fits, else the leading codes with an ellipsis. */
export function shortenRateCode(code: string): string {
  if (code.length <= maxCodeLength) return code
  const end = code.lastIndexOf(separator, maxCodeLength - separator.length - ellipsis.length)
  if (end > 0) return `${code.slice(0, end)}${separator}${ellipsis}`
  // A single code that is too long. Remove a lone surrogate at the end: it could not be stored.
  return `${code.slice(0, maxCodeLength - ellipsis.length).replace(/[\uD800-\uDBFF]$/, '')}${ellipsis}`
}
