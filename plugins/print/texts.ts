// The texts of printed documents: the English ones by name, and their translations by English text.
import type { Translations } from 'product-configurator-service'
import arabic from '../../messages/print.ar.json' with { type: 'json' }
import german from '../../messages/print.de.json' with { type: 'json' }
import english from '../../messages/print.en.json' with { type: 'json' }
import hebrew from '../../messages/print.he.json' with { type: 'json' }

/** The English texts. A customization can translate each to further languages, by the text. */
export const printTexts = english

type PrintCatalog = Readonly<Record<keyof typeof printTexts, string>>

const toTranslations = (catalog: PrintCatalog): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(printTexts).map(([name, text]) => [text, catalog[name as keyof PrintCatalog]]))

export const printTranslations: Translations = {
  ar: toTranslations(arabic),
  de: toTranslations(german),
  he: toTranslations(hebrew),
}
