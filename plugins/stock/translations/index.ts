// What the stock types say to shoppers, by language; English is their own.
import { de } from './de.js'
import { he } from './he.js'

export const translations = { de, he } as const
