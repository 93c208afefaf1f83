// The property kinds whose values product sheets write in a notation of their own.
export { calculationOverrideKind } from '../model/properties/calculation-override.js'
export { groupPriceKind } from '../model/properties/group-price.js'
export { ruleKind } from '../model/properties/rule.js'
export { numberKind } from '../model/properties/number.js'
export { stringKind } from '../model/properties/string.js'
export { selectionsKind, type StoredSelection } from '../model/properties/selections.js'
