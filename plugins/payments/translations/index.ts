// What the payment providers say to shoppers in other languages.
import { de } from './de.js'
import { he } from './he.js'

export const translations = { de, he } as const
