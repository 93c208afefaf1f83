// Texts of the editors in the language of the account. Loaded together with the editors.
import { number, spoken } from '../../wording/text.js'
import { de } from './de.js'
import { type EditorWording, en } from './en.js'

export type EditorKey = keyof EditorWording

/** A text with its placeholders filled. Numbers use the language's notation. */
export function say(key: EditorKey, places: Readonly<Record<string, string | number>> = {}): string {
  const words = spoken.get() === 'de' ? de : en
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = places[name]
    return typeof value === 'number' ? number(value) : (value ?? whole)
  })
}
