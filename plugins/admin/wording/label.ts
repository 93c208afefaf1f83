// Labels of entities, fields and actions in the language of whoever reads them: as the registry's owners translate them.
import type { Registry } from '#core/model/registry.js'
import type { AdminLanguage } from '#core/storage/admin/define.js'

/** Says a label or a help text; in English where nobody has translated it. */
export type Say = (text: string) => string

export function sayIn(registry: Registry, language: AdminLanguage): Say {
  if (language === 'en') return (text) => text
  const sentences = registry.sentences(language)
  return (text) => (Object.hasOwn(sentences, text) ? sentences[text]! : text)
}

/** With a capital letter, as a heading begins. */
export const asHeading = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1)
