// Translations of the few words that a foreign product model does not contain, in the languages of the service.
const wordTranslations = {
  yes: { en: 'Yes', de: 'Ja', he: 'כן' },
  no: { en: 'No', de: 'Nein', he: 'לא' },
  none: { en: 'None', de: 'Keines davon', he: 'אף אחד' },
  group: { en: 'Version', de: 'Ausführung', he: 'דגם' },
  rows: { en: 'Row', de: 'Zeile', he: 'שורה' },
  columns: { en: 'Column', de: 'Spalte', he: 'עמודה' },
} as const

export type ModelWord = keyof typeof wordTranslations

/** The word in every active language; English if it has no translation. */
export function translateWord(word: ModelWord, languages: readonly string[]): Readonly<Record<string, string>> | string {
  const translations: Readonly<Record<string, string>> = wordTranslations[word]
  const texts = languages.map((tag) => [tag, translations[tag.split('-', 1)[0]!] ?? translations['en']!] as const)
  return texts.every(([, text]) => text === texts[0]![1]) ? texts[0]![1] : Object.fromEntries(texts)
}
