// Translated messages of the built-in question types, by language. English messages are in the code.
import { de } from './de.js'
import { he } from './he.js'

export const translations = { de, he } as const
