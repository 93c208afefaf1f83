// What the editors say, in the language of the account; it comes with them, so that no other screen loads it.
import { number, spoken } from '../../wording/text.js'
import { de } from './de.js'
import { type EditorWording, en } from './en.js'

export type EditorKey = keyof EditorWording

/** A text with its places in braces filled; numbers as the language writes them. */
export function say(key: EditorKey, places: Readonly<Record<string, string | number>> = {}): string {
  const words = spoken.get() === 'de' ? de : en
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = places[name]
    return typeof value === 'number' ? number(value) : (value ?? whole)
  })
}
