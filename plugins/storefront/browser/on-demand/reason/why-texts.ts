// Selects the texts that explain why something is unavailable, in the language of the page.
import { getLanguagePart } from '../../../part-names.js'
import type { WhyTexts } from '../../../text.js'
import { whyTexts as german } from './de-de.js'
import { whyTexts as english } from './en-gb.js'
import { whyTexts as hebrew } from './he-il.js'

const languageTexts = { 'de-de': german, 'en-gb': english, 'he-il': hebrew }

export const getWhyTexts = (language: string): WhyTexts => languageTexts[getLanguagePart(language)]
