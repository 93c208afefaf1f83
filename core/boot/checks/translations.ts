// Checks translations: valid language tags, equal placeholders, and no contradictory translations.
import type { Fault } from '../../foundation/errors.js'
import { languageTagPattern } from '../../foundation/language.js'
import { findPlaceholders } from '../../foundation/language/translations.js'
import type { CheckInput } from '../boot-check.js'

export function checkTranslations({ contributed }: CheckInput): readonly Fault[] {
  const first = new Map<string, { readonly owner: string; readonly text: unknown }>()
  return contributed.flatMap(({ owner, contributions }) =>
    Object.entries(contributions.translations ?? {}).flatMap(([language, sentences]) => [
      ...languageFaults(owner, language),
      ...Object.entries(sentences).flatMap(([sentence, text]: [string, unknown]): readonly Fault[] => {
        if (typeof text !== 'string' || findPlaceholders(text).join() !== findPlaceholders(sentence).join())
          return [translationFault(owner, language, sentence)]
        const key = `${language} ${sentence}`
        const previous = first.get(key) ?? { owner, text }
        first.set(key, previous)
        return previous.text === text ? [] : [clash(previous.owner, owner, language, sentence)]
      }),
    ]),
  )
}

function languageFaults(owner: string, language: string): readonly Fault[] {
  if (languageTagPattern.test(language)) return []
  const message = `'${owner}' translates to '${language}', which is no language.`
  return [{ id: 'translation-language', owner, message, hint: "Write 'de', or 'de-AT' for what one country says otherwise." }]
}

function translationFault(owner: string, language: string, sentence: string): Fault {
  const message = `The translation to '${language}' that '${owner}' brings for "${sentence}" is no text with the same names in braces.`
  return { id: 'translation-text', owner, message, hint: 'Keep each name in braces as it stands in the sentence.' }
}

function clash(first: string, second: string, language: string, sentence: string): Fault {
  const message = `'${first}' and '${second}' translate "${sentence}" to '${language}' differently.`
  return { id: 'translation-clash', owner: second, message, hint: 'Leave one of them out, or word the sentence otherwise.' }
}
