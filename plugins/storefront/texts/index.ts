// The languages in which the shop front speaks, the fallback first.
import * as deDE from './de-de.js'
import * as enGB from './en-gb.js'

export const texts = { 'en-GB': enGB, 'de-DE': deDE } as const
