// Translated texts of records, and the texts that a language lacks.
export { flatKey, isCopiedText } from '../foundation/language.js'
export {
  countMissingTextsByField,
  countTextGaps,
  findRecordsWithoutText,
  listMissingTexts,
  listTranslatedFields,
  type MissingTextCount,
  confirmSameText,
  countGapsByRecord,
  listSameTexts,
  type SameText,
  withdrawSameText,
} from '../storage/record/text-gaps.js'
