// Translations of the advisor's messages to shoppers, by language. English messages are in the code.
import { de } from './de.js'
import { he } from './he.js'

export const translations = { de, he } as const
