// The languages in which the shop front speaks, the fallback first.
import * as deDE from './de-de.js'
import * as enGB from './en-gb.js'
import * as heIL from './he-il.js'

export const texts = { 'en-GB': enGB, 'de-DE': deDE, 'he-IL': heIL } as const
