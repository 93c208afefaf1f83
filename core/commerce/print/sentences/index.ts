// What stands on printed documents, by language; English is its own. Other languages come in by the point of translations.
import type { Translations } from '../../../foundation/language/translations.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { he } from './he.js'

export const printSentences: Translations = { ar, de, he }
