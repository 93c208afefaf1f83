// Formulas and rules as lines of text, as product sheets and editors write them.
export { formatFormulaLine, parseFormulaLine } from '../product/lines/formula-line.js'
export { formatRuleLine, parseRuleLine } from '../product/lines/rule-line.js'
export { SheetNames } from '../product/lines/sheet-names.js'
export { LineRefusal, type LineToken, tokenizeLine } from '../product/lines/tokens.js'
export {
  toKeySlug,
  type OutsideNames,
  type PartKey,
  deriveInternalNames,
  keyPattern,
  createPartKeys,
} from '../product/lines/sheet-names.js'
export { parseOrNull, TokenReader } from '../product/lines/tokens.js'
