// What the stock types say to shoppers, by language; English is their own.
import { de } from './de.js'

export const translations = { de } as const
