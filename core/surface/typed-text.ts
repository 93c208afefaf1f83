// Numbers, times and search words as people type them.
export { formatLocalTime, parseLocalTime } from '../foundation/clock.js'
export { getDecimalSign, parseNumberColumn, stripCurrency } from '../foundation/parse-number.js'
export { foldText } from '../foundation/property/text.js'
