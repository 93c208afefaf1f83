// The advisor's messages to shoppers by language; English is built in.
import type { Translations } from '../../foundation/language/translations.js'
import { advisorDe } from './advisor-de.js'
import { advisorHe } from './advisor-he.js'

export const translations: Translations = { de: advisorDe, he: advisorHe }
