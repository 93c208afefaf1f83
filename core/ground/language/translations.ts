// Sentences for shoppers in other languages: English with {names} in braces is the key under which each is found.

/** Translations by English sentence; names in braces stay as they are. */
export type Sentences = Readonly<Record<string, string>>

/** By language: a primary subtag (`de`), or a whole tag (`de-AT`) for what one country says otherwise. */
export type Translations = Readonly<Record<string, Sentences>>

/** The names that stand in braces, in order of the alphabet. */
export function namesIn(sentence: string): readonly string[] {
  const names: string[] = []
  for (let open = sentence.indexOf('{'); open >= 0; open = sentence.indexOf('{', open + 1)) {
    const close = sentence.indexOf('}', open)
    if (close > open) names.push(sentence.slice(open + 1, close))
  }
  return names.sort()
}

/** Gathers what several bring; the first translation of a sentence counts. Gives all sentences of a language tag. */
export function gatherTranslations(brought: readonly Translations[]): (tag: string) => Sentences {
  const byLanguage = new Map<string, Record<string, string>>()
  for (const [language, sentences] of brought.flatMap((one) => Object.entries(one))) {
    byLanguage.set(language, { ...sentences, ...byLanguage.get(language) })
  }
  const byTag = new Map<string, Sentences>()
  return (tag) => {
    const known = byTag.get(tag)
    if (known) return known
    const sentences = Object.freeze({ ...byLanguage.get(tag.split('-')[0] ?? tag), ...byLanguage.get(tag) })
    byTag.set(tag, sentences)
    return sentences
  }
}
