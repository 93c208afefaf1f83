// The parts of the configurator that not every page needs.
import type { Texts } from '../text.js'
import { languagePart, type PartName } from '../part-names.js'
import type { DrawnElement } from './drawn-element.js'
import { PartLoader } from './part-loader.js'

/** Of a language only what the configurator says: the bundler leaves out what is not taken. */
const loaders = {
  calendar: () => import('./later/calendar.js'),
  colorpicker: () => import('./later/colorpicker.js'),
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
  'page-tabs': () => import('./later/page-tabs.js'),
  picture: () => import('./later/picture.js'),
  slider: () => import('./later/slider.js'),
  surroundings: () => import('./later/surroundings.js'),
  told: () => import('./later/told.js'),
  upload: () => import('./later/upload.js'),
} satisfies Record<PartName, () => Promise<object>>

export type Parts = PartLoader<typeof loaders>

export const partsFor = (host: DrawnElement): Parts => new PartLoader(host, loaders)

export function textsIn(parts: Parts, language: string): Texts | null {
  return parts.get(languagePart(language))?.texts ?? null
}
