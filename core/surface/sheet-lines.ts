// Formulas and rules as lines of text, as product sheets and editors write them.
export { formatFormulaLine, parseFormulaLine } from '../transfer/sheet/formula-line.js'
export { formatRuleLine, parseRuleLine } from '../transfer/sheet/rule-line.js'
export { SheetNames } from '../transfer/sheet/sheet-names.js'
export { LineRefusal, tokenizeLine } from '../transfer/sheet/tokens.js'
