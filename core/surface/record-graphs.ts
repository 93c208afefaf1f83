// Records as stored: reading their columns, deleting them with their contents, and restoring them.
export { performDryRun } from '../actions/write-record.js'
export { prepareRichTexts } from '../storage/pipeline/prepare-for-storage.js'
export { removeGraph } from '../storage/pipeline/remove-graph.js'
export { createMissingRecordError, type LoadedRecord, loadRecords, requireOperation } from '../storage/record/load.js'
export { recreateRecords, serializeRecord } from '../transfer/copy/fields.js'
export { type GraphRecord, loadGraph, loadOutsideRecords } from '../transfer/graph.js'
