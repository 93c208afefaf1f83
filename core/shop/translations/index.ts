// Core's messages to shoppers by language; English is built in. Plugins add theirs through the same contribution point.
import type { Translations } from '../../foundation/language/translations.js'
import { de } from './de.js'
import { he } from './he.js'

export const translations: Translations = { de, he }
