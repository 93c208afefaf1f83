// Compares a sheet's languages with the active ones: reports extra languages and fills missing ones with fallback texts.
import { textGaps, type Property } from '#core/surface.js'

export interface SheetText {
  readonly property: Property
  readonly text: unknown
  readonly path: string
  readonly tag: string
  /** True: one text for every active language. */
  readonly isOne: boolean
  /** True: a fallback from another language, used only for a new part. */
  readonly isFallback?: true
}

/** The texts of a part of a sheet, by flat key. */
interface PartTexts {
  readonly texts: Map<string, SheetText>
}

export interface SheetLanguages {
  /** First language of the product's title; keys come from titles in it. The store default if one title is for all languages. */
  readonly language: string
  /** Languages of the sheet that are not active here: their texts are left out. */
  readonly leftOut: readonly string[]
  /** Active languages without any text in the sheet, though it has texts in others. */
  readonly missingLanguages: readonly string[]
}

/** `spoken`: language tags in the sheet's texts. `active`: the installation's languages, the store default first. */
export function compareLanguages(
  root: PartTexts,
  sheetLanguages: ReadonlySet<string>,
  active: readonly string[],
): SheetLanguages {
  const title = [...root.texts.values()].find(({ property }) => property.name === 'title')
  return {
    language: title && !title.isOne ? title.tag : active[0]!,
    leftOut: [...sheetLanguages].filter((tag) => !active.includes(tag)),
    missingLanguages: sheetLanguages.size === 0 ? [] : active.filter((tag) => !sheetLanguages.has(tag)),
  }
}

const getPrimaryLanguage = (tag: string): string => tag.split('-')[0]!

/**
 * Fills missing languages with a text in a related language, such as de-DE for de-AT. Required texts and texts in the store default, which
 * shoppers of other languages see, fall back to the first text. Other texts stay empty.
 */
export function fillMissingTexts(
  parts: Iterable<PartTexts>,
  { missingLanguages }: SheetLanguages,
  active: readonly string[],
): void {
  if (missingLanguages.length === 0) return
  for (const { texts } of parts) {
    const textsByProperty = new Map<string, SheetText[]>()
    for (const text of texts.values())
      textsByProperty.set(text.property.name, [...(textsByProperty.get(text.property.name) ?? []), text])
    for (const [name, propertyTexts] of textsByProperty) {
      for (const tag of missingLanguages) {
        if (texts.has(textGaps.flatKey(name, tag))) continue
        const near = propertyTexts.find((other) => getPrimaryLanguage(other.tag) === getPrimaryLanguage(tag))
        const other = near ?? (propertyTexts[0]!.property.required || tag === active[0] ? propertyTexts[0] : undefined)
        if (other) texts.set(textGaps.flatKey(name, tag), { ...other, tag, isFallback: true })
      }
    }
  }
}
