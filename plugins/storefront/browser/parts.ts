// The optional modules of the configurator, which only some pages need.
import { getTextPart, type PartName, type TextPart } from '../part-names.js'
import type { ConfiguratorTexts, DeferredTexts } from '../text/types.js'
import type { BaseElement } from './base-element.js'
import { PartLoader, type TextLoaders } from './part-loader.js'

const moduleLoaders = {
  'advisor-door': () => import('./on-demand/advisor-door.js'),
  fields: () => import('./on-demand/fields.js'),
  filing: () => import('./on-demand/filing.js'),
  gallery: () => import('./on-demand/gallery.js'),
  comparison: () => import('./on-demand/comparison.js'),
  'configurator-api': () => import('./on-demand/configurator-api.js'),
  'page-steps': () => import('./on-demand/page-steps.js'),
  'page-tabs': () => import('./on-demand/page-tabs.js'),
  picture: () => import('./on-demand/picture.js'),
  'rich-text': () => import('./rich-text.js'),
  surroundings: () => import('./on-demand/surroundings.js'),
  tools: () => import('./on-demand/tools.js'),
  'notice-blocks': () => import('./on-demand/notice-blocks.js'),
  why: () => import('./on-demand/why.js'),
} satisfies Record<Exclude<PartName, TextPart<string>>, () => Promise<object>>

type PartLoaders = typeof moduleLoaders & TextLoaders<'configurator', ConfiguratorTexts> & TextLoaders<'deferred', DeferredTexts>

export type ConfiguratorParts = PartLoader<PartLoaders>

export const createPartLoader = (host: BaseElement): ConfiguratorParts => new PartLoader<PartLoaders>(host, moduleLoaders)

export function getConfiguratorTexts(parts: ConfiguratorParts, language: string): ConfiguratorTexts | null {
  return parts.get(getTextPart('configurator', language))?.texts ?? null
}

/** The notices module and its texts in a language; null until both have loaded. */
export function getNoticePart(parts: ConfiguratorParts, language: string) {
  const noticePart = parts.get('notice-blocks')
  const texts = getDeferredTexts(parts, language)
  return noticePart === null || texts === null ? null : { ...noticePart, texts }
}

export function getDeferredTexts(parts: ConfiguratorParts, language: string): DeferredTexts | null {
  return parts.get(getTextPart('deferred', language))?.texts ?? null
}

export function isNoticePartLost(parts: ConfiguratorParts, language: string): boolean {
  return parts.isLost('notice-blocks') || parts.isLost(getTextPart('deferred', language))
}
