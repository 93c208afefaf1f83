// The engine's sentences by language (primary subtag); English is their own language.
import { de } from './de.js'

export const sentences: Readonly<Record<string, Readonly<Record<string, string>>>> = { de }
