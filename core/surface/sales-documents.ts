// Orders and quotes: their frozen documents, printouts, status steps and history.
export { documentKinds } from '../commerce/document/kinds.js'
export { listPrintedDocuments, printDocumentById, requirePrintedDocument } from '../commerce/document/print.js'
export { uploadPrefix } from '../model/entity/document-fields.js'
