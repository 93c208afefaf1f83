// Translates labels of entities, fields and actions into the reader's language: built-in texts, or translations of plugins.
import type { Registry } from '#core/model/registry.js'
import type { AdminLanguage } from '#core/storage/admin/define.js'
import { germanActions } from './german-actions.js'
import { germanFields } from './german-fields.js'
import { germanHelps } from './german-helps.js'
import { germanNames } from './german-names.js'
import { germanPlugins } from './german-plugins.js'
import { germanVocabulary } from './german-vocabulary.js'

/** Translates a label or a help text. Falls back to English. */
export type LabelTranslator = (text: string) => string

type LabelCatalog = Readonly<Record<string, string>>

/** The first catalog that contains a text translates it. */
const germanCatalogs: readonly LabelCatalog[] = [
  germanFields,
  germanNames,
  germanHelps,
  germanActions,
  germanPlugins,
  germanVocabulary,
]

const findLabel = (words: LabelCatalog, text: string): string | undefined =>
  Object.hasOwn(words, text) ? words[text] : undefined

/** Translates `Custom field 3` through `Custom field {n}`. */
function translateNumberedLabel(words: LabelCatalog, text: string): string | undefined {
  const [number] = /\d+/.exec(text) ?? []
  return number === undefined ? undefined : findLabel(words, text.replace(number, '{n}'))?.replace('{n}', number)
}

const rangeEnds = {
  en: { from: 'from', to: 'to' },
  de: { from: 'ab', to: 'bis' },
} as const satisfies Readonly<Record<AdminLanguage, object>>
const endsInPreposition = /(?:^|\s)(?:at|by|from|since|to|until|ab|bis|seit|von)$/i

export function createLabelTranslator(registry: Registry, language: AdminLanguage): LabelTranslator {
  if (language === 'en') return (text) => text
  const sentences = registry.sentences(language)
  return (text) => {
    for (const words of [sentences, ...germanCatalogs]) {
      const word = findLabel(words, text)
      if (word !== undefined) return word
    }
    return translateNumberedLabel(germanFields, text) ?? translateNumberedLabel(germanVocabulary, text) ?? text
  }
}

/** With a capital letter, for headings. */
export const toHeading = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1)

/** One end of a range: `Created from`; with a colon if the label ends in a preposition: `Valid until: from`. */
export const formatRangeLabel = (label: string, end: keyof typeof rangeEnds.en, language: AdminLanguage): string =>
  `${label}${endsInPreposition.test(label) ? ':' : ''} ${rangeEnds[language][end]}`
