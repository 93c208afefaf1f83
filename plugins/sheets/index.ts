// Products as text: sheets that people and assistants read and change, comparisons of products, and merges.
import type { Plugin } from '#core/contract.js'
import { sheetActions } from './actions.js'
import { formatSheetJob, parseSheetJob } from './sheet/sheet-text.js'

export {
  alignColumns,
  type ApplySheetReport,
  formatSheet,
  importSheet,
  readSheetFacts,
  readyToApply,
  type SheetFacts,
  sheetFormat,
  type SheetImport,
  type SheetValue,
} from './surface.js'

export const sheets: Plugin = {
  name: 'sheets',
  core: '^0.1.0',
  contributes: { actions: sheetActions, jobs: [formatSheetJob, parseSheetJob] },
}
