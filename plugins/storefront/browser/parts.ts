// The optional modules of the configurator, which only some pages need.
import type { ConfiguratorTexts, DeferredTexts } from '../text.js'
import { getLanguagePart, type PartName } from '../part-names.js'
import type { BaseElement } from './base-element.js'
import { PartLoader } from './part-loader.js'

/** Returns only the configurator's texts of a language, so the bundler drops all other texts. */
const partLoaders = {
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
  'configurator-api': () => import('./later/configurator-api.js'),
  'page-steps': () => import('./later/page-steps.js'),
  'page-tabs': () => import('./later/page-tabs.js'),
  picture: () => import('./later/picture.js'),
  'rich-text': () => import('./rich-text.js'),
  surroundings: () => import('./later/surroundings.js'),
  tools: () => import('./later/tools.js'),
  'deferred-de-de': () => import('../texts/deferred-de-de.js'),
  'deferred-he-il': () => import('../texts/deferred-he-il.js'),
  'deferred-en-gb': () => import('../texts/deferred-en-gb.js'),
  'notice-blocks': () => import('./later/notice-blocks.js'),
  why: () => import('./later/why.js'),
} satisfies Record<PartName, () => Promise<object>>

export type ConfiguratorParts = PartLoader<typeof partLoaders>

export const createPartLoader = (host: BaseElement): ConfiguratorParts => new PartLoader(host, partLoaders)

export function getConfiguratorTexts(parts: ConfiguratorParts, language: string): ConfiguratorTexts | null {
  return parts.get(getLanguagePart(language))?.texts ?? null
}

/** The notices module and its texts in a language; null until both have loaded. */
export function getNoticePart(parts: ConfiguratorParts, language: string) {
  const noticePart = parts.get('notice-blocks')
  const texts = getDeferredTexts(parts, language)
  return noticePart === null || texts === null ? null : { ...noticePart, texts }
}

export function getDeferredTexts(parts: ConfiguratorParts, language: string): DeferredTexts | null {
  return parts.get(`deferred-${getLanguagePart(language)}`)?.deferredTexts ?? null
}

export function isNoticePartLost(parts: ConfiguratorParts, language: string): boolean {
  return parts.isLost('notice-blocks') || parts.isLost(`deferred-${getLanguagePart(language)}`)
}
