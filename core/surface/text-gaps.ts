// Translated texts of records, and the texts that a language lacks.
export { flatKey } from '../foundation/language.js'
export {
  countMissingTextsByField,
  countTextGaps,
  findRecordsWithoutText,
  listMissingTexts,
  listTranslatedFields,
  type MissingTextCount,
} from '../storage/record/text-gaps.js'
