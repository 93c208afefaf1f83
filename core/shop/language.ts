// The language of a shopper: one of the shop's active languages.
import { ValidationError } from '../foundation/errors.js'
import { urlSegments } from '../foundation/language/tags.js'
import { listQuoted } from '../foundation/format-value.js'
import type { ServiceContext } from '../storage/service-context.js'
import { createMessage } from '../foundation/message.js'

/** The tag if it is active, or the default. Otherwise 422 on `language` with the active languages. */
export function resolveLanguage({ moment: shopSnapshot }: ServiceContext, tag: string | undefined): string {
  const { languages, defaultLanguage } = shopSnapshot.snapshot
  if (tag === undefined || languages.includes(tag)) return tag ?? defaultLanguage
  const message = createMessage('shop.languageInactive', { tag: tag.slice(0, 40), languages: listQuoted(languages) })
  throw ValidationError.of('language', message, 'UNKNOWN_LANGUAGE')
}

/** The URL path of a page in a language: prefixed, unless it is the store default or no longer active. */
export function toLanguagePath({ moment: shopSnapshot }: ServiceContext, language: string | undefined, path: string): string {
  const { languages, defaultLanguage } = shopSnapshot.snapshot
  if (language === undefined || language === defaultLanguage) return path
  const [segment] = [...urlSegments(languages)].find(([, tag]) => tag === language) ?? []
  return segment === undefined ? path : `/${segment}${path}`
}
