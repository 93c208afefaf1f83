// The languages of the shop front, the fallback first.
import * as deDE from './de-de.js'
import * as enGB from './en-gb.js'
import * as heIL from './he-il.js'
import { talkTexts as talkDeDE } from './talk-de-de.js'
import { talkTexts as talkEnGB } from './talk-en-gb.js'
import { talkTexts as talkHeIL } from './talk-he-il.js'
import { toldTexts as toldDeDE } from './told-de-de.js'
import { toldTexts as toldEnGB } from './told-en-gb.js'
import { toldTexts as toldHeIL } from './told-he-il.js'

export const texts = { 'en-GB': enGB, 'de-DE': deDE, 'he-IL': heIL } as const

/** Texts that load after the first drawing. */
export const toldTexts = { 'en-GB': toldEnGB, 'de-DE': toldDeDE, 'he-IL': toldHeIL } as const

/** Texts of the conversation with the advisor. */
export const talkTexts = { 'en-GB': talkEnGB, 'de-DE': talkDeDE, 'he-IL': talkHeIL } as const
