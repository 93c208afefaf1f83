// Verbs of the shop and configurations, run for a shopper or for the preview of a draft.
export type { CartReply } from '../commerce/cart/define.js'
export type { BlockingRule } from '../engine/program/explanation.js'
export { toProductTopic } from '../product/compiled-products.js'
export { storeTopic } from '../storage/caches.js'
export { noteArgument } from '../verbs/arguments.js'
export { getPathArguments, requireServiceOwnership, requireVerb, runVerb, runVerbForShopper } from '../verbs/run-verb.js'
