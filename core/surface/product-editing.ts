// Products for their authors: source, tree of records, checks of unsaved rules and bodies, and reports about changes.
export type { PriceChangeReport } from '../actions/change-prices.js'
export type { ProofReport } from '../engine/proof/product-proof.js'
export { measureRuleEffectJob } from '../jobs/measure-rule-effect.js'
export { loadProductTree } from '../product/product-tree.js'
export { loadProductSource } from '../product/source.js'
export type { DiffReport } from '../transfer/diff/define.js'
export { checkBody, checkRule, isCalculationBody, loadEditedProduct } from '../transfer/sheet/edited-product.js'
