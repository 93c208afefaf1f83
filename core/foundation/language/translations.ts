// Translations of sentences for shoppers. The key is the English sentence with {placeholders}.

/** Translations by English sentence, with the same placeholders. */
export type MessageTexts = Readonly<Record<string, string>>

/** Translations by language: a primary subtag (`de`), or a whole tag (`de-AT`) for regional differences. */
export type Translations = Readonly<Record<string, MessageTexts>>

/** The placeholder names of a sentence, sorted. */
export function findPlaceholders(sentence: string): readonly string[] {
  const names: string[] = []
  for (let open = sentence.indexOf('{'); open >= 0; open = sentence.indexOf('{', open + 1)) {
    const close = sentence.indexOf('}', open)
    if (close > open) names.push(sentence.slice(open + 1, close))
  }
  return names.sort()
}

/** Merges translations; earlier entries take precedence. Returns a function with all sentences of a language tag. */
export function mergeTranslations(sources: readonly Translations[]): (tag: string) => MessageTexts {
  const byLanguage = new Map<string, Record<string, string>>()
  for (const [language, sentences] of sources.flatMap((source) => Object.entries(source))) {
    byLanguage.set(language, { ...sentences, ...byLanguage.get(language) })
  }
  const byTag = new Map<string, MessageTexts>()
  return (tag) => {
    const cached = byTag.get(tag)
    if (cached) return cached
    const sentences = Object.freeze({ ...byLanguage.get(tag.split('-')[0] ?? tag), ...byLanguage.get(tag) })
    byTag.set(tag, sentences)
    return sentences
  }
}
