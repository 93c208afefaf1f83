// Translates parser errors of rules and formulas, because the parsers report in English only.
import { germanBodies, germanBodyParts, germanEntities, germanHints } from '../../../wording/german-bodies.js'
import { type TemplateTranslator, createTemplateTranslator } from '../../../wording/message-template.js'
import { currentLanguage } from '../../wording/text.js'

let germanTemplates: {
  readonly whole: TemplateTranslator
  readonly parts: TemplateTranslator
  readonly hints: TemplateTranslator
} | null = null

/** The original message if there is no translation. */
export function translateParserMessage(message: string): string {
  if (currentLanguage.get() !== 'de') return message
  germanTemplates ??= {
    whole: createTemplateTranslator(germanBodies),
    parts: createTemplateTranslator(germanBodyParts),
    hints: createTemplateTranslator(germanHints),
  }
  const { whole, parts, hints } = germanTemplates
  const plain = (translate: TemplateTranslator, text: string): string => translate(text)?.format((_name, place) => place) ?? text
  const match = whole(message)
  return (
    match?.format((name, text) => {
      if (name === 'hint') return plain(hints, text)
      if (name === 'part') return plain(parts, text)
      return name === 'entity' ? (germanEntities[text] ?? text) : text
    }) ?? message
  )
}
