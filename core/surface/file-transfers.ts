// Transfers of files: their notes in the database, parsed CSV text, and the grades of findings about a file.
export type { Csv, CsvRecord } from '../transfer/csv.js'
export type { FindingGrade } from '../transfer/findings.js'
export { type ProductRecorder, transferPrefix, withTransferNote } from '../transfer/transfer-note.js'
