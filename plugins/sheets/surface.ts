// The part of the product sheets that other plugins may import.
export type { ApplySheetReport } from './apply-sheet.js'
export {
  formatProductSheet,
  formatSheet,
  importSheet,
  loadSheetSchema,
  openEditedProduct,
  readProductSheet,
  readSheetFacts,
  readyToApply,
  type SheetFacts,
  type SheetImport,
} from './product-sheets.js'
export { type DiffReport, diffReportSchema, type MergeReport, mergeReportSchema, mergeSides } from './reports.js'
export { maxSheetLength, sheetFormat, type SheetValue } from './sheet/define.js'
export { sheetReportSchema } from './sheet/report.js'
export { alignColumns } from './sheet/table-notation.js'
