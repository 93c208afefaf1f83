// The languages of the shop front, the fallback first.
import * as deDE from './de-de.js'
import * as enGB from './en-gb.js'
import * as heIL from './he-il.js'
import { talkTexts as talkDeDE } from './talk-de-de.js'
import { talkTexts as talkEnGB } from './talk-en-gb.js'
import { talkTexts as talkHeIL } from './talk-he-il.js'
import { deferredTexts as toldDeDE } from './deferred-de-de.js'
import { deferredTexts as toldEnGB } from './deferred-en-gb.js'
import { deferredTexts as toldHeIL } from './deferred-he-il.js'

export const texts = { 'en-GB': enGB, 'de-DE': deDE, 'he-IL': heIL } as const

/** Texts that load after the first drawing. */
export const deferredTexts = { 'en-GB': toldEnGB, 'de-DE': toldDeDE, 'he-IL': toldHeIL } as const

/** Texts of the conversation with the advisor. */
export const talkTexts = { 'en-GB': talkEnGB, 'de-DE': talkDeDE, 'he-IL': talkHeIL } as const
