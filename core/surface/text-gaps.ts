// Translated texts of records, and the texts that a language lacks.
export { flatKey, isCopiedText } from '../foundation/language.js'
export { countMissingTextsByField, findRecordsWithoutText, type MissingTextCount } from '../storage/record/text-gaps.js'
