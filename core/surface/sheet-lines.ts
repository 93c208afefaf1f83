// Formulas and rules as lines of text, as product sheets and editors write them.
export { formatFormulaLine, parseFormulaLine } from '../product/line-notation/notation.js'
export { formatRuleLine, parseRuleLine } from '../product/line-notation/notation.js'
export { SheetNames } from '../product/line-notation/sheet-names.js'
export { LineRefusal, tokenizeLine } from '../product/line-notation/tokens.js'
export {
  toKeySlug,
  type OutsideNames,
  type PartKey,
  deriveInternalNames,
  keyPattern,
  createPartKeys,
} from '../product/line-notation/sheet-names.js'
export { parseOrNull, TokenReader } from '../product/line-notation/tokens.js'
