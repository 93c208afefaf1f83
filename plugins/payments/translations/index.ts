// Translated messages of the payment providers, by language.
import { de } from './de.js'
import { he } from './he.js'

export const translations = { de, he } as const
