// The language of a shopper: one of the shop's active languages.
import { ValidationError } from '../foundation/errors.js'
import { urlSegments } from '../foundation/language.js'
import { quoteNames } from '../foundation/message-values.js'
import type { ServiceContext } from '../storage/service-context.js'

/** The tag if it is active, or the default. Otherwise 422 on `language` with the active languages. */
export function resolveLanguage({ moment: shopSnapshot }: ServiceContext, tag: string | undefined): string {
  const { languages, defaultLanguage } = shopSnapshot.snapshot
  if (tag === undefined || languages.includes(tag)) return tag ?? defaultLanguage
  const message = `'${tag.slice(0, 40)}' is not an active language. The active languages are ${quoteNames(languages)}.`
  throw ValidationError.of('language', message, 'UNKNOWN_LANGUAGE')
}

/** The URL path of a page in a language: prefixed, unless it is the store default or no longer active. */
export function toLanguagePath({ moment: shopSnapshot }: ServiceContext, language: string | undefined, path: string): string {
  const { languages, defaultLanguage } = shopSnapshot.snapshot
  if (language === undefined || language === defaultLanguage) return path
  const [segment] = [...urlSegments(languages)].find(([, tag]) => tag === language) ?? []
  return segment === undefined ? path : `/${segment}${path}`
}
