// The few words that a foreign model does not bring itself, in the languages that the service speaks.
const words = {
  yes: { en: 'Yes', de: 'Ja', he: 'כן' },
  no: { en: 'No', de: 'Nein', he: 'לא' },
  none: { en: 'None', de: 'Keines davon', he: 'אף אחד' },
  group: { en: 'Version', de: 'Ausführung', he: 'דגם' },
  rows: { en: 'Row', de: 'Zeile', he: 'שורה' },
  columns: { en: 'Column', de: 'Spalte', he: 'עמודה' },
} as const

export type Word = keyof typeof words

/** A text in every active language, English where the word is not known in one. */
export function wordIn(word: Word, languages: readonly string[]): Readonly<Record<string, string>> | string {
  const known: Readonly<Record<string, string>> = words[word]
  const texts = languages.map((tag) => [tag, known[tag.split('-', 1)[0]!] ?? known['en']!] as const)
  return texts.every(([, text]) => text === texts[0]![1]) ? texts[0]![1] : Object.fromEntries(texts)
}
