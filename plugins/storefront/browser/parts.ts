// The optional modules of the configurator, which only some pages need.
import type { Texts, ToldTexts } from '../text.js'
import { languagePart, type PartName } from '../part-names.js'
import type { DrawnElement } from './drawn-element.js'
import { PartLoader } from './part-loader.js'

/** Returns only the configurator's texts of a language, so the bundler drops all other texts. */
const loaders = {
  'de-de': async () => {
    const { texts } = await import('../texts/de-de.js')
    return { texts }
  },
  'he-il': async () => {
    const { texts } = await import('../texts/he-il.js')
    return { texts }
  },
  'en-gb': async () => {
    const { texts } = await import('../texts/en-gb.js')
    return { texts }
  },
  'advisor-door': () => import('./later/advisor-door.js'),
  fields: () => import('./later/fields.js'),
  filing: () => import('./later/filing.js'),
  comparison: () => import('./later/comparison.js'),
  outward: () => import('./later/outward.js'),
  'page-steps': () => import('./later/page-steps.js'),
  'page-tabs': () => import('./later/page-tabs.js'),
  picture: () => import('./later/picture.js'),
  'rich-text': () => import('./rich-text.js'),
  surroundings: () => import('./later/surroundings.js'),
  tools: () => import('./later/tools.js'),
  'told-de-de': () => import('../texts/told-de-de.js'),
  'told-he-il': () => import('../texts/told-he-il.js'),
  'told-en-gb': () => import('../texts/told-en-gb.js'),
  told: () => import('./later/told.js'),
  why: () => import('./later/why.js'),
} satisfies Record<PartName, () => Promise<object>>

export type Parts = PartLoader<typeof loaders>

export const partsFor = (host: DrawnElement): Parts => new PartLoader(host, loaders)

export function textsIn(parts: Parts, language: string): Texts | null {
  return parts.get(languagePart(language))?.texts ?? null
}

/** The notices module and its texts in a language; null until both have loaded. */
export function toldIn(parts: Parts, language: string) {
  const told = parts.get('told')
  const texts = toldTextsIn(parts, language)
  return told === null || texts === null ? null : { ...told, texts }
}

export function toldTextsIn(parts: Parts, language: string): ToldTexts | null {
  return parts.get(`told-${languagePart(language)}`)?.toldTexts ?? null
}

export function isToldLost(parts: Parts, language: string): boolean {
  return parts.isLost('told') || parts.isLost(`told-${languagePart(language)}`)
}
