// The columns and values of records as stored, and as a sheet or a reply shows them.
export { getLayout, toColumnValue, getFlatKeys, emptyValue, presentValue, isUnset } from '../storage/record/present.js'
export type { WireRecord } from '../storage/record/results.js'
