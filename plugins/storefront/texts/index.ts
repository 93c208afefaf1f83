// The languages in which the shop front speaks, the fallback first.
import { deDE } from './de-de.js'
import { enGB } from './en-gb.js'
import type { Texts } from '../text.js'

export const texts: Readonly<Record<string, Texts>> = { 'en-GB': enGB, 'de-DE': deDE }
