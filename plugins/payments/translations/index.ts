// What the payment providers say to shoppers in other languages.
import { de } from './de.js'

export const translations = { de } as const
