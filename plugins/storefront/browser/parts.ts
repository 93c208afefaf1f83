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
  'advisor-door': () => import('./on-demand/advisor-door.js'),
  fields: () => import('./on-demand/fields.js'),
  filing: () => import('./on-demand/filing.js'),
  comparison: () => import('./on-demand/comparison.js'),
  'configurator-api': () => import('./on-demand/configurator-api.js'),
  'page-steps': () => import('./on-demand/page-steps.js'),
  'page-tabs': () => import('./on-demand/page-tabs.js'),
  picture: () => import('./on-demand/picture.js'),
  'rich-text': () => import('./rich-text.js'),
  surroundings: () => import('./on-demand/surroundings.js'),
  tools: () => import('./on-demand/tools.js'),
  'deferred-de-de': () => import('../texts/deferred-de-de.js'),
  'deferred-he-il': () => import('../texts/deferred-he-il.js'),
  'deferred-en-gb': () => import('../texts/deferred-en-gb.js'),
  'notice-blocks': () => import('./on-demand/notice-blocks.js'),
  why: () => import('./on-demand/why.js'),
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
