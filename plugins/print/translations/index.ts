// Built-in texts of printed documents by language; English is the key. Other languages come from the translations extension point.
import type { Translations } from 'product-configurator-service'
import { ar } from './ar.js'
import { de } from './de.js'
import { he } from './he.js'

export const printSentences: Translations = { ar, de, he }
