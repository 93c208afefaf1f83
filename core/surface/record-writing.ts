// Writes of several records inside a unit of work, as product sheets and packages make them: insertion in batches, references filled later.
export { resolveDefaultValue, toIssue } from '../storage/pipeline/prepare-for-storage.js'
export { removeEntityRecord, removeEntityRecords } from '../storage/pipeline/remove.js'
export {
  writeEntityRecord,
  canShareInsert,
  rowsPerInsert,
  writeEntityRecords,
  fillDeferredField,
  isDeferrableField,
} from '../storage/pipeline/write.js'
export { findTextHoldersInUnit, findTextHolders } from '../storage/pipeline/unique-values.js'
