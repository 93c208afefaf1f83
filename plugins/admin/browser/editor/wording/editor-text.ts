// Texts of the editors in the language of the account. Loaded together with the editors.
import { formatNumber, currentLanguage } from '../../wording/text.js'
import { editorDe } from './de.js'
import { type EditorWording, editorEn } from './en.js'

export type EditorTextKey = keyof EditorWording

/** A text with its placeholders filled. Numbers use the language's notation. */
export function tEditor(key: EditorTextKey, places: Readonly<Record<string, string | number>> = {}): string {
  const words = currentLanguage.get() === 'de' ? editorDe : editorEn
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = places[name]
    return typeof value === 'number' ? formatNumber(value) : (value ?? whole)
  })
}
