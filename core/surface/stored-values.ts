// The columns and values of records as stored, and as a sheet, a package or a reply shows them.
export {
  createDisplayName,
  formatDisplayName,
  getLayout,
  toColumnValue,
  getFlatKeys,
  emptyValue,
  presentValue,
  isUnset,
} from '../storage/record/present.js'
export type { WireRecord } from '../storage/record/results.js'
