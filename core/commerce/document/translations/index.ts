// Built-in texts of the sums of documents by language, for mails and printed documents; English is the key.
import type { Translations } from '../../../foundation/message-catalogs.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { he } from './he.js'

export const sumSentences: Translations = { ar, de, he }
