// Verbs of the shop and configurations, run for a shopper or for the preview of a draft.
export { guideLoadedConfiguration } from '../commerce/configuration/guidance.js'
export { loadConfiguration, type LoadedConfiguration } from '../commerce/configuration/load-configuration.js'
export { ShopperContext } from '../commerce/shopper-context.js'
export type { BlockingRule } from '../engine/program/blocking-rules.js'
export { loadCompiledProduct, toProductTopic } from '../product/compiled-products.js'
export { Caches, storeTopic } from '../storage/caches.js'
export { noteArgument } from '../verbs/arguments.js'
export { getPathArguments, requireServiceOwnership, requireVerb, runVerb, runVerbForShopper } from '../verbs/run-verb.js'
