// Numbers, times and search words as people type them.
export { getDecimalSign, parseNumberColumn, stripCurrency } from '../foundation/parse-number.js'
export { foldText } from '../foundation/property/text.js'
export { formatLocalTime, parseLocalTime } from '../foundation/time-zone.js'
