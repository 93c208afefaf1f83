// Records as stored, with their contents: reading, writing, deleting, copying and restoring them.
export { performDryRun, toFindingsMember, writeRecord } from '../actions/write-record.js'
export { prepareRichTexts } from '../storage/pipeline/prepare-for-storage.js'
export { removeGraph } from '../storage/pipeline/remove-graph.js'
export { createMissingRecordError, type LoadedRecord, loadRecords, requireOperation } from '../storage/record/load.js'
export {
  clearDefaults,
  findPropertyReferences,
  findStaleReference,
  makeValuesUnique,
  type PropertyReferences,
  RecordIdMap,
  toRepointedInput,
  toRepointedValue,
} from '../transfer/copy/fields.js'
export { recreateRecords, serializeRecord } from '../transfer/recreate-records.js'
export {
  getCreationOrder,
  type GraphRecord,
  listReferencedEntities,
  loadGraph,
  loadGraphs,
  loadOutsideRecords,
} from '../transfer/graph.js'
