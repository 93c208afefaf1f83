// Translates parser errors of rules and formulas, because the parsers report in English only.
import { germanBodies, germanBodyParts, germanEntities, germanHints } from '../../../wording/german-bodies.js'
import { type Translate, translator } from '../../../wording/template.js'
import { spoken } from '../../wording/text.js'

let german: { readonly whole: Translate; readonly parts: Translate; readonly hints: Translate } | null = null

/** The original message if there is no translation. */
export function retold(message: string): string {
  if (spoken.get() !== 'de') return message
  german ??= { whole: translator(germanBodies), parts: translator(germanBodyParts), hints: translator(germanHints) }
  const { whole, parts, hints } = german
  const plain = (translate: Translate, text: string): string => translate(text)?.inWords((_name, place) => place) ?? text
  const found = whole(message)
  return (
    found?.inWords((name, text) => {
      if (name === 'hint') return plain(hints, text)
      if (name === 'part') return plain(parts, text)
      return name === 'entity' ? (germanEntities[text] ?? text) : text
    }) ?? message
  )
}
