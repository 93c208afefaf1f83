// Selects the texts of file fields in the language of the page.
import { getLanguagePart } from '../../../part-names.js'
import type { FileTexts } from '../../../text.js'
import { fileTexts as german } from './word/de-de.js'
import { fileTexts as english } from './word/en-gb.js'
import { fileTexts as hebrew } from './word/he-il.js'

const languageTexts = { 'de-de': german, 'en-gb': english, 'he-il': hebrew }

export const getFileTexts = (language: string): FileTexts => languageTexts[getLanguagePart(language)]
