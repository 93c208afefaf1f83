// Products for their authors: source, tree of records, checks of unsaved rules and bodies, and reports about changes.
export type { PriceChangeReport } from '../actions/change-prices.js'
export type { AffectedReport } from '../commerce/configuration/affected-configurations.js'
export type { ProductSource } from '../engine/program/source.js'
export type { ProofFinding } from '../engine/proof/findings.js'
export type { ProofReport } from '../engine/proof/product-proof.js'
export { measureRuleEffectJob } from '../jobs/measure-rule-effect.js'
export { loadProductTree } from '../product/published-tree.js'
export { loadProductSource } from '../product/source.js'
export {
  checkBody,
  checkRule,
  type EditedProduct,
  isCalculationBody,
} from '../product/edited-product.js'
export { findAffectedConfigurations } from '../commerce/configuration/affected-configurations.js'
export { proveJob } from '../jobs/prove.js'
export { type CompiledProduct, compileProduct } from '../product/compiled-products.js'
export { loadProductVocabulary } from '../product/vocabulary.js'
export { maxProductParts, tooManyParts } from '../product/published-tree.js'
